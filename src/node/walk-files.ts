import { isUtf8 } from 'node:buffer'
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describeSystemError } from './describe-system-error.ts'
import { enterFolder, type IgnoreFileReader, type IgnoreRules, isIgnored, toSlashes } from './ignore-rules.ts'
import type { NamedFolder, NamedPath } from './resolve-paths.ts'

/** What is walked, and what is told of it. */
export interface WalkOptions {
  /** Scan what `.gitignore`, `.git/info/exclude` and `.assayignore` files exclude too. */
  readonly noIgnore?: boolean
  /** Gives the content of the ignore files, instead of the files in the tree. `.git/info/exclude` is read as it is. */
  readonly readIgnoreFile?: IgnoreFileReader
  /** Enter folders of installed packages, such as `node_modules`. */
  readonly includeVendored?: boolean
  /** Absolute paths of files that are passed over: the report that is being written. */
  readonly except?: readonly string[]
  /** Called once at the end. */
  readonly onWalked?: (summary: WalkSummary) => void
}

/** What was passed over, so that it can be said. */
export interface WalkSummary {
  /** By an ignore file. What is inside an ignored folder is not counted. */
  readonly ignoredFiles: number
  readonly ignoredFolders: number
  /** Folders of installed packages that were not entered. */
  readonly vendoredFolders: number
  readonly linksNotFollowed: number
  /** Sockets, pipes and devices. */
  readonly specialFiles: number
  /** Named paths that could not be read. */
  readonly unreadablePaths: readonly string[]
}

/** A file to read, or a folder that could not be listed. `path` is the name to report. */
export interface WalkedFile {
  readonly path: string
  readonly fullPath: string
  /** The caller named this very file, so that a link is followed. */
  readonly named: boolean
  /** Why it cannot be read, when that is known already. */
  readonly unreadable?: string
}

/**
 * Names of folders that package managers fill, often with more files than all others together, so that they are not even listed. All of them are
 * vendored to the scan, which recognises more.
 */
export const PACKAGE_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  'site-packages',
  'dist-packages',
  '.venv',
  'venv',
  '.tox',
  '.nox',
  '.yarn',
  '.pnpm-store',
])
/** Names of folders that hold no files of the tree. */
export const VERSION_CONTROL_FOLDERS: ReadonlySet<string> = new Set(['.git', '.hg', '.svn'])

interface Folder {
  readonly path: string
  readonly fullPath: string
  readonly rules: IgnoreRules
  readonly named: boolean
}

/**
 * Lists the files at and under the named paths, folders depth first, names in code-unit order. Links are not followed, unless named. A named
 * file or folder is walked even when it is ignored; what lies in the folder is still asked about. No file comes twice.
 */
export async function* walkFiles(named: readonly NamedPath[], options: WalkOptions = {}): AsyncGenerator<WalkedFile, void, undefined> {
  const counts = { ignoredFiles: 0, ignoredFolders: 0, vendoredFolders: 0, linksNotFollowed: 0, specialFiles: 0 }
  const unreadablePaths: string[] = []
  const seen = new Set(options.except)
  for (const start of named) {
    for await (const file of start.kind === 'folder' ? walkFolder(start, options, counts) : [toWalkedFile(start)]) {
      if (seen.has(file.fullPath)) continue
      // One folder cannot hold a file twice, so nothing need be remembered for it.
      if (named.length > 1) seen.add(file.fullPath)
      if (file.named && file.unreadable !== undefined) unreadablePaths.push(file.path)
      yield file
    }
  }
  options.onWalked?.({ ...counts, unreadablePaths })
}

function toWalkedFile(start: Exclude<NamedPath, { kind: 'folder' }>): WalkedFile {
  const { path, fullPath } = start
  return start.kind === 'file' ? { path, fullPath, named: true } : { path, fullPath, named: true, unreadable: start.detail }
}

