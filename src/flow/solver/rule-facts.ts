import { compareTexts } from '../../model/compare-texts.ts'
import { contextBit, NO_CONTEXTS, type StringContexts } from '../../model/string-context.ts'
import type { SanitizerSite, SinkSite, SourceSite } from '../../model/flow.ts'
import type { AccessPaths } from './access-paths.ts'
import { passedParameters } from './passed-parameters.ts'
import { EMPTY_PATH } from './path-table.ts'
import type { Project } from '../program/link-program.ts'
import type { GuardedValues } from '../guards/guarded-values.ts'
import type { CalleeKnowledge } from '../guards/callee-knowledge.ts'
import { type GuardedArgument, propagateSanitizers } from '../guards/helper-checks.ts'
import {
  labelsOfRule,
  type LabelBatch,
  labelsNamed,
  toContainedState,
  exactLabels,
  labelKey,
  labelNames,
  ownFileLabels,
  labelsOfSink,
} from './label-sets.ts'
import type { PointsTo } from '../points-to/points-to.ts'
import type { NonEscapingTest } from '../heap/non-escaping.ts'
import type { SourceGroup, Seed, SinkAnnotation, TaintAnnotations } from './taint-annotations.ts'
import { addToGroup } from '../../model/group-by.ts'

/** A source or sink, and the index of its file. */
export type Located<Site> = Site & { readonly file: number }

export interface AnnotationInput {
  readonly project: Project
  readonly pointsTo: PointsTo
  readonly paths: AccessPaths
  readonly sources: readonly Located<SourceSite>[]
  readonly sinks: readonly Located<SinkSite>[]
  readonly guards: GuardedValues
  readonly helperChecks: readonly GuardedArgument[]
  readonly callees: CalleeKnowledge
  /** Whether a call reaches functions of the program alone that hand nothing on. */
  isApplicationCall(file: number, call: number): boolean
  readonly isFieldOnlyUse: NonEscapingTest
}

/** What rules found in the files, as bits of the labels of a batch, by value. */
export function readAnnotations(input: AnnotationInput, batch: LabelBatch): TaintAnnotations {
  const { sinks } = input
  return {
    sourceGroups: groupSources(input, batch),
    sinks: readSinks(input, batch),
    ...readSanitized(input, batch),
    propagators: readPropagators(input, batch),
    relabels: readRelabels(input, batch),
    exact: exactLabels(batch),
    ownFile: ownFileLabels(batch),
    withContainedState: batch.withContainedState,
    sinkFiles: sinks.map(({ file }) => file),
    sinkStarts: sinks.map(({ start }) => start),
  }
}

function readSinks(
  { project, sinks, isApplicationCall: isOwnCall, isFieldOnlyUse: isFieldOnly }: AnnotationInput,
  batch: LabelBatch,
): TaintAnnotations['sinks'] {
  const found = new Map<number, SinkAnnotation[]>()
  for (const [sink, site] of sinks.entries()) {
    const uses = site.uses.filter((use) => use.role === 'sink' && use.appliesTo(project.files[site.file].path))
    let labels = 0
    let rootOnly = 0
    for (const use of uses) {
      if (use.fields !== undefined) continue
      const accepted = labelsOfSink(batch, use)
      if (use.exact) rootOnly |= accepted & ~labels
      else rootOnly &= ~accepted
      labels |= accepted
    }
    // What takes fields out of an object does not take the object.
    if (rootOnly !== 0 && site.call >= 0 && isFieldOnly(site.file, site.call, site.values)) labels &= ~rootOnly
    const facts: SinkAnnotation[] = labels === 0 ? [] : [{ sink, labels, rootOnly: rootOnly & labels }]
    for (const use of uses) {
      const accepted = use.fields === undefined ? 0 : labelsOfSink(batch, use) & ~labels
      if (accepted !== 0)
        facts.push({
          sink,
          labels: accepted,
          rootOnly: accepted,
          fields: new Set(use.fields?.map((name) => project.keyId(name))),
        })
    }
    if (facts.length > 0 && (site.call < 0 || !isOwnCall(site.file, site.call)))
      for (const value of site.values) for (const fact of facts) addToGroup(found, value + project.firstValue[site.file], fact)
  }
  return found
}

