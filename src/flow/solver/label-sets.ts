import type { SourceSite, TaintUse } from '../../model/flow.ts'

/** Bits of a number that stay positive. */
const MAX_LABELS = 31

/** Labels of rules that are followed together, each with its bit. */
export interface LabelBatch {
  /** By rule: its labels and their bits. */
  readonly rules: ReadonlyMap<number, ReadonlyMap<string, number>>
  /** The bits of labels that data keeps, by the bit next to it, where it is a path that was seen to lie within a folder. */
  readonly withContainedState: number
}

/** Data of sources that are exact, or keep to their file, is told apart from other data of the same label. */
export function labelKey(use: TaintUse): string {
  return `${use.label ?? ''}${use.exact ? EXACT : ''}${use.sameFileOnly ? OWN_FILE : ''}`
}

const EXACT = '\u0000'
const OWN_FILE = '\u0001'
const CONTAINED = '\u0002'

/** The label as it was written. */
function withoutMarks(name: string): string {
  return name.replace(CONTAINED, '').replace(OWN_FILE, '').replace(EXACT, '')
}

/** The bits of a label, exact data and that of one file included. */
export function labelsNamed(batch: LabelBatch, rule: number, label: string): number {
  let bits = 0
  for (const [name, bit] of batch.rules.get(rule) ?? []) if (withoutMarks(name) === label) bits |= bit
  return bits
}

/** The bits of data that only counts whole. */
export function exactLabels(batch: LabelBatch): number {
  return labelsMarked(batch, EXACT)
}

/** The bits of data that only counts in the file where it starts. */
export function ownFileLabels(batch: LabelBatch): number {
  return labelsMarked(batch, OWN_FILE)
}

function labelsMarked(batch: Pick<LabelBatch, 'rules'>, mark: string): number {
  let bits = 0
  for (const labels of batch.rules.values()) for (const [name, bit] of labels) if (name.includes(mark)) bits |= bit
  return bits
}

/** The bits of data that is a path within a folder, of labels whose data this was. */
export function toContainedState(batch: LabelBatch, bits: number): number {
  return (bits & batch.withContainedState) << 1
}

/**
 * Sorts the labels of rules that have a source here into batches, in order of the rules. The labels of a rule stay in one batch.
 *
 * @param classes by rule: the least rule of its class. Rules of a class share their bits
 * @param stateful rules that tell paths within a folder from other paths
 */
export function createLabelBatches(
  sources: readonly SourceSite[],
  classes: ReadonlyMap<number, number>,
  stateful: ReadonlySet<number>,
): LabelBatch[] {
  const labels = new Map<number, Set<string>>()
  for (const { uses } of sources) {
    for (const use of uses) {
      if (use.role !== 'source' || !classes.has(use.rule)) continue
      const known = labels.get(use.rule) ?? new Set()
      labels.set(use.rule, known)
      known.add(labelKey(use))
    }
  }
  const batches: Map<number, Map<string, number>>[] = []
  let used = MAX_LABELS
  const placed = new Map<number, Map<number, Map<string, number>>>()
  for (const rule of [...labels.keys()].sort((left, right) => left - right)) {
    const first = classes.get(rule) ?? rule
    const batch = placed.get(first)
    const shared = batch?.get(first)
    if (batch !== undefined && shared !== undefined) {
      batch.set(rule, shared)
      continue
    }
    const plain = [...(labels.get(rule) ?? [])].sort()
    const names = (stateful.has(rule) ? plain.flatMap((name) => [name, `${name}${CONTAINED}`]) : plain).slice(0, MAX_LABELS)
    if (used + names.length > MAX_LABELS) {
      batches.push(new Map())
      used = 0
    }
    const last = batches[batches.length - 1]
    last.set(rule, new Map(names.map((name, index) => [name, 1 << (used + index)])))
    placed.set(first, last)
    used += names.length
  }
  return batches.map((rules) => ({ rules, withContainedState: containedLabels(rules) >>> 1 }))
}

function containedLabels(rules: LabelBatch['rules']): number {
  return labelsMarked({ rules }, CONTAINED)
}

/** The bits of all data that a sink takes, of those of its rule. */
export function labelsOfSink(batch: LabelBatch, { rule, ignoresContained }: TaintUse): number {
  const bits = labelsOfRule(batch, rule)
  return ignoresContained ? bits : bits & ~containedLabels(batch.rules)
}

/** The bits of all labels of a rule; 0 when it is not in the batch. */
export function labelsOfRule(batch: LabelBatch, rule: number): number {
  let bits = 0
  for (const bit of batch.rules.get(rule)?.values() ?? []) bits |= bit
  return bits
}

/** The labels of a rule that these bits stand for, as its author named them. */
export function labelNames(batch: LabelBatch, rule: number, bits: number): ReadonlySet<string> {
  return new Set([...(batch.rules.get(rule) ?? [])].filter(([, bit]) => (bits & bit) !== 0).map(([name]) => withoutMarks(name)))
}
