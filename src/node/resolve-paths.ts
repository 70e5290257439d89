import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { describeSystemError } from './describe-system-error.ts'
import { enterFolder, type IgnoreFileReader, type IgnoreRules, NO_IGNORE_RULES, toSlashes } from './ignore-rules.ts'

/** The target of a path that the caller named. `path` is the reported name: relative to the working folder, with forward slashes. */
interface NamedPlace {
  readonly path: string
  readonly fullPath: string
}

/** A readable regular file. */
export interface NamedFile extends NamedPlace {
  readonly kind: 'file'
}

/** `path` is empty for the working folder itself. */
export interface NamedFolder extends NamedPlace {
  readonly kind: 'folder'
  /** The rules of its parents. Its own ignore files are not yet read. */
  readonly rules: IgnoreRules
}

/** Something is there, and cannot be read. */
export interface UnreadablePath extends NamedPlace {
  readonly kind: 'unreadable'
  readonly detail: string
}

/** A path that the caller named, with its kind. */
export type NamedPath = NamedFile | NamedFolder | UnreadablePath

/** Named paths that are not there, or are neither file nor folder. */
export class PathError extends Error {
  override readonly name = 'PathError'
  /** One sentence for each path. */
  readonly reasons: readonly string[]

  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'))
    this.reasons = reasons
  }
}

/** Resolves all named paths, including links, before anything is read. Throws `PathError` with all mistakes. */
export async function resolvePaths(paths: readonly string[], cwd: string, readIgnoreFile?: IgnoreFileReader): Promise<NamedPath[]> {
  const reasons: string[] = []
  const resolved: NamedPath[] = []
  for (const given of paths) {
    const found = await resolvePath(given, cwd, readIgnoreFile)
    if (typeof found === 'string') reasons.push(found)
    else resolved.push(found)
  }
  if (reasons.length > 0) throw new PathError(reasons)
  return resolved
}

async function resolvePath(given: string, cwd: string, readIgnoreFile: IgnoreFileReader | undefined): Promise<NamedPath | string> {
  if (given === '') return 'A path is empty. Name a file or a folder; `.` is the working folder.'
  const fullPath = resolve(cwd, given)
  const path = toSlashes(relative(cwd, fullPath))
  try {
    const found = await stat(fullPath)
    if (found.isDirectory()) return { kind: 'folder', path, fullPath, rules: await readRulesAround(fullPath, cwd, readIgnoreFile) }
    if (!found.isFile()) return `\`${given}\` is neither a file nor a folder.`
    await access(fullPath, constants.R_OK)
    return { kind: 'file', path, fullPath }
  } catch (error) {
    const code = describeSystemError(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return `\`${given}\` does not exist.`
    return { kind: 'unreadable', path, fullPath, detail: `The path cannot be read (${code}).` }
  }
}

/** Reads the ignore files above a folder, from the root of its repository, or from the working folder without a repository. */
async function readRulesAround(folder: string, cwd: string, readIgnoreFile: IgnoreFileReader | undefined): Promise<IgnoreRules> {
  const above = foldersAbove(folder)
  const root = await findIndexOfRepository(above)
  const first = root >= 0 ? root : above.indexOf(cwd)
  let rules = NO_IGNORE_RULES
  if (first < 0 || (await hasGit(folder))) return rules
  for (const each of above.slice(0, first + 1).reverse()) {
    const entries = await readdir(each, { withFileTypes: true }).catch(() => [])
    rules = enterFolder(rules, { folder: each, entries }, readIgnoreFile)
  }
  return rules
}

/** Nearest first, without the folder itself. */
function foldersAbove(folder: string): string[] {
  const above: string[] = []
  for (let at = folder; dirname(at) !== at; at = dirname(at)) above.push(dirname(at))
  return above
}

async function findIndexOfRepository(folders: readonly string[]): Promise<number> {
  for (let index = 0; index < folders.length; index++) if (await hasGit(folders[index])) return index
  return -1
}

async function hasGit(folder: string): Promise<boolean> {
  return stat(join(folder, '.git')).then(
    () => true,
    () => false,
  )
}
