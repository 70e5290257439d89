import type { Bindings } from './bindings.ts'
import type { FlowCandidate, FlowFile, FlowGroup, FlowResult, GroupSource, ImportNames, Mount, ProjectConfig } from './flow.ts'
import type { NodeContext, NodeMatcher } from './matcher.ts'
import type { LoweredFile } from './program.ts'
import type { MountRow, TaintRules } from './ruleset.ts'

/** What looking for the places of taint rules in a file takes. */
export interface EndpointInput {
  readonly context: NodeContext
  readonly rules: TaintRules
  /** Places whose literals the file holds. */
  readonly wanted: readonly number[]
  /** Whether the file may hold what a matcher of a place needs. */
  isWanted(matcher: NodeMatcher): boolean
  /** Runs the matcher of a place, unless its budget is spent. */
  runWithinBudget(matcher: number, work: () => void): void
  /** So many hits of a place are taken, the first ones; what has more is told. */
  readonly maxMatches: number
  onTooManyMatches(place: number): void
}

/** A way in which the matcher of a place holds at a node. */
export interface TaintMatch {
  readonly matcher: number
  readonly node: number
  readonly bindings: Bindings
}

export interface FoundEndpoints {
  readonly matches: readonly TaintMatch[]
  /** Rules of which there is a source, and a sink: indexes in `Ruleset.rules`. */
  readonly sources: readonly number[]
  /** Rules of which there is a source whose data counts in its own file alone. */
  readonly ownSources: readonly number[]
  readonly sinks: readonly number[]
}

/** What annotating a lowered file takes. */
export interface AnnotationInput {
  readonly context: NodeContext
  readonly lowered: LoweredFile
  readonly rules: TaintRules
  readonly wanted: readonly number[]
  readonly matches: readonly TaintMatch[]
  readonly language: string
}

/** Data flow as the scan uses it. */
export interface FlowEngine {
  /** Runs the matchers of taint rules over a syntax tree: files without both ends of a flow are never lowered. */
  find(input: EndpointInput): FoundEndpoints
  annotate(input: AnnotationInput): FlowFile
  /** Where a file hands requests on to other files, as these rows say. */
  findMounts(context: NodeContext, rows: readonly MountRow[]): readonly Mount[]
  /** Reads what a file imports from its text alone. */
  readImports(text: string, language: string): ImportNames
  /** Sorts files into the groups that data is followed through. Files of no group have no part in any flow. */
  findGroups(files: readonly FlowCandidate[], configs: readonly ProjectConfig[]): readonly FlowGroup[]
  /** Follows data through a group. Pauses between the rounds of that, which take no more than some seconds each. */
  follow(group: FlowGroup, source: GroupSource): Generator<undefined, FlowResult>
}
