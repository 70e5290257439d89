import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** Where this system wants programs to keep what they can make again: `XDG_CACHE_HOME` when it is set, and else the platform's own place. */
export function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const { XDG_CACHE_HOME: chosen, LOCALAPPDATA: local } = env
  // The specification says that relative paths are to be ignored.
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, 'assay')
  if (platform === 'darwin') return join(homedir(), 'Library/Caches/assay')
  if (platform === 'win32') return join(local ?? join(homedir(), 'AppData/Local'), 'assay/Cache')
  return join(homedir(), '.cache/assay')
}
