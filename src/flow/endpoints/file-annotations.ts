import { BOUNDS } from '../../model/bounds.ts'
import { boundSpan, boundText } from '../../model/bound.ts'
import type { Captures, PropagatorSite, SanitizerSite, SinkSite, SourceSite, TaintMatcher, TaintUse } from '../../model/flow.ts'
import type { Bindings } from '../../model/bindings.ts'
import type { NodeContext } from '../../model/matcher.ts'
import type { Span } from '../../model/position.ts'
import type { AccessRow } from '../../model/ruleset.ts'
import type { LoweredFile, ProgramGuard } from '../../model/program.ts'

/** What matchers have found in a file so far, and what of the file was worked out for that. */
export interface FileAnnotations {
  readonly context: NodeContext
  readonly lowered: LoweredFile
  readonly access: readonly AccessRow[]
  /** By node: who gets there, undefined for everybody. */
  readonly accessAt: Map<number, string | undefined>
  /** By node: its matcher of which `accessAt` tells. */
  readonly anchorAt: Map<number, number>
  readonly sources: SourceSite[]
  readonly sinks: SinkSite[]
  readonly sanitizers: SanitizerSite[]
  readonly propagators: PropagatorSite[]
  /** See `guardedNodeValues`; made when it is first asked for. */
  guardedNodes: ReadonlyMap<number, GuardedNodeValues> | undefined
  /** Nodes of calls in order; made when they are first asked for. */
  calls: readonly number[] | undefined
}

/** Values that are known to have passed a check, those known to have failed it, and those that are behind it. */
export type GuardedNodeValues = Record<ProgramGuard['outcome'], { readonly value: number; readonly argument: number }[]>

/** A match of a taint rule. */
export interface MatchSite extends Span {
  readonly matcher: TaintMatcher
  /** Where the matcher holds. */
  readonly node: number
  /** What it reports there. */
  readonly focus: number
  readonly bindings: Bindings
}

/** Longer code is cut in messages anyway. */
const MAX_TEXT = BOUNDS.annotationText.value

/** What rules use the matcher for in this role. */
export function usesOf({ uses }: TaintMatcher, role: TaintUse['role']): readonly TaintUse[] {
  return uses.filter((use) => use.role === role)
}

/** The code of a site as messages show it. */
export function siteText({ file }: NodeContext, { start, end }: Span): string {
  return file.text.slice(start, Math.min(end, start + MAX_TEXT))
}

/** What metavariables are bound to at a site. */
export function capturesOf(context: NodeContext, bindings: Bindings): Captures {
  const captures = new Map<string, Partial<Span> & { text: string }>()
  for (let at = bindings; at !== undefined; at = at.rest) {
    if (!captures.has(at.name)) captures.set(at.name, { ...boundSpan(context, at.bound), text: boundText(context, at.bound) })
  }
  return captures
}

/** Each value once, where it comes first. */
export function distinct(values: readonly number[]): number[] {
  return [...new Set(values)]
}
