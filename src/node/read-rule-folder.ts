import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { PackFile, RuleFolder } from '../index.ts'
import { describeSystemError } from './describe-system-error.ts'
import { FileShapeError, readRegularFile } from './read-regular-file.ts'

const RULE_FILE = /\.(?:ya?ml|json)$/
/** Far more than any rule takes. */
const MOST_BYTES = 2 ** 24

/** A folder or file of rules that cannot be read. */
export class RuleFolderError extends Error {
  override readonly name = 'RuleFolderError'
}

/**
 * Reads a folder of rules from disk: `shared/`, `models/` and `packs/` in it are what their names say, every other YAML or JSON file is a rule. A single file is
 * a folder with one rule. Throws `RuleFolderError` when there is nothing to read.
 */
export function readRuleFolder(path: string, whole: boolean, shownAs: string = path): RuleFolder {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new RuleFolderError(`\`${path}\` is not there: name a folder of rules, or a rule file`)
  if (stat.isFile())
    return { name: packName(basename(path).replace(RULE_FILE, '')), rules: [readPackFile(path, shownAs)], shared: [], packs: [], whole }
  if (!stat.isDirectory()) throw new RuleFolderError(`\`${path}\` is neither a file nor a folder: name a folder of rules, or a rule file`)
  const files = listRuleFiles(path)
  const shown = (file: string): PackFile => readPackFile(join(path, file), join(shownAs, file))
  const under = (folder: string): readonly string[] => files.filter((file) => dirname(file).split(/[\\/]/)[0] === folder)
  const shared = under('shared')
  const models = under('models')
  const packs = under('packs')
  const special = new Set([...shared, ...models, ...packs])
  return {
    // `.` has no name of its own.
    name: packName(basename(resolve(path))),
    rules: files.filter((file) => !special.has(file)).map(shown),
    shared: shared.map(shown),
    models: models.map(shown),
    packs: packs.map(shown),
    whole,
  }
}

function readPackFile(path: string, shownAs: string): PackFile {
  try {
    return { path: shownAs.replaceAll('\\', '/'), text: readRegularFile(path, MOST_BYTES) }
  } catch (error) {
    const code = describeSystemError(error)
    // A link to nothing.
    if (!(error instanceof FileShapeError || code === 'ENOENT')) throw error
    throw new RuleFolderError(`\`${path}\` cannot be read as a rule (${code}): take it away, or put a text file in its place`)
  }
}

/** Paths of rule files below a folder, in code-unit order. Hidden folders and `node_modules` are passed over. */
function listRuleFiles(folder: string): string[] {
  const found: string[] = []
  const visit = (current: string): void => {
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      const path = join(current, entry.name)
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      if (entry.isDirectory()) visit(path)
      else if (RULE_FILE.test(entry.name)) found.push(relative(folder, path))
    }
  }
  visit(folder)
  return found.sort()
}

/** In kebab-case, as packs are named. */
function packName(name: string): string {
  const kebab = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return kebab === '' ? 'rules' : kebab
}
