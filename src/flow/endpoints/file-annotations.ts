import { BOUNDS } from '../../model/bounds.ts'
import { boundSpan, boundText } from '../../model/bound.ts'
import type { Captures, PropagatorSite, SanitizerSite, SinkSite, SourceSite, TaintMatcher } from '../../model/flow.ts'
import type { Bindings } from '../../model/bindings.ts'
import type { NodeContext } from '../../model/matcher.ts'
import type { Span } from '../../model/position.ts'
import type { AccessRow } from '../../model/ruleset.ts'
import type { LoweredFile, ProgramGuard } from '../../model/program.ts'

/** Matches in a file so far, and what was computed for them. */
export interface FileAnnotations {
  readonly context: NodeContext
  readonly lowered: LoweredFile
  readonly access: readonly AccessRow[]
  /** By node: who can reach it; undefined for everybody. */
  readonly accessAt: Map<number, string | undefined>
  /** By node: the node for which `accessAt` is known. */
  readonly anchorAt: Map<number, number>
  readonly sources: SourceSite[]
  readonly sinks: SinkSite[]
  readonly sanitizers: SanitizerSite[]
  readonly propagators: PropagatorSite[]
  /** See `guardedNodeValues`. Computed when first needed. */
  guardedNodes: ReadonlyMap<number, GuardedNodeValues> | undefined
  /** Nodes of calls in order. Computed when first needed. */
  calls: readonly number[] | undefined
}

/** Values that have passed a check, those that have failed it, and those that are read behind it. */
export type GuardedNodeValues = Record<ProgramGuard['outcome'], { readonly value: number; readonly argument: number }[]>

/** A match of a taint rule. */
export interface MatchSite extends Span {
  readonly matcher: TaintMatcher
  /** The node that the matcher matches. */
  readonly node: number
  /** The node that it reports. */
  readonly focus: number
  readonly bindings: Bindings
}

/** Messages cut longer code. */
const MAX_TEXT = BOUNDS.annotationText.value

/** The code of a site as messages show it. */
export function siteText({ file }: NodeContext, { start, end }: Span): string {
  return file.text.slice(start, Math.min(end, start + MAX_TEXT))
}

/** The values of metavariables at a site. */
export function capturesOf(context: NodeContext, bindings: Bindings): Captures {
  const captures = new Map<string, Partial<Span> & { text: string }>()
  for (let at = bindings; at !== undefined; at = at.rest) {
    if (!captures.has(at.name)) captures.set(at.name, { ...boundSpan(context, at.bound), text: boundText(context, at.bound) })
  }
  return captures
}

/** Each value once, in the order of its first occurrence. */
export function distinct(values: readonly number[]): number[] {
  return [...new Set(values)]
}
