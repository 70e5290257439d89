import { parseToml } from '../../engines/toml.ts'
import type { Diagnostic } from '../../model/diagnostic.ts'
import type { ImportedRule, ImportedRules, ImportNote } from '../../model/imported-rules.ts'
import type { PackFile } from '../../model/rule-pack.ts'
import { keepNotes } from '../note-keeper.ts'
import { textsOf } from '../plain-value.ts'
import { toRuleId } from '../rule-id.ts'
import { extendConfig, type GitleaksConfig, type GitleaksRule, readConfig } from './read-config.ts'
import { translateRule } from './translate-rule.ts'

/** Reads the file that `extend.path` names, relative to a file. Undefined if there is none. */
export type ReadRelated = (path: string, from: string) => PackFile | undefined

/** How many configurations can extend each other. Gitleaks allows two. */
const MAX_EXTENDS = 2

/** Translates a Gitleaks configuration with those that it extends. */
export function importGitleaks(
  file: PackFile,
  taken: Set<string>,
  readRelated: ReadRelated,
): ImportedRules & { readonly diagnostics: readonly Diagnostic[] } {
  const ofFile = keepNotes(file.path, undefined, () => 1)
  const read = load(file, readRelated, ofFile.add, 0)
  if ('fault' in read) return { rules: [], found: 0, notes: [], diagnostics: [read.fault] }
  const rules: ImportedRule[] = []
  const notes: ImportNote[] = [...ofFile.notes]
  for (const rule of read.config.rules) {
    const keeper = keepNotes(rule.file, rule.id, () => rule.line)
    const spec = translateRule(rule, toRuleId(rule.id, taken), sharedLists(read.config, rule), keeper)
    notes.push(...keeper.notes)
    if (spec !== undefined) rules.push({ origin: rule.id, file: rule.file, line: rule.line, spec })
  }
  return { rules, found: read.config.rules.length, notes, diagnostics: [] }
}

/** The allowlists of the configuration that apply to a rule. */
function sharedLists({ allowlists }: GitleaksConfig, { id }: GitleaksRule): GitleaksConfig['allowlists'] {
  return allowlists.filter((list) => {
    const targets = textsOf(list['targetRules'])
    return targets.length === 0 || targets.includes(id)
  })
}

type AddNote = ReturnType<typeof keepNotes>['add']

function load(
  file: PackFile,
  readRelated: ReadRelated,
  add: AddNote,
  depth: number,
): { readonly config: GitleaksConfig } | { readonly fault: Diagnostic } {
  const toml = parseToml(file.text)
  if (toml.kind === 'fault') {
    const { message, line, column } = toml
    return { fault: { code: 'syntax/toml', message: `The TOML cannot be read here: ${message}.`, file: file.path, line, column } }
  }
  const config = readConfig(file.path, file.text, toml.value)
  const { extend } = config
  if (extend?.useDefault === true)
    add(
      'extend.useDefault',
      'part',
      'The default rules of Gitleaks are not part of Assay. The built-in pack `secrets` finds secrets of the same kinds.',
    )
  if (extend?.path === undefined) return { config }
  if (depth >= MAX_EXTENDS) {
    add('extend.path', 'part', `Only ${MAX_EXTENDS} configurations can extend each other.`)
    return { config }
  }
  const base = readRelated(extend.path, file.path)
  if (base === undefined) {
    add('extend.path', 'part', `The file \`${extend.path}\` cannot be read, so its rules are missing.`)
    return { config }
  }
  const inner = load(base, readRelated, add, depth + 1)
  return 'fault' in inner ? inner : { config: extendConfig(config, inner.config) }
}
