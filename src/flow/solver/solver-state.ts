import type { CallGraph } from '../call-graph/call-graph.ts'
import type { ContextSensitiveCallees } from '../call-graph/context-sensitive-callees.ts'
import type { FunctionOutputs } from '../call-graph/function-outputs.ts'
import type { SharedStateTest } from '../heap/shared-state.ts'
import type { CallEffects } from '../models/call-effects.ts'
import type { DataFlowEdges } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'
import type { AccessPaths, PathKeys } from './access-paths.ts'
import type { EntryFact } from './entry-facts.ts'
import type { FactTable } from './fact-table.ts'
import type { PathConditions } from './path-conditions.ts'
import type { SinkFacts } from './sink-facts.ts'
import type { TaintAnnotations } from './taint-annotations.ts'
import type { Worklist } from './worklist.ts'

/** The steps that are left for files that are solved together. */
export interface FlowBudget {
  steps: number
}

/** What the solver needs to know about the program. It is the same for all labels. */
export interface SolverInput {
  readonly project: Project
  readonly edges: DataFlowEdges
  readonly links: CallGraph
  readonly callees: ContextSensitiveCallees
  readonly paths: AccessPaths
  readonly roles: FunctionOutputs
  readonly keys: KnownKeys
  /** Whether other functions use the same object. */
  isShared(receiver: number): boolean
  /** Whether a value is a map, so that a loop over it yields pairs. */
  isMap(value: number): boolean
  /** Whether a value is a module. */
  isModule(value: number): boolean
  /** By call: keys of properties of its elements that a predicate has tested. */
  readonly filteredProperties: ReadonlyMap<number, readonly number[]>
  /** By value that is passed as `**fields`: names of fields that a schema constrains. */
  readonly schemaConstrainedSpreads: ReadonlyMap<number, ReadonlySet<string>>
  /** Whether a call reads a value that the same function has cached under the same key. */
  isCacheRead(call: number): boolean
  /** Whether a value is copied to state that outlives the call. */
  readonly outlivesCall: SharedStateTest
  /** The effect of a call of a function that is not in the program. */
  readonly effectOf: CallEffects
  /** Values under which a lookup found something, so that they are known keys. */
  readonly lookupResults: ReadonlySet<number>
  readonly budget: FlowBudget
}

/** Keys with a special meaning. */
export interface KnownKeys extends PathKeys {
  readonly size: number
  readonly first: number
  readonly second: number
  /** Properties that are numbers, and those whose properties the client names. */
  readonly numbers: ReadonlySet<number>
  readonly clients: ReadonlySet<number>
}

/** The state of the solver. It can be resumed: facts, summaries and the worklist stay valid when seeds are added. */
export interface SolverState extends SolverInput {
  readonly taint: TaintAnnotations
  readonly pathConditions: PathConditions
  readonly facts: FactTable
  readonly worklist: Worklist
  /** The entry facts by number. Facts of source groups have negative entries: -1 - the index of the group. */
  readonly entryFacts: EntryFact[]
  /** By parameter and access path: the entry fact. */
  readonly entryFactIds: Map<number, number>
  /** By parameter: how many entry facts it has. */
  readonly entryFactsPerValue: Map<number, number>
  readonly sinkFacts: SinkFacts
  /** By entry, and by value and path without exclusions: the path with the fewest exclusions. */
  readonly mergedPaths: Map<number, Map<number, number>>
  /** Files in which a bound was reached. */
  readonly cutFiles: Set<number>
  readonly maxFacts: number
}

/** Takes a step of the budget. Returns false if none is left. */
export function takeStep({ budget }: SolverState): boolean {
  return --budget.steps > 0
}
