import type { LanguageModels } from './call-models.ts'
import type { Bindings } from './bindings.ts'
import type { FlowCandidate, FlowFile, FlowGroup, FlowResult, GroupSource, ImportNames, Mount, ProjectConfig } from './flow.ts'
import type { NodeContext, NodeMatcher } from './matcher.ts'
import type { LoweredFile } from './program.ts'
import type { ExplainedFlow, FlowExplanationInput } from './flow-explanation.ts'
import type { MountRow, TaintRules } from './ruleset.ts'

/** The input for finding sources and sinks in a file. */
export interface EndpointInput {
  readonly context: NodeContext
  readonly rules: TaintRules
  /** Places whose literals the file contains. */
  readonly wanted: readonly number[]
  /** Whether the file may contain what a matcher of a place needs. */
  isWanted(matcher: NodeMatcher): boolean
  /** Runs the matcher of a place unless its budget is spent. */
  runWithinBudget(matcher: number, work: () => void): void
  /** Maximum number of matches per place. The first ones are used, and further ones are reported as a gap. */
  readonly maxMatches: number
  onTooManyMatches(place: number): void
}

/** A match of a place at a node. */
export interface TaintMatch {
  readonly matcher: number
  readonly node: number
  readonly bindings: Bindings
}

export interface FoundEndpoints {
  readonly matches: readonly TaintMatch[]
  /** Rules of which there is a source, and a sink: indexes in `Ruleset.rules`. */
  readonly sources: readonly number[]
  /** Rules with a source whose data counts only in its own file. */
  readonly ownSources: readonly number[]
  readonly sinks: readonly number[]
}

/** The input for annotating a lowered file. */
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
  /** Runs the matchers of taint rules over a syntax tree. Only files with both ends of a flow are lowered. */
  find(input: EndpointInput): FoundEndpoints
  annotate(input: AnnotationInput): FlowFile
  /** The library models, for lowering a file of the language. */
  modelsFor(language: string): LanguageModels
  /** Finds where a file passes requests to other files, according to these rows. */
  findMounts(context: NodeContext, rows: readonly MountRow[]): readonly Mount[]
  /** Reads the imports of a file from its text. */
  readImports(text: string, language: string): ImportNames
  /** Groups files for data-flow analysis. Files without a group have no part in any flow. */
  findGroups(files: readonly FlowCandidate[], configs: readonly ProjectConfig[]): readonly FlowGroup[]
  /** Runs data-flow analysis on a group. Pauses between rounds, which take a few seconds at most. */
  follow(group: FlowGroup, source: GroupSource): Generator<undefined, FlowResult>
  /** Explains what becomes of the data of sources, and why it does not reach sinks. Not used by scans. */
  explain(input: FlowExplanationInput): ExplainedFlow
}
