import { BOUNDS } from '../../model/bounds.ts'

/** Paths in hostile input may have thousands of folders; real ones have fewer than this. */
export const MAX_FOLDERS = BOUNDS.pathFolders.value

/** Removes `.`, and `..` except at the start, where it leads out of the project. */
export function normalizePath(path: string): string {
  return NOT_NORMAL.test(path) ? join('', path) : path
}

/** An empty segment, `.` or `..`, or a backslash. */
const NOT_NORMAL = /(?:^|\/)\.{0,2}(?:\/|$)|\\/

/** Empty for the root of the project. */
export function directory(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}

/** `folder` is normal. */
export function join(folder: string, path: string): string {
  let at = folder
  for (const part of path.split(/[/\\]/)) {
    if (part === '' || part === '.') continue
    if (part === '..' && at !== '' && at !== '..' && !at.endsWith('/..')) at = directory(at)
    else at = at === '' ? part : `${at}/${part}`
  }
  return at
}

/** The folders that contain a file, innermost first. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = []
  for (let folder = directory(path); folders.length < MAX_FOLDERS; folder = directory(folder)) {
    folders.push(folder)
    if (folder === '') break
  }
  return folders
}
