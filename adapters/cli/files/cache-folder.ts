import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * The folder for caches: `XDG_CACHE_HOME` if set, otherwise the default of the platform. Undefined for a user without a home folder, as in
 * containers.
 */
export function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  const { XDG_CACHE_HOME: chosen, LOCALAPPDATA: local } = env
  // The XDG specification says to ignore relative paths.
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, 'assay')
  if (platform === 'win32' && local !== undefined && isAbsolute(local)) return join(local, 'assay/Cache')
  const home = homeFolder()
  if (home === undefined) return undefined
  if (platform === 'darwin') return join(home, 'Library/Caches/assay')
  return join(home, platform === 'win32' ? 'AppData/Local/assay/Cache' : '.cache/assay')
}

/** The home folder, or undefined. `os.homedir` throws for users that the system does not know. */
function homeFolder(): string | undefined {
  try {
    const home = homedir()
    return isAbsolute(home) ? home : undefined
  } catch {
    return undefined
  }
}
