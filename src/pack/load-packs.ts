import type { Diagnostic } from '../model/diagnostic.ts'
import type { Loaded, LoadedRule, PackFile, PackInput, RuleFolder, RulePack } from '../model/rule-pack.ts'
import type { RuleSpec } from '../model/rule-spec.ts'
import { checkRule, listMatchers } from './check-rule.ts'
import { checkShape } from './check-shape.ts'
import { cutFaults } from './cut-faults.ts'
import { sortDiagnostics } from './format-diagnostic.ts'
import { entryPointMatchers } from './entry-point-matchers.ts'
import { createTypeExpander, type ExpandTypes } from './expand-types.ts'
import { findPacks, type FoundPacks } from './find-packs.ts'
import { indexRules, type RuleIndex } from './index-rules.ts'
import { matchIdGlob } from '../text/match-id-glob.ts'
import { readModels } from './read-models.ts'
import { readShared, type SharedFiles } from './read-shared.ts'
import { readWords, type WordLists } from './read-words.ts'
import { readWithWords } from './expand-words.ts'
import { readEvidence } from './read-evidence.ts'
import { createPackResolver, mergeSelections, type Selection } from './resolve-packs.ts'
import { suggestWord } from '../text/nearest-word.ts'
import { sourceMatchers } from './source-matchers.ts'
import { sortFiles } from './sort-files.ts'
import { usedNames } from './shared-matchers.ts'
import { type PlacedPositions, reportAt } from './spec-file.ts'
import { isRuleSpec } from './validate-spec.generated.ts'

/**
 * Loads the wanted packs, and all packs of folders that are loaded completely. Reports every mistake at once, in order of file and position. `value`
 * contains the rules without mistakes. Rule files that no loaded pack names are read only in folders that are loaded completely.
 */
export function loadPacks(input: PackInput): Loaded<RulePack> {
  const { folders } = input
  const words = readWords(sortFiles(folders.flatMap((folder) => folder.words ?? [])))
  const models = readModels(sortFiles(folders.flatMap((folder) => folder.models ?? [])))
  const expand = createTypeExpander(models.files)
  const others = new Map([...entryPointMatchers(models.files), ...sourceMatchers(models.files)])
  const shared = readShared(sortFiles(folders.flatMap((folder) => folder.shared)), { words, others, expand })
  const rules = indexRules(folders)
  const packs = findPacks({ folders, wanted: input.wanted, rules })
  const reader = createRuleReader(rules, shared, words, expand)
  const { selections, diagnostics } = selectRules(packs, rules, reader)
  const own = folders.filter(({ whole }) => whole).flatMap((folder) => folder.rules)
  for (const file of own) reader.read(file)
  const selection = mergeSelections([...selections.values()], (id) => reader.specOf(id)?.severity)
  const loaded = applySelection(selection, rules, reader)
  const unselected = own.map((file) => rules.idOf(file)).filter((id) => !selection.has(id))
  const idle = applySelection(new Map(unselected.map((id) => [id, undefined])), rules, reader)
  const faulty = [...rules.ids].flatMap((id) => reader.faultyOf(id))
  const versions = [...selections].map(([name, { size }]) => ({ name, version: packs.versionOf(name), rules: size }))
  const weighing = readWeighing(folders, rules)
  const all = [
    ...weighing.diagnostics,
    ...words.diagnostics,
    ...shared.diagnostics,
    ...models.diagnostics,
    ...rules.diagnostics,
    ...packs.diagnostics,
    ...diagnostics,
    ...reader.diagnostics,
  ]
  return {
    ...(loaded.length + idle.length + faulty.length > 0 && {
      value: {
        rules: loaded,
        idle,
        faulty,
        shared: shared.usable,
        models: models.files.map(({ spec }) => expand(spec)),
        packs: versions,
        ...weighing.value,
      },
    }),
    diagnostics: sortDiagnostics(all),
  }
}

/** The weights of the first folder that has some, with the rules of that folder. */
function readWeighing(
  folders: readonly RuleFolder[],
  rules: RuleIndex,
): { readonly value: Pick<RulePack, 'weighing'>; readonly diagnostics: readonly Diagnostic[] } {
  const folder = folders.find(({ evidence }) => evidence !== undefined)
  if (folder?.evidence === undefined) return { value: {}, diagnostics: [] }
  const { table, diagnostics } = readEvidence(folder.evidence)
  return { value: table === undefined ? {} : { weighing: { table, rules: new Set(folder.rules.map(rules.idOf)) } }, diagnostics }
}

/** Selections of the chosen packs, by pack name in order. */
function selectRules(
  packs: FoundPacks,
  rules: RuleIndex,
  reader: RuleReader,
): { selections: ReadonlyMap<string, Selection>; diagnostics: readonly Diagnostic[] } {
  const resolver = createPackResolver({ packs: packs.byName, ids: rules.ids, specOf: reader.specOf })
  const selections = new Map<string, Selection>()
  for (const name of packs.taken) selections.set(name, packs.implicit.get(name) ?? resolver.resolve(name))
  return { selections, diagnostics: resolver.diagnostics }
}

