import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { PackFile, RuleFolder } from '../index.ts'
import { describeSystemError } from './describe-system-error.ts'
import { locateRules } from './locate-rules.ts'
import { findProjectRoot, isWithin } from './project-root.ts'
import { FileShapeError, readRegularFile } from './read-regular-file.ts'

/** The weights of a trained package of rules. */
const EVIDENCE = 'evidence.json'
const RULE_FILE = /\.(?:ya?ml|json)$/
/** Maximum bytes of one file and of a folder, number of files, and depth of folders: far more than real rules need. */
const MAX_BYTES = 2 ** 21
const MAX_BYTES_OF_ALL = 2 ** 25
const MAX_FILES = 5000
const MAX_DEPTH = 32

/** A folder or file of rules that cannot be read. */
export class RuleFolderError extends Error {
  override readonly name = 'RuleFolderError'
}

/**
 * Reads a rule folder from disk: `shared/`, `words/`, `models/` and `packs/` contain named matchers, word lists, models and packs, and every other YAML or JSON file is a
 * rule. The name of an installed package stands for its rules. A single file counts as a folder with one rule. With `linksWithin`, symbolic links in the folder must stay in its project and in that folder.
 * Throws `RuleFolderError` if there is nothing to read or a limit is exceeded.
 */
export function readRuleFolder(named: string, whole: boolean, shownAs: string = named, linksWithin?: string): RuleFolder {
  const path = locateRules(named)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new RuleFolderError(`\`${path}\` does not exist. Name a folder of rules, a rule file or an installed package`)
  const reader = createReader(path, stat.isFile() ? undefined : linksWithin)
  if (stat.isFile()) return { name: packName(basename(path).replace(RULE_FILE, '')), rules: [reader(path, shownAs)], shared: [], packs: [], whole }
  if (!stat.isDirectory()) throw new RuleFolderError(`\`${path}\` is neither a file nor a folder. Name a folder of rules or a rule file`)
  const files = listRuleFiles(path)
  const shown = (file: string): PackFile => reader(join(path, file), join(shownAs, file))
  const under = (folder: string): readonly string[] => files.filter((file) => dirname(file).split(/[\\/]/)[0] === folder)
  const shared = under('shared')
  const words = under('words')
  const models = under('models')
  const packs = under('packs')
  const evidence = files.find((file) => file === EVIDENCE)
  const special = new Set([...shared, ...words, ...models, ...packs, ...(evidence === undefined ? [] : [evidence])])
  return {
    // `.` has no name of its own. A package has the name that it was asked for.
    name: packName(statSync(named, { throwIfNoEntry: false }) === undefined ? named : basename(resolve(named))),
    rules: files.filter((file) => !special.has(file)).map(shown),
    shared: shared.map(shown),
    words: words.map(shown),
    models: models.map(shown),
    packs: packs.map(shown),
    ...(evidence === undefined ? {} : { evidence: shown(evidence) }),
    whole,
  }
}

/** Reads the files of a folder within the bounds of all of them. */
function createReader(folder: string, linksWithin: string | undefined): (path: string, shownAs: string) => PackFile {
  const roots = linksWithin === undefined ? undefined : [linksWithin, findProjectRoot(realpathSync(folder))]
  let bytes = 0
  return (path, shownAs) => {
    if (roots !== undefined && lstatSync(path).isSymbolicLink() && roots.every((root) => linkLeadsOutside(path, root)))
      throw new RuleFolderError(`\`${path}\` is a symbolic link to a target outside the project. Replace it with a file`)
    const text = readText(path)
    bytes += Buffer.byteLength(text)
    if (bytes > MAX_BYTES_OF_ALL)
      throw new RuleFolderError(`\`${folder}\` has more than ${MAX_BYTES_OF_ALL} bytes of rules. Name a folder that contains only rules`)
    return { path: shownAs.replaceAll('\\', '/'), text }
  }
}

/** Compares real paths, because the caller may have named the folder through links. */
function linkLeadsOutside(path: string, root: string): boolean {
  try {
    const real = realpathSync(path)
    return statSync(real).isFile() && !isWithin(real, realpathSync(root))
  } catch {
    // A broken link, or a link to a device, is reported when it is read.
    return false
  }
}

function readText(path: string): string {
  try {
    return readRegularFile(path, MAX_BYTES)
  } catch (error) {
    const code = error instanceof FileShapeError ? error.code : describeSystemError(error)
    // A broken link.
    if (!(error instanceof FileShapeError || code === 'ENOENT')) throw error
    throw new RuleFolderError(`\`${path}\` cannot be read as a rule (${code}). Remove it, or replace it with a text file`)
  }
}

/** Paths of rule files below a folder, in code-unit order. Hidden folders and `node_modules` are passed over. */
function listRuleFiles(folder: string): string[] {
  const found: string[] = []
  const visit = (current: string, depth: number): void => {
    if (depth > MAX_DEPTH)
      throw new RuleFolderError(`\`${folder}\` has more than ${MAX_DEPTH} levels of folders. Name a folder that contains only rules`)
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      const path = join(current, entry.name)
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      if (entry.isDirectory()) visit(path, depth + 1)
      else if (RULE_FILE.test(entry.name)) found.push(relative(folder, path))
    }
    if (found.length > MAX_FILES)
      throw new RuleFolderError(`\`${folder}\` has more than ${MAX_FILES} rule files. Name a folder that contains only rules`)
  }
  visit(folder, 0)
  return found.sort()
}

/** In kebab-case, like names of packs. */
function packName(name: string): string {
  const kebab = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return kebab === '' ? 'rules' : kebab
}
