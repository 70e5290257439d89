import { createNeedGraph } from '../engines/prefilter/need-graph.ts'
import { ANYTHING, type LiteralNeed, NOTHING } from '../model/literal-need.ts'
import type { PlannedNeed } from '../model/rule-plans.ts'

/** Needs of plans while they are recorded, each part once. */
export interface NeedTable {
  /** The encoding of plans: parts come before the lists that contain them. */
  readonly needs: readonly PlannedNeed[]
  /** The index of a need, which is added with its parts when it is new. */
  add(need: LiteralNeed): number
}

/** Starts with no needs. */
export function createNeedTable(): NeedTable {
  const needs: PlannedNeed[] = []
  const known = new Map<string, number>()
  const put = (need: PlannedNeed): number => {
    const key = JSON.stringify(need)
    const index = known.get(key) ?? needs.push(need) - 1
    known.set(key, index)
    return index
  }
  const graph = createNeedGraph()
  const addReduced = (need: LiteralNeed): number => put(toPlanned(need, addReduced))
  return { needs, add: (need) => addReduced(graph.needOf(graph.add(need))) }
}

/**
 * Decodes needs. Parts that several needs share become shared objects. Only requested needs are decoded, because a pack may have half of the rules.
 */
export function createNeedReader(table: readonly PlannedNeed[]): (index: number) => LiteralNeed {
  const needs: LiteralNeed[] = []
  const read = (index: number): LiteralNeed => (needs[index] ??= table[index] === undefined ? ANYTHING : fromPlanned(table[index], read))
  return read
}

function toPlanned(need: LiteralNeed, addPart: (part: LiteralNeed) => number): PlannedNeed {
  switch (need.kind) {
    case 'nothing':
      return 0
    case 'anything':
      return 1
    case 'literal':
      return need.text
    case 'word':
      return ['word', need.text]
    case 'spelled':
      return [need.ends ? 'end' : 'part', need.text]
    case 'opened-parameter':
    case 'beyond-ascii':
      return [need.kind]
    case 'placed':
      return ['placed', need.place, need.text]
    case 'member':
      return ['member', need.holder, need.text]
    default:
      return [need.kind, ...need.of.map(addPart)]
  }
}

function fromPlanned(planned: PlannedNeed, partOf: (index: number) => LiteralNeed): LiteralNeed {
  if (typeof planned === 'string') return { kind: 'literal', text: planned }
  if (typeof planned === 'number') return planned === 0 ? NOTHING : ANYTHING
  switch (planned[0]) {
    case 'word':
      return { kind: 'word', text: planned[1] }
    case 'part':
    case 'end':
      return { kind: 'spelled', text: planned[1], ends: planned[0] === 'end' }
    case 'opened-parameter':
    case 'beyond-ascii':
      return { kind: planned[0] }
    case 'placed':
      return { kind: 'placed', text: planned[2], place: planned[1] }
    case 'member':
      return { kind: 'member', holder: planned[1], text: planned[2] }
    default: {
      const [kind, ...of] = planned
      return { kind, of: of.map(partOf), reduced: true }
    }
  }
}