async function* walkFolder(start: NamedFolder, options: WalkOptions, counts: Counts): AsyncGenerator<WalkedFile, void, undefined> {
  const stack: (Folder | WalkedFile)[] = [{ path: start.path, fullPath: start.fullPath, rules: start.rules, named: true }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (!('rules' in next)) {
      yield next
      continue
    }
    const { path, fullPath, named } = next
    const listing = await listFolder(fullPath)
    if (typeof listing === 'string') {
      yield { path: path === '' ? '.' : path, fullPath, named, unreadable: listing }
      continue
    }
    for (const name of listing.badNames) yield { path: joinReported(path, name), fullPath: join(fullPath, name), named: false, unreadable: BAD_NAME }
    const rules = options.noIgnore ? next.rules : enterFolder(next.rules, { folder: fullPath, entries: listing.entries }, options.readIgnoreFile)
    stack.push(...chooseEntries({ ...next, rules }, listing.entries, options, counts).reverse())
  }
}

type Counts = { -readonly [Key in keyof Omit<WalkSummary, 'unreadablePaths'>]: number }

const BAD_NAME = 'The name is not UTF-8, so the entry cannot be opened by it.'

function joinReported(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** What is walked of a folder, whose `rules` are those within it. */
function chooseEntries(folder: Folder, entries: readonly Dirent[], options: WalkOptions, counts: Counts): (Folder | WalkedFile)[] {
  const { rules } = folder
  return entries.flatMap((entry) => {
    const fullPath = join(folder.fullPath, entry.name)
    const path = joinReported(folder.path, entry.name)
    const isFolder = entry.isDirectory()
    if (isFolder && VERSION_CONTROL_FOLDERS.has(entry.name)) return []
    if (!options.noIgnore && isIgnored(rules, toSlashes(fullPath), isFolder)) {
      counts[isFolder ? 'ignoredFolders' : 'ignoredFiles']++
      return []
    }
    if (isFolder) {
      if (!options.includeVendored && PACKAGE_FOLDERS.has(entry.name)) {
        counts.vendoredFolders++
        return []
      }
      return [{ path, fullPath, rules, named: false }]
    }
    if (entry.isFile()) return [{ path, fullPath, named: false }]
    counts[entry.isSymbolicLink() ? 'linksNotFollowed' : 'specialFiles']++
    return []
  })
}

/** What is in a folder: entries in code-unit order of their names, and names that are no UTF-8, with their other bytes as `\\xNN`. */
interface Listing {
  readonly entries: readonly Dirent[]
  readonly badNames: readonly string[]
}

/** A string says why the folder cannot be listed. */
async function listFolder(fullPath: string): Promise<Listing | string> {
  try {
    const entries = (await readdir(fullPath, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
    if (!entries.some((entry) => entry.name.includes('\ufffd'))) return { entries, badNames: [] }
    // Bytes that are no UTF-8 became U+FFFD: such an entry cannot be opened by its name, and two of them may have one name.
    const names = await readdir(fullPath, { encoding: 'buffer' })
    const good = new Set(names.filter((name) => isUtf8(name)).map((name) => name.toString()))
    const shown = new Set(good)
    const badNames = names.filter((name) => !isUtf8(name)).map((name) => showApart(showBytes(name), shown))
    return { entries: entries.filter((entry) => good.delete(entry.name)), badNames: badNames.sort() }
  } catch (error) {
    return `The folder \`${basename(fullPath)}\` cannot be listed (${describeSystemError(error)}), so nothing in it was scanned.`
  }
}

/** The name, altered until no other is shown so: a file may be called what stands for the bytes of another. */
function showApart(name: string, shown: Set<string>): string {
  let apart = name
  for (let count = 2; shown.has(apart); count++) apart = `${name} (${count})`
  shown.add(apart)
  return apart
}

function showBytes(name: Buffer): string {
  return name.toString('latin1').replace(/[\u0080-\u00ff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`)
}
