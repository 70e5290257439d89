import { isUtf8 } from 'node:buffer'
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describeSystemError } from './describe-system-error.ts'
import { enterFolder, type IgnoreFileReader, type IgnoreRules, isIgnored, toSlashes } from './ignore-rules.ts'
import type { NamedFolder, NamedPath } from './resolve-paths.ts'

/** Options of a walk. */
export interface WalkOptions {
  /** Include files that `.gitignore`, `.git/info/exclude` and `.assayignore` exclude. */
  readonly noIgnore?: boolean
  /** Returns the content of ignore files instead of the files in the tree. `.git/info/exclude` is always read from disk. */
  readonly readIgnoreFile?: IgnoreFileReader
  /** Include folders of installed packages, such as `node_modules`. */
  readonly includeVendored?: boolean
  /** Absolute paths of files and folders that are left out: the report that is being written, and the cache. */
  readonly except?: readonly string[]
  /** Called once at the end. */
  readonly onWalked?: (summary: WalkSummary) => void
}

/** Numbers of skipped files, for the report. */
export interface WalkSummary {
  /** Excluded by an ignore file. Files inside an ignored folder are not counted. */
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
  /** The caller named this file, so a link is followed. */
  readonly named: boolean
  /** The reason why it cannot be read, if already known. */
  readonly unreadable?: string
}

/**
 * Folder names of package managers. These folders often have more files than the rest of the project, so they are not even listed. The scan treats
 * all of them as vendored, and recognises more.
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
/** Folder names of version control systems. */
export const VERSION_CONTROL_FOLDERS: ReadonlySet<string> = new Set(['.git', '.hg', '.svn'])

interface Folder {
  readonly path: string
  readonly fullPath: string
  readonly rules: IgnoreRules
  readonly named: boolean
}

/**
 * Lists the files at and under the named paths, depth first, names in code-unit order. Links are not followed unless named. A named file or folder is
 * listed even if it is ignored, but the ignore rules apply to the content of the folder. No file is listed twice.
 */
export async function* walkFiles(named: readonly NamedPath[], options: WalkOptions = {}): AsyncGenerator<WalkedFile, void, undefined> {
  const counts = { ignoredFiles: 0, ignoredFolders: 0, vendoredFolders: 0, linksNotFollowed: 0, specialFiles: 0 }
  const unreadablePaths: string[] = []
  const seen = new Set(options.except)
  for (const start of named) {
    for await (const file of start.kind === 'folder' ? walkFolder(start, options, counts) : [toWalkedFile(start)]) {
      if (seen.has(file.fullPath)) continue
      // One folder cannot contain a file twice, so nothing needs to be remembered.
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

/** The entries of a folder to visit. `rules` are those within the folder. */
function chooseEntries(folder: Folder, entries: readonly Dirent[], options: WalkOptions, counts: Counts): (Folder | WalkedFile)[] {
  const { rules } = folder
  return entries.flatMap((entry) => {
    const fullPath = join(folder.fullPath, entry.name)
    const path = joinReported(folder.path, entry.name)
    const isFolder = entry.isDirectory()
    if (isFolder && (VERSION_CONTROL_FOLDERS.has(entry.name) || options.except?.includes(fullPath) === true)) return []
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

/** The content of a folder: entries in code-unit order, and names that are not UTF-8, with their invalid bytes as `\\xNN`. */
interface Listing {
  readonly entries: readonly Dirent[]
  readonly badNames: readonly string[]
}

/** A string states why the folder cannot be listed. */
async function listFolder(fullPath: string): Promise<Listing | string> {
  try {
    const entries = (await readdir(fullPath, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
    if (!entries.some((entry) => entry.name.includes('\ufffd'))) return { entries, badNames: [] }
    // Invalid bytes became U+FFFD: such an entry cannot be opened by its name, and two entries may have the same name.
    const names = await readdir(fullPath, { encoding: 'buffer' })
    const good = new Set(names.filter((name) => isUtf8(name)).map((name) => name.toString()))
    const shown = new Set(good)
    const badNames = names.filter((name) => !isUtf8(name)).map((name) => showApart(showBytes(name), shown))
    return { entries: entries.filter((entry) => good.delete(entry.name)), badNames: badNames.sort() }
  } catch (error) {
    return `The folder \`${basename(fullPath)}\` cannot be listed (${describeSystemError(error)}), so nothing in it was scanned.`
  }
}

/** Changes the displayed name until it is unique: another file may have this name. */
function showApart(name: string, shown: Set<string>): string {
  let apart = name
  for (let count = 2; shown.has(apart); count++) apart = `${name} (${count})`
  shown.add(apart)
  return apart
}

function showBytes(name: Buffer): string {
  return name.toString('latin1').replace(/[\u0080-\u00ff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`)
}
