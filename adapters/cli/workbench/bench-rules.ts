import type { RuleCost, RuleFolder, ScanProfile, Scanner, ScanStats, WrittenRule } from '../../../src/node/index.ts'
import type { LibraryModules } from '../engine/library-modules.ts'
import { hasDiagnostics } from '../messages/format-diagnostics.ts'
import type { OpenPack } from './open-pack.ts'

/** The cost of a rule or of one of its matchers, as the fastest of several scans. */
export interface MatcherCost {
  readonly rule: string
  /** Path of the matcher in the rule. Absent for the whole rule. */
  readonly matcher?: string
  readonly milliseconds: number
  /** Files in which it was tried, because the prefilter did not exclude them. */
  readonly tried: number
  /** Share of the files that the prefilter excluded, from 0 to 1. */
  readonly prefiltered: number
  /** Milliseconds relative to parsing all files that had to be parsed. */
  readonly ofParsing: number
}

export interface RuleBench {
  readonly files: number
  readonly bytes: number
  readonly parseMilliseconds: number
  /** Slowest first. */
  readonly costs: readonly MatcherCost[]
}

/** The first scan compiles. */
const SCANS = 3

/** Measures a scanner. `named` gives the rule and matcher of a measured rule. */
export async function benchScanner(
  scanner: Pick<Scanner, 'scan'>,
  paths: readonly string[],
  named: (id: string) => Pick<MatcherCost, 'rule' | 'matcher'>,
  library: LibraryModules,
): Promise<RuleBench> {
  const { listFiles } = await library.engine()
  const runs: { readonly profile: ScanProfile; readonly stats: ScanStats }[] = []
  for (let run = 0; run < SCANS; run++) {
    let [profile, stats]: [ScanProfile | undefined, ScanStats | undefined] = [undefined, undefined]
    const files = await listFiles([...paths], { noIgnore: true, includeVendored: true })
    await scanner.scan(files, { includeVendored: true, onProfile: (given) => void (profile = given), onStats: (given) => void (stats = given) })
    if (profile !== undefined && stats !== undefined) runs.push({ profile, stats })
  }
  const files = runs[0]?.stats.files ?? 0
  const parseMilliseconds = Math.min(...runs.map(({ profile }) => profile.phases.find(({ phase }) => phase === 'parse')?.milliseconds ?? 0))
  const fastest = new Map<string, RuleCost>()
  for (const cost of runs.flatMap(({ profile }) => profile.rules)) {
    const known = fastest.get(cost.rule)
    if (known === undefined || cost.milliseconds < known.milliseconds) fastest.set(cost.rule, cost)
  }
  const costs = [...fastest.values()].map(({ rule, milliseconds, files: tried }) => ({
    ...named(rule),
    milliseconds: Math.round(1000 * milliseconds) / 1000,
    tried,
    prefiltered: files === 0 ? 0 : Math.round(1000 * (1 - tried / files)) / 1000,
    ofParsing: parseMilliseconds === 0 ? 0 : Math.round((1000 * milliseconds) / parseMilliseconds) / 1000,
  }))
  return {
    files,
    bytes: runs[0]?.stats.bytes ?? 0,
    parseMilliseconds: Math.round(1000 * parseMilliseconds) / 1000,
    costs: costs.toSorted((left, right) => right.milliseconds - left.milliseconds),
  }
}

/** Measures the rules of a pack, and each of their alternatives, sources and sinks as a rule of its own. */
export async function benchPack(pack: OpenPack, paths: readonly string[], library: LibraryModules): Promise<RuleBench> {
  const whole = pack.rules.map(({ id, file, value }) => ({ id, path: file.path, text: file.text, value }))
  const parts = pack.rules.flatMap(listParts)
  const names = new Map(parts.map(({ id, rule, matcher }) => [id, { rule, matcher }]))
  const scanner = await openParts(pack, [...whole, ...parts])
  try {
    return await benchScanner(scanner, paths, (id) => names.get(id) ?? { rule: id }, library)
  } finally {
    await scanner.close()
  }
}

interface RulePart {
  readonly id: string
  readonly path: string
  readonly text: string
  readonly rule: string
  readonly matcher: string
}

/** Keys of sources and sinks that a matcher of a rule does not have. */
const ENDS: ReadonlySet<string> = new Set([
  'label',
  'requires',
  'by-side-effect',
  'exact',
  'parameter',
  'decorator',
  'severity',
  'confidence',
  'scope',
  'data-name',
  'fields',
  'ignored-guards',
  'context',
  'with',
  'weak',
])

function listParts({ id, spec }: WrittenRule): readonly RulePart[] {
  const { match, taint, requires: _, weaker: __, autofix: ___, message: ____, 'one-cause': _____, ...head } = spec
  const lists = [
    ...(match?.any ?? []).map((each, index) => ({ matcher: `match.any.${index}`, value: { ...match, any: [each] } })),
    ...(['sources', 'sinks'] as const).flatMap((key) =>
      (taint?.[key] ?? []).map((each, index) => ({
        matcher: `taint.${key}.${index}`,
        value: Object.fromEntries(Object.entries(each).filter(([name]) => !ENDS.has(name))),
      })),
    ),
  ]
  return lists.map(({ matcher, value }, index) => {
    const own = `${id}-part${index}`
    const text = JSON.stringify({ ...head, id: own, description: 'A part of a rule.', 'yields-to': undefined, match: value })
    return { id: own, path: `${own}.json`, text, rule: id, matcher }
  })
}

/** Parts that are not valid rules of their own are left out. */
async function openParts(pack: OpenPack, rules: readonly { readonly path: string; readonly text: string }[]): Promise<Scanner> {
  const folder: RuleFolder = { ...pack.folder, rules, packs: [], whole: true }
  try {
    return await pack.createScanner(folder)
  } catch (error) {
    if (!(error instanceof Error) || !hasDiagnostics(error)) throw error
    const wrong = new Set(error.diagnostics.map(({ file }) => file))
    const rest = rules.filter(({ path }) => !wrong.has(path) || !/-part\d+\.json$/.test(path))
    if (rest.length === rules.length) throw error
    return openParts(pack, rest)
  }
}
