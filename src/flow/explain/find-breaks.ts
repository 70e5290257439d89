import { BOUNDS } from '../../model/bounds.ts'
import type { Project } from '../program/link-program.ts'
import type { FactTable } from '../solver/fact-table.ts'
import type { BackwardEdge, BackwardEdges } from './backward-edges.ts'

/** An edge from a value that has data to one that does not. */
export interface Break {
  readonly edge: BackwardEdge
  readonly to: number
  /** Edges from the sink. */
  readonly distance: number
}

/** What a search back from values finds. */
export interface BackwardSearch {
  /** The nearest first. */
  readonly breaks: readonly Break[]
  /** Calls of functions that it has looked into. */
  readonly returns: readonly BackwardEdge[]
  /** Values without data that nothing flows to: constants, parameters of functions that are not called, imports. The nearest first. */
  readonly roots: readonly number[]
  /** All values that it looked at. */
  readonly visited: ReadonlySet<number>
}

/** Values that a search looks at. */
const MAX_VALUES = BOUNDS.explainedValues.value

/** By value: its facts. */
export type FactsByValue = ReadonlyMap<number, readonly number[]>

/** The facts with some of these labels. Facts of entry facts may have labels of no rule. */
export function factsByValue({ count, value, labels: labelsOf }: FactTable, labels: number): FactsByValue {
  const found = new Map<number, number[]>()
  for (let fact = 0; fact < count; fact++) {
    if ((labelsOf[fact] & labels) === 0) continue
    const known = found.get(value[fact])
    if (known === undefined) found.set(value[fact], [fact])
    else known.push(fact)
  }
  return found
}

/** Goes back from values until it meets values with data. */
export function searchBack(values: readonly number[], edges: BackwardEdges, isTainted: (edge: BackwardEdge) => boolean): BackwardSearch {
  const visited = new Set(values)
  const queue = values.map((value) => ({ value, distance: 0 }))
  const breaks: Break[] = []
  const roots: number[] = []
  const returns: BackwardEdge[] = []
  for (let at = 0; at < queue.length && at < MAX_VALUES; at++) {
    const { value, distance } = queue[at]
    const incoming = edges.get(value) ?? []
    if (incoming.length === 0) roots.push(value)
    for (const edge of incoming) {
      if (edge.kind === 'return') returns.push(edge)
      if (isTainted(edge)) breaks.push({ edge, to: value, distance })
      else if (!visited.has(edge.from)) {
        visited.add(edge.from)
        queue.push({ value: edge.from, distance: distance + 1 })
      }
    }
  }
  return { breaks, returns, roots, visited }
}

/**
 * Whether the origin of an edge has data that could pass along it. The result of a function has data of a caller only for calls that pass data: for
 * others it has data if a source in the function started it.
 */
export function createTaintTest({ calls }: Pick<Project, 'calls'>, facts: FactTable, byValue: FactsByValue): (edge: BackwardEdge) => boolean {
  return ({ kind, from, call }) => {
    const known = byValue.get(from)
    if (known === undefined) return false
    if (kind !== 'return' || known.some((fact) => facts.entry[fact] < 0)) return true
    const site = calls[call]
    return site !== undefined && [site.receiver, ...site.arguments.map(({ value }) => value)].some((value) => byValue.has(value))
  }
}
