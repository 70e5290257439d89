import type { Diagnostic } from '../model/diagnostic.ts'
import type { PackSpec, RuleSpec } from '../model/rule-spec.ts'
import { SEVERITIES, type Severity } from '../model/severity.ts'
import { matchIdGlob } from '../text/match-id-glob.ts'
import { suggestWord } from '../text/nearest-word.ts'
import { type PlacedPositions, reportAt, reportAtKey } from './spec-file.ts'

/** A pack without syntax errors. */
export interface LoadedPack {
  readonly spec: PackSpec
  readonly positions: PlacedPositions
}

/** The ids of a pack's rules with the severity that the pack sets. Undefined keeps the severity of the rule. */
export type Selection = ReadonlyMap<string, Severity | undefined>

/** The rules and packs that packs are resolved with. */
export interface PackWorld {
  readonly packs: ReadonlyMap<string, LoadedPack>
  /** The ids of all rules, readable or not, in id order. */
  readonly ids: readonly string[]
  /** Undefined if the rule could not be read. */
  specOf(id: string): RuleSpec | undefined
}

/** Resolves packs on demand. The mistakes of each pack are reported once, even if several packs include it. */
export function createPackResolver(world: PackWorld): { resolve(name: string): Selection; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const known = new Map<string, Selection>()
  const resolve = (name: string, trail: readonly string[]): Selection => {
    const selected = known.get(name)
    if (selected !== undefined) return selected
    const pack = world.packs.get(name)
    if (pack === undefined) return new Map()
    const included = (pack.spec.packs ?? []).flatMap((other, index) => {
      const mistake = checkInclusion(other, [...trail, name], world)
      if (mistake !== undefined) diagnostics.push(reportAt(pack.positions, ['packs', index], mistake))
      return mistake === undefined ? [resolve(other, [...trail, name])] : []
    })
    const selection = selectRules(pack, { included, world, diagnostics })
    known.set(name, selection)
    return selection
  }
  return { resolve: (name) => resolve(name, []), diagnostics }
}

/** Merges two selections. If both set a severity for a rule, the higher one is used, so that the order has no effect. */
export function mergeSelections(selections: readonly Selection[], severityOf: (id: string) => Severity | undefined): Selection {
  const merged = new Map<string, Severity | undefined>()
  for (const [id, severity] of selections.flatMap((selection) => [...selection])) {
    const other = merged.get(id)
    if (!merged.has(id)) merged.set(id, severity)
    else if (other !== severity) merged.set(id, worse(other ?? severityOf(id), severity ?? severityOf(id)))
  }
  return merged
}

function worse(left: Severity | undefined, right: Severity | undefined): Severity | undefined {
  return SEVERITIES.find((severity) => severity === left || severity === right)
}

function checkInclusion(
  name: string,
  trail: readonly string[],
  { packs }: PackWorld,
): { code: string; message: string; hint?: string | undefined } | undefined {
  if (trail.includes(name)) {
    const way = [...trail.slice(trail.indexOf(name)), name].map((each) => `\`${each}\``).join(' → ')
    return { code: 'pack/cycle', message: `The pack includes itself in a cycle: ${way}.` }
  }
  if (packs.has(name)) return undefined
  return { code: 'pack/unknown-pack', message: `No pack is named \`${name}\`.`, hint: suggestWord(name, packs.keys()) }
}

interface SelectionContext {
  readonly included: readonly Selection[]
  readonly world: PackWorld
  readonly diagnostics: Diagnostic[]
}

function selectRules(pack: LoadedPack, context: SelectionContext): Selection {
  const severityOf = (id: string): Severity | undefined => context.world.specOf(id)?.severity
  // An override of an included pack applies even if a glob of this pack also matches the rule.
  const listed = keepOnly(addListed(mergeSelections(context.included, severityOf), pack, context), pack, context)
  const selection = applyOverrides(listed, pack, context)
  if (selection.size === 0 && listed.size > 0) {
    const { spec, positions } = pack
    context.diagnostics.push(reportAt(positions, ['overrides'], { code: 'pack/empty', message: `The pack \`${spec.name}\` disables all its rules.` }))
  }
  return selection
}

/** The given rules and those that the pack's ids and globs select. */
function addListed(included: Selection, { spec, positions }: LoadedPack, { world, diagnostics }: SelectionContext): Selection {
  const selection = new Map(included)
  for (const [index, glob] of (spec.rules ?? []).entries()) {
    const found = world.ids.filter((id) => matchIdGlob(glob, id))
    for (const id of found) if (!selection.has(id)) selection.set(id, undefined)
    if (found.length > 0) continue
    const message = glob.includes('*') ? `No rule's id matches \`${glob}\`.` : `No rule has the id \`${glob}\`.`
    diagnostics.push(reportAt(positions, ['rules', index], { code: 'pack/unknown-rule', message, hint: suggestWord(glob, world.ids) }))
  }
  return selection
}

/** Keeps the rules that match the pack's `only`. A rule that could not be read is kept, so that its mistakes are reported. */
function keepOnly(listed: Selection, { spec, positions }: LoadedPack, { world, diagnostics }: SelectionContext): Selection {
  const { only } = spec
  if (only === undefined) return listed
  const kept = new Map([...listed].filter(([id]) => isMeant(only, world.specOf(id))))
  if (kept.size === 0 && listed.size > 0)
    diagnostics.push(
      reportAtKey(positions, ['only'], { code: 'pack/empty', message: `The filters of \`only\` exclude all rules of the pack \`${spec.name}\`.` }),
    )
  return kept
}

function isMeant({ categories, languages, severities, cwe, owasp }: NonNullable<PackSpec['only']>, rule: RuleSpec | undefined): boolean {
  if (rule === undefined) return true
  const hasOne = <T>(wanted: readonly T[] | undefined, own: readonly T[] | undefined): boolean =>
    wanted === undefined || own === undefined || own.some((value) => wanted.includes(value))
  return (
    hasOne(categories, [rule.category]) &&
    hasOne(languages, rule.languages) &&
    hasOne(severities, [rule.severity]) &&
    hasOne(cwe, rule.cwe ?? []) &&
    (owasp === undefined || owasp.some((glob) => (rule.owasp ?? []).some((entry) => matchIdGlob(glob, entry))))
  )
}

function applyOverrides(listed: Selection, { spec, positions }: LoadedPack, { world, diagnostics }: SelectionContext): Selection {
  const selection = new Map(listed)
  for (const [id, { severity, off }] of Object.entries(spec.overrides ?? {})) {
    if (!selection.has(id)) {
      const hint = world.ids.includes(id) ? `add \`${id}\` to \`rules\`` : suggestWord(id, selection.keys())
      diagnostics.push(
        reportAtKey(positions, ['overrides', id], { code: 'pack/unknown-override', message: `The pack has no rule \`${id}\` to change.`, hint }),
      )
    } else if (off === true) selection.delete(id)
    else if (severity !== undefined) selection.set(id, severity)
  }
  return selection
}