function readSanitized(input: AnnotationInput, batch: LabelBatch): Pick<TaintAnnotations, 'sanitized' | 'maySanitized'> {
  const { project, guards, helperChecks, callees } = input
  const removedBy = createRemovedLabels(batch)
  const sanitized = new Int32Array(project.count)
  const claimed = new Map<number, number>()
  for (const [file, { sanitizers }] of project.files.entries()) {
    const base = project.firstValue[file]
    for (const { values, isGuess, uses } of sanitizers) {
      const { labels, byName } = removedBy(uses)
      if ((labels | byName) === 0) continue
      for (const each of values) {
        if (each < 0) continue
        const value = base + each
        if (!isGuess) sanitized[value] |= callees.isUnchecked(value) ? labels : labels | byName
        else if (callees.isUnknown(value)) claimed.set(value, (claimed.get(value) ?? 0) | labels | byName)
        else if (!callees.isUnchecked(value) && !callees.isProvenByBody(value)) sanitized[value] |= labels | byName
      }
    }
  }
  for (const value of guards.sanitized) sanitized[value] = -1
  // What it was is gone, and that it lies within a folder stays.
  const labelsIn = labelsByContexts(input, batch)
  const uncertain = guards.prefixedPaths.size === 0 ? 0 : labelsIn(contextBit('path'))
  const outsideOf = ~toContainedState(batch, batch.withContainedState)
  // To rules of paths, a path that may lie in a folder with a longer name stays what it was, though not for certain.
  for (const value of guards.containedPaths) sanitized[value] |= guards.prefixedPaths.has(value) ? outsideOf & ~uncertain : outsideOf
  for (const { value, contexts } of guards.restricted) sanitized[value] |= labelsIn(contexts)
  const maySanitized = uncertain === 0 && claimed.size === 0 ? sanitized : sanitized.slice()
  if (maySanitized !== sanitized) {
    for (const [value, labels] of claimed) maySanitized[value] |= labels
    if (uncertain !== 0) for (const value of guards.prefixedPaths) maySanitized[value] |= outsideOf
    propagateSanitizers(helperChecks, maySanitized)
  }
  propagateSanitizers(helperChecks, sanitized)
  return { sanitized, maySanitized }
}

interface RemovedLabels {
  readonly labels: number
  /** Removed because of the name of the called function, unless its body shows that it does not sanitize. */
  readonly byName: number
}

/** The labels that sanitizers remove, computed once for each list: sites of one matcher share it. */
function createRemovedLabels(batch: LabelBatch): (uses: SanitizerSite['uses']) => RemovedLabels {
  const known = new Map<SanitizerSite['uses'], RemovedLabels>()
  return (uses) => {
    const removed = known.get(uses) ?? removedLabels(batch, uses)
    known.set(uses, removed)
    return removed
  }
}

function removedLabels(batch: LabelBatch, uses: SanitizerSite['uses']): RemovedLabels {
  let labels = 0
  let byName = 0
  for (const use of uses) {
    if (use.role !== 'sanitizer') continue
    const removed = use.label === undefined ? labelsOfRule(batch, use.rule) : labelsNamed(batch, use.rule, use.label)
    if (use.bySideEffect || use.when !== undefined) labels |= removed
    else byName |= removed
  }
  return { labels, byName }
}

