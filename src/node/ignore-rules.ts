import { isAbsolute, join, resolve } from 'node:path'
import { type IgnorePattern, parseIgnorePattern } from './ignore-pattern.ts'
import { indexPatterns, type PatternFinder } from './index-patterns.ts'
import { readRegularFile } from './read-regular-file.ts'

/** The ignore files that apply in a folder, nearest first. */
interface IgnoreScope {
  /** The folder that its patterns are relative to, with forward slashes and without a trailing one. */
  readonly folder: string
  /** The last pattern of the file that matches decides. */
  readonly find: PatternFinder
  readonly outer: IgnoreScope | undefined
  /** Total weight, including the patterns of `outer`. */
  readonly weight: { readonly count: number; readonly name: number; readonly path: number }
}

/** The ignore rules within one folder. Immutable; `enterFolder` creates the rules of a subfolder. */
export interface IgnoreRules {
  /** `.assayignore` files. They are checked first, so that they can re-include files that git ignores. */
  readonly own: IgnoreScope | undefined
  /** `.gitignore` files of the repository, and its `.git/info/exclude`. */
  readonly git: IgnoreScope | undefined
}

/** A larger ignore file counts as absent. */
const MAX_BYTES = 2 ** 20

/** Rules that ignore nothing. */
export const NO_IGNORE_RULES: IgnoreRules = { own: undefined, git: undefined }

/**
 * Whether an entry of a folder is ignored. Only its own path is checked, so the caller must not descend into ignored folders. `path` is absolute,
 * with forward slashes.
 */
export function isIgnored(rules: IgnoreRules, path: string, isFolder: boolean): boolean {
  return decide(rules.own, path, isFolder) ?? decide(rules.git, path, isFolder) ?? false
}

function decide(scope: IgnoreScope | undefined, path: string, isFolder: boolean): boolean | undefined {
  for (let at = scope; at !== undefined; at = at.outer) {
    const relative = path.slice(at.folder.length + 1)
    const pattern = at.find(relative, isFolder)
    if (pattern !== undefined) return !pattern.negated
  }
  return undefined
}

/** An entry of a folder, as `readdir` returns it. */
interface FolderEntry {
  readonly name: string
  isFile(): boolean
  isDirectory(): boolean
}

/** A folder and its entries. */
interface ListedFolder {
  /** Absolute path. */
  readonly folder: string
  readonly entries: readonly FolderEntry[]
}

/** Returns the text of the ignore file at an absolute path, or `undefined`. `isThere` states whether the folder has an entry of that name. */
export type IgnoreFileReader = (path: string, isThere: boolean) => string | undefined

/**
 * The rules within a folder, from the rules of its parent. A folder with its own `.git` begins a new repository, to which outer `.gitignore` files do
 * not apply. As in git, ignore files that are links are not read. An unreadable one counts as absent.
 */
export function enterFolder(outer: IgnoreRules, { folder, entries }: ListedFolder, read?: IgnoreFileReader): IgnoreRules {
  let { own, git } = outer
  for (const entry of entries) {
    if (entry.name === '.git') git = readScope(findExcludeFile(folder, entry.isDirectory()), folder, undefined)
  }
  if (read !== undefined) {
    const isListed = (name: string): boolean => entries.some((entry) => entry.name === name)
    const textOf = (name: string): string | undefined => read(join(folder, name), isListed(name))
    return { own: scopeOf(textOf('.assayignore'), folder, own), git: scopeOf(textOf('.gitignore'), folder, git) }
  }
  for (const entry of entries) {
    if (entry.name === '.gitignore' && entry.isFile()) git = readScope(join(folder, entry.name), folder, git)
    if (entry.name === '.assayignore' && entry.isFile()) own = readScope(join(folder, entry.name), folder, own)
  }
  return own === outer.own && git === outer.git ? outer : { own, git }
}

/** `.git/info/exclude`. In a worktree or submodule `.git` is a file that refers to another folder. */
function findExcludeFile(folder: string, isFolder: boolean): string {
  const dotGit = join(folder, '.git')
  if (isFolder) return join(dotGit, 'info', 'exclude')
  const target = /^gitdir: (.+)/.exec(readText(dotGit) ?? '')?.[1] ?? '.git'
  const gitFolder = isAbsolute(target) ? target : resolve(folder, target)
  const common = readText(join(gitFolder, 'commondir'))?.trim() ?? '.'
  return join(resolve(gitFolder, common), 'info', 'exclude')
}

function readScope(file: string, folder: string, outer: IgnoreScope | undefined): IgnoreScope | undefined {
  return scopeOf(readText(file), folder, outer)
}

/** The rules within a folder of a tree that is not on disk, from the rules of its parent and the texts of its ignore files. */
export function enterFolderOfTexts(
  outer: IgnoreRules,
  folder: string,
  texts: { readonly own: string | undefined; readonly git: string | undefined },
): IgnoreRules {
  return { own: scopeOf(texts.own, folder, outer.own), git: scopeOf(texts.git, folder, outer.git) }
}

function scopeOf(text: string | undefined, folder: string, outer: IgnoreScope | undefined): IgnoreScope | undefined {
  const patterns = text === undefined ? [] : parseIgnoreFile(text)
  if (patterns.length === 0) return outer
  const weight = { count: patterns.length, name: 0, path: 0, ...outer?.weight }
  for (const { name, path } of patterns.map((pattern) => pattern.weight)) {
    weight.name += name
    weight.path += path
  }
  if (outer !== undefined) weight.count += patterns.length
  return { folder: toSlashes(folder).replace(/\/$/, ''), find: indexPatterns(patterns), outer, weight }
}

/** The maximum cost of `isIgnored` for a path: characters of patterns times characters of the path. */
export function costOfAsking({ own, git }: IgnoreRules, path: string): number {
  const nameLength = path.length - path.lastIndexOf('/')
  const ofScope = (scope: IgnoreScope | undefined): number =>
    scope === undefined ? 0 : scope.weight.count + scope.weight.name * nameLength + scope.weight.path * path.length
  return ofScope(own) + ofScope(git)
}

/** The total length of all patterns that are not literals. These are compiled on first use. */
export function patternLength({ own, git }: IgnoreRules): number {
  const ofScope = (scope: IgnoreScope | undefined): number => (scope === undefined ? 0 : scope.weight.name + scope.weight.path)
  return ofScope(own) + ofScope(git)
}

function parseIgnoreFile(text: string): IgnorePattern[] {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const patterns = lines.map((line) => parseIgnorePattern(line.replace(/\r$/, '')))
  return patterns.filter((pattern) => pattern !== undefined).reverse()
}

function readText(file: string): string | undefined {
  try {
    return readRegularFile(file, MAX_BYTES)
  } catch {
    return undefined
  }
}

/** A path of this platform with forward slashes. On POSIX a backslash is part of a name and stays. */
export function toSlashes(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path
}
