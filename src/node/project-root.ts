import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** The root of the repository that a folder lies in: the nearest folder at or above it with a `.git`. The folder itself when there is none. */
export function findProjectRoot(folder: string): string {
  const start = resolve(folder)
  for (let at = start; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return start
  }
}

/**
 * Whether a path leaves a folder, either as written or by a symbolic link at or above it. A path outside as written is not looked up on disk. A link to nothing
 * counts as outside: nobody can tell where a file written through it ends up.
 */
export function leadsOutside(path: string, root: string): boolean {
  const full = resolve(path)
  return !isWithin(full, resolve(root)) || !leadsWithin(full, realpathSync(root))
}

/** Whether a path is a folder or lies below it, as both are written. */
export function isWithin(path: string, folder: string): boolean {
  const rest = relative(folder, path)
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest)
}

/** `realRoot` has no links in it. Of a path that does not exist, the nearest folder that exists decides. */
function leadsWithin(path: string, realRoot: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    const real = resolveLinks(at)
    if (real !== undefined) return isWithin(real, realRoot)
    if (lstatSync(at, { throwIfNoEntry: false }) !== undefined || dirname(at) === at) return false
  }
}

/** Undefined when the path leads to nothing. */
function resolveLinks(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
