import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** The root of the repository that contains a folder: the nearest folder in or above it with a `.git`, or the folder itself. */
export function findProjectRoot(folder: string): string {
  const start = resolve(folder)
  for (let at = start; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return start
  }
}

/**
 * Whether a path leaves a folder, as written or through a symbolic link in it or above. A path that is outside as written is not looked up on disk. A
 * broken link counts as outside, because the target of a write through it is unknown.
 */
export function leadsOutside(path: string, root: string): boolean {
  const full = resolve(path)
  return !isWithin(full, resolve(root)) || !leadsWithin(full, realpathSync(root))
}

/** Whether a path is a folder or inside it, comparing both as written. */
export function isWithin(path: string, folder: string): boolean {
  const rest = relative(folder, path)
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest)
}

/** `realRoot` contains no links. For a missing path, the nearest existing folder decides. */
function leadsWithin(path: string, realRoot: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    const real = resolveLinks(at)
    if (real !== undefined) return isWithin(real, realRoot)
    if (lstatSync(at, { throwIfNoEntry: false }) !== undefined || dirname(at) === at) return false
  }
}

/** Undefined if the path does not exist. */
function resolveLinks(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
