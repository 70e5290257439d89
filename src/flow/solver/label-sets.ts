import { BOUNDS } from '../../model/bounds.ts'
import type { SourceSite, TaintUse } from '../../model/flow.ts'
import type { Lattice } from './lattice.ts'

/** Bits of a number that stays positive. */
const MAX_LABELS = BOUNDS.labelBits.value

/** Label sets: one bit for each label of the rules of a batch. The solver combines the labels of equal facts by `join`. */
export const LABEL_SETS: Lattice<number> = {
  bottom: 0,
  join: (left, right) => left | right,
  lessOrEqual: (left, right) => (left & ~right) === 0,
}

/** The labels of rules that are solved together. */
export interface LabelBatch {
  /** By rule: its labels and the bit of each. */
  readonly rules: ReadonlyMap<number, ReadonlyMap<string, number>>
  /**
   * Labels with two flow states: data that is any path, and data that is a path within one folder. The second state has the next bit.
   * A sink that accepts the contained state also accepts the first state.
   */
  readonly withContainedState: number
}

/** The name of a label in its batch. Data of sources that are exact, or that count in their own file only, has labels of its own. */
export function labelKey(use: TaintUse): string {
  return `${use.label ?? ''}${use.exact ? EXACT : ''}${use.sameFileOnly ? OWN_FILE : ''}`
}

const EXACT = '\u0000'
const OWN_FILE = '\u0001'
const CONTAINED = '\u0002'

/** The label as the rule spells it. */
function withoutMarks(name: string): string {
  return name.replace(CONTAINED, '').replace(OWN_FILE, '').replace(EXACT, '')
}

/** The label set of a label of a rule, in all of its variants. */
export function labelsNamed(batch: LabelBatch, rule: number, label: string): number {
  let labels = 0
  for (const [name, bit] of batch.rules.get(rule) ?? []) if (withoutMarks(name) === label) labels |= bit
  return labels
}

/** Labels of data that counts as a whole only: neither its properties nor strings that are built of it. */
export function exactLabels(batch: LabelBatch): number {
  return labelsMarked(batch, EXACT)
}

/** Labels of data that counts at sinks of its own file only. */
export function ownFileLabels(batch: LabelBatch): number {
  return labelsMarked(batch, OWN_FILE)
}

function labelsMarked(batch: Pick<LabelBatch, 'rules'>, mark: string): number {
  let labels = 0
  for (const ofRule of batch.rules.values()) for (const [name, bit] of ofRule) if (name.includes(mark)) labels |= bit
  return labels
}

/** The contained states of labels that have one. */
export function toContainedState(batch: Pick<LabelBatch, 'withContainedState'>, labels: number): number {
  return (labels & batch.withContainedState) << 1
}

/**
 * The labels of data after an edge that keeps the labels `kept`. An edge that keeps only the contained state of a label has checked that the path is
 * within a folder: data in the first state continues in the second. Edges that keep the first state keep the second too, so these edge functions are
 * closed under composition: the function of a path is what it leaves of all labels.
 */
export function transferLabels({ withContainedState }: Pick<LabelBatch, 'withContainedState'>, labels: number, kept: number): number {
  return (labels & kept) | (((labels & withContainedState & ~kept) << 1) & kept)
}

/**
 * Sorts the labels of rules that have a source here into batches, in order of the rules. The labels of a rule stay in one batch.
 *
 * @param rules rules that are solved
 * @param stateful rules that tell paths within a folder from other paths
 */
export function createLabelBatches(sources: readonly SourceSite[], rules: ReadonlySet<number>, stateful: ReadonlySet<number>): LabelBatch[] {
  const namesByRule = labelNamesByRule(sources, rules)
  const batches: Map<number, Map<string, number>>[] = []
  let used = MAX_LABELS
  for (const rule of [...namesByRule.keys()].sort((left, right) => left - right)) {
    const plain = [...(namesByRule.get(rule) ?? [])].sort()
    const names = (stateful.has(rule) ? plain.flatMap((name) => [name, `${name}${CONTAINED}`]) : plain).slice(0, MAX_LABELS)
    if (used + names.length > MAX_LABELS) {
      batches.push(new Map())
      used = 0
    }
    const first = used
    batches[batches.length - 1].set(rule, new Map(names.map((name, index) => [name, 1 << (first + index)])))
    used += names.length
  }
  return batches.map((each) => ({ rules: each, withContainedState: labelsMarked({ rules: each }, CONTAINED) >>> 1 }))
}

function labelNamesByRule(sources: readonly SourceSite[], rules: ReadonlySet<number>): ReadonlyMap<number, ReadonlySet<string>> {
  const names = new Map<number, Set<string>>()
  for (const { uses } of sources) {
    for (const use of uses) {
      if (use.role !== 'source' || !rules.has(use.rule)) continue
      const known = names.get(use.rule) ?? new Set()
      names.set(use.rule, known)
      known.add(labelKey(use))
    }
  }
  return names
}

/** All labels of its rule that a sink accepts. */
export function labelsOfSink(batch: LabelBatch, { rule, ignoresContained }: TaintUse): number {
  const labels = labelsOfRule(batch, rule)
  return ignoresContained ? labels : labels & ~labelsMarked(batch, CONTAINED)
}

/** All labels of a rule; 0 when it is not in the batch. */
export function labelsOfRule(batch: LabelBatch, rule: number): number {
  let labels = 0
  for (const bit of batch.rules.get(rule)?.values() ?? []) labels |= bit
  return labels
}

/** The names of the labels of a rule in a label set, as the rule spells them. */
export function labelNames(batch: LabelBatch, rule: number, labels: number): ReadonlySet<string> {
  return new Set([...(batch.rules.get(rule) ?? [])].filter(([, bit]) => (labels & bit) !== 0).map(([name]) => withoutMarks(name)))
}