interface ReadRule {
  readonly spec: RuleSpec
  readonly positions: PlacedPositions
  /** True if the rule and all matchers that it uses have no mistake. */
  readonly usable: boolean
}

interface RuleReader {
  /** Undefined if the file does not have the shape of a rule. */
  read(file: PackFile): ReadRule | undefined
  specOf(id: string): RuleSpec | undefined
  /** The readable parts of a rule with mistakes. */
  faultyOf(id: string): readonly LoadedRule[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads each rule file once, on first use. */
function createRuleReader(rules: RuleIndex, shared: SharedFiles, words: WordLists, expand: ExpandTypes): RuleReader {
  const known = new Map<PackFile, ReadRule | undefined>()
  const diagnostics: Diagnostic[] = []
  const read = (file: PackFile): ReadRule | undefined => {
    if (!known.has(file)) {
      const { rule, mistakes } = readRule(readWithWords(file, words), { file, rules, shared, expand })
      diagnostics.push(...mistakes)
      known.set(file, rule)
    }
    return known.get(file)
  }
  const specOf = (id: string): RuleSpec | undefined => {
    const file = rules.fileOf(id)
    return file && read(file)?.spec
  }
  const faultyOf = (id: string): readonly LoadedRule[] => {
    const file = rules.fileOf(id)
    const rule = file && known.get(file)
    return rule === undefined || rule.usable ? [] : [rule]
  }
  return { read, specOf, faultyOf, diagnostics }
}

function readRule(
  read: ReturnType<typeof readWithWords>,
  { file, rules, shared, expand }: { readonly file: PackFile; readonly rules: RuleIndex; readonly shared: SharedFiles; readonly expand: ExpandTypes },
): { rule?: ReadRule; mistakes: readonly Diagnostic[] } {
  if (read.spec === undefined) return { mistakes: read.diagnostics }
  const checked = file.checked === true
  const shape = checkShape(read.spec, isRuleSpec, 'a rule', checked)
  const mistakes = [...read.diagnostics, ...shape.diagnostics]
  const spec = shape.spec ?? cutFaults(read.spec.value, isRuleSpec)
  if (spec === undefined) return { mistakes }
  const { positions } = read.spec
  const context = { positions, shared: shared.index, sharedComplete: shared.complete, languages: spec.languages }
  mistakes.push(
    ...(shape.spec === undefined ? [] : checkId(spec.id, file, rules, positions)),
    ...(checked ? [] : [...checkRule(spec, context), ...checkYielding(spec, rules, positions)]),
  )
  const usesFaulty = listMatchers(spec).some(({ matcher }) => usedNames(matcher).some((name) => !shared.usable.has(name)))
  return { rule: { spec: expand(spec), positions, usable: mistakes.length === 0 && !usesFaulty }, mistakes }
}

function checkYielding({ id, 'yields-to': others = [] }: RuleSpec, rules: RuleIndex, positions: PlacedPositions): Diagnostic[] {
  return others.flatMap((other, index) => {
    if (other !== id && (rules.fileOf(other) !== undefined || rules.ids.some((each) => each !== id && matchIdGlob(other, each)))) return []
    const message =
      other === id ? 'A rule cannot yield to itself.' : `No ${other.includes('*') ? 'other rule has an id like' : 'rule has the id'} \`${other}\`.`
    const hint = other === id ? 'leave it out' : suggestWord(other, rules.ids)
    return [reportAt(positions, ['yields-to', index], { code: 'rule/unknown-rule', message, hint })]
  })
}

function checkId(id: string, file: PackFile, rules: RuleIndex, positions: PlacedPositions): Diagnostic[] {
  const fileId = rules.idOf(file)
  if (id === fileId) return []
  const other = rules.fileOf(id)
  if (other !== undefined) {
    const mistake = {
      code: 'rule/duplicate-id',
      message: `The id \`${id}\` is already used by ${other.path}.`,
      hint: `the name of this file requires the id \`${fileId}\``,
    }
    return [reportAt(positions, ['id'], mistake)]
  }
  const mistake = {
    code: 'rule/id-not-file-name',
    message: `The id \`${id}\` differs from the file name.`,
    hint: `write \`id: ${fileId}\`, or rename the file`,
  }
  return [reportAt(positions, ['id'], mistake)]
}

/** The usable rules of a selection in id order, with the severities of the selection. */
function applySelection(selection: Selection, rules: RuleIndex, reader: RuleReader): readonly LoadedRule[] {
  return [...selection.keys()].sort().flatMap((id) => {
    const file = rules.fileOf(id)
    const rule = file && reader.read(file)
    if (rule === undefined || !rule.usable) return []
    return [{ spec: { ...rule.spec, severity: selection.get(id) ?? rule.spec.severity }, positions: rule.positions }]
  })
}
