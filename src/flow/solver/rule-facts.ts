import { compareTexts } from '../../model/compare-texts.ts'
import type { SinkSite, SourceSite } from '../../model/flow.ts'
import { type AccessPaths, WHOLE } from './access-paths.ts'
import type { Project } from '../program/link-program.ts'
import type { GuardedValues } from '../guards/guarded-values.ts'
import { type GuardedArgument, propagateSanitizers } from '../guards/helper-checks.ts'
import { allBits, type Batch, bitsOf, containedOf, exactBits, labelOf, labelsOf, ownFileBits, sinkBits } from './label-sets.ts'
import type { PointsTo } from '../points-to/points-to.ts'
import type { NonEscapingTest } from '../heap/non-escaping.ts'
import type { Origin, Seed, SinkFact, TaintFacts } from './fact-table.ts'
import { selectsParameter } from '../endpoints/selects-parameter.ts'

/** A source or sink, and the index of its file. */
export type Located<Site> = Site & { readonly file: number }

export interface FactsInput {
  readonly project: Project
  readonly pointsTo: PointsTo
  readonly paths: AccessPaths
  readonly sources: readonly Located<SourceSite>[]
  readonly sinks: readonly Located<SinkSite>[]
  readonly guards: GuardedValues
  readonly helperChecks: readonly GuardedArgument[]
  /** Whether a call reaches functions of the program alone that hand nothing on. */
  isOwnCall(file: number, call: number): boolean
  readonly isTakenApart: NonEscapingTest
}

/** What rules found in the files, as bits of the labels of a batch, by value. */
export function readFacts(input: FactsInput, batch: Batch): TaintFacts {
  const { sinks } = input
  return {
    origins: originsOf(input, batch),
    sinks: readSinks(input, batch),
    sanitized: readSanitized(input, batch),
    passes: readPasses(input, batch),
    relabels: readRelabels(input, batch),
    exact: exactBits(batch),
    ownFile: ownFileBits(batch),
    contained: batch.contained,
    sinkFiles: sinks.map(({ file }) => file),
    sinkStarts: sinks.map(({ start }) => start),
  }
}

function readSinks({ project, sinks, isOwnCall, isTakenApart }: FactsInput, batch: Batch): TaintFacts['sinks'] {
  const found = new Map<number, SinkFact[]>()
  for (const [sink, site] of sinks.entries()) {
    const uses = site.uses.filter((use) => use.role === 'sink' && use.appliesTo(project.files[site.file].path))
    let bits = 0
    let whole = 0
    for (const use of uses) {
      if (use.fields !== undefined) continue
      const taken = sinkBits(batch, use)
      if (use.exact) whole |= taken & ~bits
      else whole &= ~taken
      bits |= taken
    }
    // What takes fields out of an object does not take the object.
    if (whole !== 0 && site.call >= 0 && isTakenApart(site.file, site.call, site.values)) bits &= ~whole
    const facts: SinkFact[] = bits === 0 ? [] : [{ sink, bits, whole: whole & bits }]
    for (const use of uses) {
      const taken = use.fields === undefined ? 0 : sinkBits(batch, use) & ~bits
      if (taken !== 0) facts.push({ sink, bits: taken, whole: taken, fields: new Set(use.fields?.map((name) => project.keyId(name))) })
    }
    if (facts.length > 0 && (site.call < 0 || !isOwnCall(site.file, site.call)))
      for (const value of site.values) for (const fact of facts) push(found, value + project.firstValue[site.file], fact)
  }
  return found
}

function readSanitized({ project, guards, helperChecks }: FactsInput, batch: Batch): Int32Array {
  const sanitized = new Int32Array(project.count)
  for (const [file, { sanitizers }] of project.files.entries()) {
    const base = project.firstValue[file]
    for (const { values, uses } of sanitizers) {
      let bits = 0
      for (const use of uses)
        if (use.role === 'sanitizer') bits |= use.label === undefined ? allBits(batch, use.rule) : bitsOf(batch, use.rule, use.label)
      if (bits !== 0) for (const value of values) if (value >= 0) sanitized[base + value] |= bits
    }
  }
  for (const value of guards.sanitized) sanitized[value] = -1
  // What it was is gone, and that it lies within a folder stays.
  for (const value of guards.containedPaths) sanitized[value] |= ~containedOf(batch, batch.contained)
  propagateSanitizers(helperChecks, sanitized)
  return sanitized
}

