import type { Bindings } from '../model/bindings.ts'
import type { NodeScope } from './node-scope.ts'
import type { TestedClause, WrittenMatcher } from './written-clause.ts'

/** The result of testing a matcher at a node. */
export interface Evaluation {
  readonly holds: boolean
  /** The bindings of each way in which it holds. */
  readonly solutions: readonly Bindings[]
  /** The tested clauses in order. If the matcher does not hold, the last one does not. */
  readonly clauses: readonly TestedClause[]
  /** How far it got. Larger is nearer. */
  readonly score: number
}

/** Tests a matcher at a node. Clauses that contain matchers get this function as an argument, because it calls them itself. */
export type Evaluate = (scope: NodeScope, written: WrittenMatcher, node: number, known: readonly Bindings[]) => Evaluation