/** The labels of rules of which all sinks have one of these contexts. */
function labelsByContexts({ sinks }: AnnotationInput, batch: LabelBatch): (contexts: StringContexts) => number {
  const byRule = new Map<number, StringContexts>()
  for (const { uses } of sinks)
    for (const use of uses) if (use.role === 'sink') byRule.set(use.rule, (byRule.get(use.rule) ?? NO_CONTEXTS) | use.contexts)
  const known = new Map<StringContexts, number>()
  return (contexts) => {
    const labels =
      known.get(contexts) ?? [...byRule].reduce((all, [rule, needed]) => ((needed & ~contexts) === 0 ? all | labelsOfRule(batch, rule) : all), 0)
    known.set(contexts, labels)
    return labels
  }
}

function readPropagators({ project }: AnnotationInput, batch: LabelBatch): TaintAnnotations['propagators'] {
  const passes = new Map<number, { to: number; labels: number }[]>()
  for (const [file, { propagators }] of project.files.entries()) {
    const base = project.firstValue[file]
    for (const { from, to, use } of propagators) {
      const labels = labelsOfRule(batch, use.rule)
      if (labels !== 0) addToGroup(passes, base + from, { to: base + to, labels })
    }
  }
  return passes
}

/** Sources that give another label to data of others. */
function readRelabels({ project, sources }: AnnotationInput, batch: LabelBatch): TaintAnnotations['relabels'] {
  const relabels = new Map<number, ((labels: number) => number)[]>()
  for (const { uses, values, file } of sources) {
    for (const use of uses) {
      const { requires } = use
      const label = labelOf(batch, use)
      if (requires === undefined || label === 0) continue
      for (const value of values)
        addToGroup(relabels, project.firstValue[file] + value, (labels) => (requires(labelNames(batch, use.rule, labels)) ? label : 0))
    }
  }
  return relabels
}

/** Sources whose data has the same labels and weighs the same are one origin: each value is looked at once for all of them. */
function groupSources(input: AnnotationInput, batch: LabelBatch): readonly SourceGroup[] {
  const groups = new Map<string, { readonly file: number; readonly seeds: Seed[] }>()
  for (const [source, site] of input.sources.entries()) {
    const seeds = seedsOf(input, batch, site).map((seed) => ({
      source,
      ...seed,
    }))
    if (seeds.length === 0) continue
    const starting = site.uses.filter((use) => startsTaint(batch, use))
    const file = starting.some(({ sameFileOnly }) => sameFileOnly) ? site.file : -1
    const kinds = starting.map((use) => `${use.rule} ${labelOf(batch, use)} ${use.severity} ${use.confidence}`)
    const key = `${file}: ${kinds.toSorted(compareTexts).join(', ')}`
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { file, seeds })
    else known.seeds.push(...seeds)
  }
  return [...groups.values()]
}

function seedsOf({ project, pointsTo, paths }: AnnotationInput, batch: LabelBatch, site: Located<SourceSite>): readonly Omit<Seed, 'source'>[] {
  const base = project.firstValue[site.file]
  const labels = site.uses.reduce((all, use) => (startsTaint(batch, use) ? all | labelOf(batch, use) : all), 0)
  if (labels === 0) return []
  const starts =
    site.propertyPath.length === 0
      ? [EMPTY_PATH]
      : site.propertyPath.map((part) => part.split('.').reduceRight((path, key) => paths.prefix(project.keyId(key), path), EMPTY_PATH))
  const passed = passedParameters(project, pointsTo, site, base)
  return [...site.values.map((value) => base + value), ...passed].flatMap((value) => starts.map((path) => ({ value, path, labels })))
}

/** Whether data begins there; else data of others gets another label. */
function startsTaint(batch: LabelBatch, use: SourceSite['uses'][number]): boolean {
  return use.requires === undefined && labelOf(batch, use) !== 0
}

/** The bit of the label that a source gives; 0 where its rule is in another batch. */
function labelOf(batch: LabelBatch, use: SourceSite['uses'][number]): number {
  return use.role === 'source' ? (batch.rules.get(use.rule)?.get(labelKey(use)) ?? 0) : 0
}