function readPasses({ project }: FactsInput, batch: Batch): TaintFacts['passes'] {
  const passes = new Map<number, { to: number; bits: number }[]>()
  for (const [file, { propagators }] of project.files.entries()) {
    const base = project.firstValue[file]
    for (const { from, to, use } of propagators) {
      const bits = allBits(batch, use.rule)
      if (bits !== 0) push(passes, base + from, { to: base + to, bits })
    }
  }
  return passes
}

/** Sources that give another label to data of others. */
function readRelabels({ project, sources }: FactsInput, batch: Batch): TaintFacts['relabels'] {
  const relabels = new Map<number, ((bits: number) => number)[]>()
  for (const { uses, values, file } of sources) {
    for (const use of uses) {
      const { requires } = use
      const bit = bitOf(batch, use)
      if (requires === undefined || bit === 0) continue
      for (const value of values) push(relabels, project.firstValue[file] + value, (held) => (requires(labelsOf(batch, use.rule, held)) ? bit : 0))
    }
  }
  return relabels
}

/** Sources whose data has the same labels and weighs the same are one origin: each value is looked at once for all of them. */
function originsOf(input: FactsInput, batch: Batch): readonly Origin[] {
  const origins = new Map<string, { readonly file: number; readonly seeds: Seed[] }>()
  for (const [source, site] of input.sources.entries()) {
    const seeds = seedsOf(input, batch, site).map((seed) => ({ source, ...seed }))
    if (seeds.length === 0) continue
    const begun = site.uses.filter((use) => begins(batch, use))
    const file = begun.some(({ ownFile }) => ownFile) ? site.file : -1
    const kinds = begun.map((use) => `${bitOf(batch, use)} ${use.severity} ${use.confidence}`)
    const key = `${file}: ${kinds.toSorted(compareTexts).join(', ')}`
    const known = origins.get(key)
    if (known === undefined) origins.set(key, { file, seeds })
    else known.seeds.push(...seeds)
  }
  return [...origins.values()]
}

function seedsOf({ project, pointsTo, paths }: FactsInput, batch: Batch, site: Located<SourceSite>): readonly Omit<Seed, 'source'>[] {
  const base = project.firstValue[site.file]
  const bits = site.uses.reduce((all, use) => (begins(batch, use) ? all | bitOf(batch, use) : all), 0)
  if (bits === 0) return []
  const starts = site.parts.length === 0 ? [WHOLE] : site.parts.map((part) => paths.prefix(project.keyId(part), WHOLE))
  const passed = site.callbacks.flatMap((value) =>
    pointsTo.functionsOrElements(base + value).flatMap((target) => selectedParameters(project.functions[target].parameters, site)),
  )
  return [...site.values.map((value) => base + value), ...passed].flatMap((value) => starts.map((path) => ({ value, path, bits })))
}

function selectedParameters(parameters: Project['functions'][number]['parameters'], { parameter }: SourceSite): readonly number[] {
  return parameters.flatMap((each, index) => (selectsParameter(parameter, each, index) ? [each.value] : []))
}

/** Whether data begins there; else data of others gets another label. */
function begins(batch: Batch, use: SourceSite['uses'][number]): boolean {
  return use.requires === undefined && bitOf(batch, use) !== 0
}

/** The bit of the label that a source gives; 0 where its rule is in another batch. */
function bitOf(batch: Batch, use: SourceSite['uses'][number]): number {
  return use.role === 'source' ? (batch.rules.get(use.rule)?.get(labelOf(use)) ?? 0) : 0
}

function push<T>(map: Map<number, T[]>, key: number, item: T): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [item])
  else known.push(item)
}
