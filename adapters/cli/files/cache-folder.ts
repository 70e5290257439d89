import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * Where this system wants programs to keep what they can make again: `XDG_CACHE_HOME` when it is set, and else the platform's own place. Undefined for a user
 * without a home, as in containers.
 */
export function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  const { XDG_CACHE_HOME: chosen, LOCALAPPDATA: local } = env
  // The specification says that relative paths are to be ignored.
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, 'assay')
  if (platform === 'win32' && local !== undefined && isAbsolute(local)) return join(local, 'assay/Cache')
  const home = homeFolder()
  if (home === undefined) return undefined
  if (platform === 'darwin') return join(home, 'Library/Caches/assay')
  return join(home, platform === 'win32' ? 'AppData/Local/assay/Cache' : '.cache/assay')
}

/** Throws none of the system's errors: it has one for a user whom it does not know. */
function homeFolder(): string | undefined {
  try {
    const home = homedir()
    return isAbsolute(home) ? home : undefined
  } catch {
    return undefined
  }
}
