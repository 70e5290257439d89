import { BOUNDS } from '../../model/bounds.ts'

/** Paths of strangers may have thousands of folders; real ones have fewer than this. */
export const MOST_FOLDERS = BOUNDS.pathFolders.value

/** Without `.`, and with `..` only where it leads out of the folder that paths start from. */
export function normalizePath(path: string): string {
  return NOT_NORMAL.test(path) ? join('', path) : path
}

/** An empty segment, `.` or `..`, or a backslash. */
const NOT_NORMAL = /(?:^|\/)\.{0,2}(?:\/|$)|\\/

/** Empty for the folder that paths start from. */
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

/** Folders that hold a file, the nearest first. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = []
  for (let folder = directory(path); folders.length < MOST_FOLDERS; folder = directory(folder)) {
    folders.push(folder)
    if (folder === '') break
  }
  return folders
}
