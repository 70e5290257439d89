import { isUtf8 } from 'node:buffer'
import { type Entry, getFileNameLowLevel } from 'yauzl'

/** The path of an entry, or the mistake in its name. */
export type EntryName = { readonly path: string; readonly isFolder: boolean } | { readonly fault: string }

/** In the general purpose bit flag: the name is UTF-8. */
const SAYS_UTF8 = 0x800

/** No source tree is deeper, and ignore rules are checked for each folder of each path. */
const MAX_FOLDERS = 256

/** Reads the name of an entry. Backslashes count as slashes, and `.` and empty segments are dropped, as some programs write them. */
export function readEntryName(entry: Entry, maxPathLength: number): EntryName {
  const { generalPurposeBitFlag: flag, fileNameRaw: raw } = entry
  if ((flag & SAYS_UTF8) !== 0 && !isUtf8(raw)) return { fault: 'Its name is marked as UTF-8 but is not valid UTF-8.' }
  // Some programs write UTF-8 without the flag. Text in another encoding is hardly ever valid UTF-8.
  const name = getFileNameLowLevel(isUtf8(raw) ? flag | SAYS_UTF8 : flag, raw, entry.extraFields, false)
  return readEntryPath(name, maxPathLength)
}

/** The path for a name, or the mistake in it. */
export function readEntryPath(name: string, maxPathLength: number): EntryName {
  if (name === '') return { fault: 'It has no name.' }
  if (name.includes('\0')) return { fault: 'Its name contains a NUL character.' }
  if (/^(?:\/|[A-Za-z]:)/.test(name))
    return { fault: 'Its name is an absolute path. Use a path relative to the archive, without a leading slash or drive letter.' }
  const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.includes('..')) return { fault: 'Its name leads out of the archive. A path must not contain `..`.' }
  const path = segments.join('/')
  if (path.length > maxPathLength) return { fault: `Its path has ${path.length} characters: at most ${maxPathLength} are allowed.` }
  if (segments.length > MAX_FOLDERS) return { fault: `It is nested more than ${MAX_FOLDERS} folders deep.` }
  return { path, isFolder: path === '' || name.endsWith('/') }
}
