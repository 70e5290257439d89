import type { RuleFolder, Scanner, WrittenRule } from '../index.ts'
import { type ClauseChange, clausesIn, listChanges, outerClauses, removeClause, valueAtPath } from './clause-changes.ts'
import { type FixtureFile, prepareFixtures } from './prepare-fixtures.ts'

/** A rule whose clauses are tested by changing them. */
export interface MutationInput {
  /** Of `readRules`. */
  readonly rule: WrittenRule
  /** The sample code of the rule. */
  readonly files: readonly FixtureFile[]
  /** The folder of the rule: its named matchers and models are used. */
  readonly folder: RuleFolder
  /** Creates a scanner with the rules of this folder only. Throws `RuleError` for rules with mistakes. */
  readonly createScanner: (folder: RuleFolder) => Promise<Pick<Scanner, 'scan' | 'close'>>
  /** Also removes single entries of lists of plain values, such as names of functions. */
  readonly names?: boolean
  /** Also changes single values: truth values, `all` and `any`, anchors of regexes, thresholds. */
  readonly changes?: boolean
}

/** A change of a rule that no sample code notices. */
export interface Survivor {
  /** `match.any.1.where.$X` */
  readonly path: string
  /** `removed`, or what the value became. */
  readonly change: string
  /** The clause as JSON in one line, at most a hundred characters. */
  readonly clause: string
  readonly line: number
}

/** The changes of one rule. */
export interface MutationReport {
  readonly rule: string
  readonly file: string
  /** Number of tried changes that give a valid rule. */
  readonly tried: number
  readonly survivors: readonly Survivor[]
}

/** Number of variants of a rule that are scanned together. */
const TOGETHER = 60
/** A scan of many variants needs more steps. */
const LIMITS = { maxScanSteps: 20_000_000_000 }
const MAX_SHOWN = 100

/**
 * Removes one clause of a rule at a time and scans its sample code without it. A removal after which all findings stay the same is a survivor: no
 * sample code depends on this clause, and its parts are not tried. All variants of a rule are scanned together as separate rules.
 */
export async function mutateRule(input: MutationInput): Promise<MutationReport> {
  const { rule, names = false } = input
  const survivors: Survivor[] = []
  let tried = 0
  const tryAll = async (changes: readonly ClauseChange[]): Promise<readonly ClauseChange[]> => {
    const noticed: ClauseChange[] = []
    for (let start = 0; start < changes.length; start += TOGETHER) {
      for (const { change, same } of await compareVariants(input, changes.slice(start, start + TOGETHER))) {
        if (same !== undefined) tried++
        if (same === true) survivors.push(toSurvivor(rule, change))
        else noticed.push(change)
      }
    }
    return noticed
  }
  for (let paths = outerClauses(rule.value, names); paths.length > 0; ) {
    const noticed = await tryAll(paths.map((path) => removeClause(rule.value, path)))
    paths = noticed.flatMap(({ path }) => clausesIn(valueAtPath(rule.value, path), path, names))
  }
  const isDead = ({ path }: ClauseChange): boolean => survivors.some((survivor) => `${path.join('.')}.`.startsWith(`${survivor.path}.`))
  if (input.changes === true) await tryAll(listChanges(rule.value).filter((change) => !isDead(change)))
  return { rule: rule.id, file: rule.file.path, tried, survivors }
}

function toSurvivor({ value, positions }: WrittenRule, { path, change }: ClauseChange): Survivor {
  const clause = JSON.stringify(valueAtPath(value, path)) ?? ''
  return { path: path.join('.'), change, clause: clause.slice(0, MAX_SHOWN), line: positions.positionOf(path).line }
}

interface Compared {
  readonly change: ClauseChange
  /** Whether the findings are those of the unchanged rule. Undefined if the change gives no valid rule. */
  readonly same: boolean | undefined
}

async function compareVariants(input: MutationInput, changes: readonly ClauseChange[]): Promise<readonly Compared[]> {
  const whole = toVariant(input.rule, input.rule.value, 'whole')
  const variants = changes.map((change, index) => ({ change, ...toVariant(input.rule, change.value, `m${index}`) }))
  const found = await scanVariants(input, [whole, ...variants])
  return variants.map(({ change, id }) => ({ change, same: found.has(id) ? found.get(id) === found.get(whole.id) : undefined }))
}

interface Variant {
  readonly id: string
  readonly path: string
  readonly text: string
}

function toVariant({ id: rule }: WrittenRule, value: unknown, suffix: string): Variant {
  const id = `${rule}-${suffix}`
  const spec = typeof value === 'object' && value !== null ? { ...value, id, 'yields-to': undefined } : {}
  return { id, path: `${id}.json`, text: JSON.stringify(spec) }
}

/** The findings of each variant as text, by its id. Variants that are not valid rules are left out. */
async function scanVariants(input: MutationInput, variants: readonly Variant[]): Promise<ReadonlyMap<string, string>> {
  const { scanner, usable } = await openVariants(input, variants)
  const found = new Map(usable.map(({ id }) => [id, '']))
  for (const { files } of prepareFixtures(input.files).projects) {
    const { findings } = await scanner.scan(files, { limits: LIMITS })
    const lines = new Map<string, Set<string>>()
    for (const { rule, places = [], file, line, severity, confidence } of findings) {
      const own = lines.get(rule) ?? new Set()
      for (const place of [{ file, line }, ...places]) own.add(`${place.file}:${place.line} ${severity} ${confidence}`)
      lines.set(rule, own)
    }
    for (const { id } of usable) found.set(id, `${found.get(id) ?? ''}|${[...(lines.get(id) ?? [])].sort().join('\n')}`)
  }
  await scanner.close()
  return found
}

interface OpenVariants {
  readonly scanner: Pick<Scanner, 'scan' | 'close'>
  readonly usable: readonly Variant[]
}

async function openVariants(input: MutationInput, variants: readonly Variant[]): Promise<OpenVariants> {
  const rules = variants.map(({ path, text }) => ({ path, text }))
  try {
    return { scanner: await input.createScanner({ ...input.folder, rules, packs: [], whole: true }), usable: variants }
  } catch (error) {
    const wrong = faultyFiles(error)
    const rest = variants.filter(({ path }) => !wrong.has(path))
    if (rest.length === variants.length || rest.length === 0) throw error
    return openVariants(input, rest)
  }
}

/** The files that a `RuleError` is about. Tests the shape, because each entry point bundles a class of its own. */
function faultyFiles(error: unknown): ReadonlySet<string> {
  if (!(error instanceof Error && 'diagnostics' in error && Array.isArray(error.diagnostics))) return new Set()
  const diagnostics: readonly { readonly file?: string }[] = error.diagnostics
  return new Set(diagnostics.flatMap(({ file }) => file ?? []))
}
