import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  detectFormat,
  importRules,
  type Diagnostic,
  type ForeignFormat,
  type ImportedRule,
  type ImportNote,
  type PackFile,
  RuleError,
  type RuleFolder,
} from '../index.ts'
import { openEngine } from '../engine.ts'
import { readRuleFolder } from './read-rule-folder.ts'
import { withOwnRules } from './scanner-data.ts'

/** Foreign rules as native ones. */
export interface ForeignRules {
  readonly rules: readonly ImportedRule[]
  /** The number of rules in the foreign files. */
  readonly found: number
  readonly notes: readonly ImportNote[]
}

/** How foreign files are read. */
export interface ImportForeignOptions {
  /** The format of all files. Default: by the content of each; files of no foreign format are passed over. */
  readonly format?: ForeignFormat
  /** Symbolic links must stay in the file's own project and in this folder. Default: no restriction. */
  readonly linksWithin?: string
}

/**
 * Translates rule files of other tools, and checks the result as native rules. A translated rule with a mistake is left out, with a note. Throws
 * `RuleError` if a file cannot be parsed, and `RuleFolderError` if one cannot be read.
 */
export function importForeign(paths: readonly string[], options: ImportForeignOptions = {}): Promise<ForeignRules> {
  return importFiles(
    paths.flatMap((path) => readRuleFolder(path, true, path, options.linksWithin).rules),
    options,
  )
}

async function importFiles(files: readonly PackFile[], { format, linksWithin }: ImportForeignOptions): Promise<ForeignRules> {
  const taken = new Set<string>()
  const read = files.flatMap((file) => {
    const found = format ?? detectFormat(file)
    if (found === undefined) return []
    const imported = importRules([file], { format: found, readRelated: (path, from) => readRelated(path, from, linksWithin), taken })
    for (const { spec } of imported.rules) taken.add(spec.id)
    return [imported]
  })
  const diagnostics = read.flatMap((each) => each.diagnostics)
  if (diagnostics.length > 0) throw new RuleError(diagnostics)
  const rules = read.flatMap((each) => each.rules)
  const faults = await checkRules(rules)
  return {
    rules: rules.filter(({ spec }) => !faults.has(spec.id)),
    found: read.reduce((sum, { found }) => sum + found, 0),
    notes: [...read.flatMap((each) => each.notes), ...rules.flatMap((rule) => describeFault(rule, faults.get(rule.spec.id)))],
  }
}

/** Folders of rules in which foreign files are replaced by their translation. */
export async function readMixedFolders(
  paths: readonly string[],
  linksWithin?: string,
): Promise<{ readonly folders: readonly RuleFolder[]; readonly imported: ForeignRules | undefined }> {
  const folders = paths.map((path) => readRuleFolder(path, true, path, linksWithin))
  const foreign = folders.map(({ rules }) => rules.filter((file) => detectFormat(file) !== undefined))
  if (foreign.every((files) => files.length === 0)) return { folders, imported: undefined }
  const imported = await importFiles(foreign.flat(), linksWithin === undefined ? {} : { linksWithin })
  const replaced = folders.map((folder, index) => {
    const files = foreign[index] ?? []
    const names = new Set(files.map(({ path }) => path))
    const native = imported.rules.filter(({ file }) => names.has(file)).map(toPackFile)
    return { ...folder, rules: [...folder.rules.filter((file) => !files.includes(file)), ...native] }
  })
  return { folders: replaced, imported }
}

/** Imported rules as a folder for a scanner. */
function toRuleFolder(name: string, rules: readonly ImportedRule[]): RuleFolder {
  return { name, rules: rules.map(toPackFile), shared: [], packs: [], whole: true }
}

function toPackFile({ spec, file }: ImportedRule): PackFile {
  return { path: `${file}/${spec.id}.json`, text: JSON.stringify(spec, undefined, 1), parsed: spec }
}

/** Gitleaks names it relative to the working folder. A path next to the configuration is accepted too. */
function readRelated(path: string, from: string, linksWithin: string | undefined): PackFile | undefined {
  const found = [resolve(path), resolve(dirname(from), path)].find((each) => existsSync(each))
  return found === undefined ? undefined : readRuleFolder(found, true, path, linksWithin).rules[0]
}

/** The mistakes in translated rules, by id. */
async function checkRules(rules: readonly ImportedRule[]): Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
  const faults = new Map<string, readonly Diagnostic[]>()
  if (rules.length === 0) return faults
  try {
    const engine = await openEngine({ ...withOwnRules([], [toRuleFolder('imported', rules)]), check: true })
    await engine.close()
  } catch (error) {
    if (!(error instanceof RuleError)) throw error
    for (const fault of error.diagnostics) {
      const id = fault.file.endsWith('.json') ? fault.file.slice(fault.file.lastIndexOf('/') + 1, -'.json'.length) : ''
      faults.set(id, [...(faults.get(id) ?? []), fault])
    }
  }
  return faults
}

function describeFault({ origin, file, line }: ImportedRule, faults: readonly Diagnostic[] = []): readonly ImportNote[] {
  const [first] = faults
  return first === undefined
    ? []
    : [{ rule: origin, key: '', effect: 'rule', reason: `The translated rule is not valid: ${first.message}`, file, line }]
}
