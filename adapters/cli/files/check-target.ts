import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** How a file can be written. */
export type OutputTargetKind =
  /** A regular file that is replaced, or that does not exist yet. */
  | { readonly kind: 'file' }
  /** A stream of this process: `/dev/stdout`, `/dev/stderr`, `/dev/fd/3`. */
  | { readonly kind: 'stream' }
  /** A named pipe or a device, which is opened and written to. */
  | { readonly kind: 'special' }
  /** The path follows a symbolic link of the project. `why` is the end of a sentence about the file. */
  | { readonly kind: 'refused'; readonly why: string }

/** System links to the open files of the process. A project cannot create one there. */
const OWN_STREAM = /^\/(?:dev\/(?:stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/

/** The end of a sentence about a file. */
export const LEADS_OUT = 'is behind a symbolic link that leads out of the project. Use another path'

/** Decides how to write a file, without following symbolic links inside the project, because a checkout may be written by an attacker. */
export function checkTarget(file: string, cwd: string = process.cwd()): OutputTargetKind {
  const path = resolve(cwd, file)
  if (OWN_STREAM.test(path)) return { kind: 'stream' }
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) return { kind: 'refused', why: 'is a symbolic link, which is not followed. Remove it, or use another file' }
  if (leavesProject(dirname(path), cwd)) return { kind: 'refused', why: LEADS_OUT }
  return { kind: found === undefined || found.isFile() || found.isDirectory() ? 'file' : 'special' }
}

/** Whether a folder whose written path is inside the project is outside it on disk. A path that is written as outside is the caller's wish. */
export function leavesProject(folder: string, cwd: string): boolean {
  const root = findRoot(cwd)
  if (!isWithin(folder, root)) return false
  let there = folder
  while (!existsSync(there) && there !== root) there = dirname(there)
  return !isWithin(realpathSync(there), realpathSync(root))
}

/** The repository of the working folder, or the working folder itself. */
function findRoot(cwd: string): string {
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return cwd
  }
}

function isWithin(path: string, folder: string): boolean {
  const rest = relative(folder, path)
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest)
}
