import { boundSpan, lookup, MATCH } from '../../model/bound.ts'
import type { Bound } from '../../model/bindings.ts'
import type { AnnotationInput, PlaceHit } from '../../model/flow-engine.ts'
import type { FlowFile, SinkSite, SourceSite, TaintUse } from '../../model/flow.ts'
import type { NodeContext } from '../../model/matcher.ts'
import type { Span } from '../../model/position.ts'
import { namedChildren } from '../../model/tree-access.ts'
import { capturesOf, distinct, type FileNotes, type PlaceSite, siteText, usesOf } from './file-annotations.ts'
import { notePropagator } from './annotate-propagator.ts'
import { noteMappers, noteSanitizers } from './annotate-sanitizers.ts'
import { guardedFunctions, noteDecorated, noteSources } from './annotate-sources.ts'
import { sinkValues, valuesAt } from './values-at.ts'

/** Says of a lowered file what the matchers of taint rules found in it: what is left no longer needs the tree. */
export function annotateFile(input: AnnotationInput): FlowFile {
  const { context, lowered, language, rules } = input
  const notes: FileNotes = {
    context,
    lowered,
    access: rules.accessFor(context.file.text),
    accessAt: new Map(),
    anchorAt: new Map(),
    sources: [],
    sinks: [],
    sanitizers: [],
    propagators: [],
    checked: undefined,
    calls: undefined,
  }
  noteHits(input, notes)
  for (const index of input.wanted) if (rules.places[index].matcher === undefined) noteDecorated(notes, rules.places[index])
  noteMappers(notes, rules.places)
  const { file } = context
  return {
    path: file.path,
    language,
    lines: file.lines,
    program: lowered.program,
    sources: wantedSources(notes, file.path),
    sinks: notes.sinks,
    sanitizers: notes.sanitizers,
    propagators: notes.propagators,
    guarded: guardedFunctions(notes),
  }
}

/** Data that counts in its own file alone is not followed where nothing there waits for it. */
function wantedSources({ sources, sinks }: FileNotes, path: string): readonly SourceSite[] {
  const met = new Set(sinks.flatMap(({ uses }) => uses.flatMap((use) => (use.role === 'sink' && use.appliesTo(path) ? [use.rule] : []))))
  return sources.flatMap((site) => {
    const uses = site.uses.filter(({ ownFile, rule }) => !ownFile || met.has(rule))
    return uses.length === 0 ? [] : [uses.length === site.uses.length ? site : { ...site, uses }]
  })
}

/** What is found at the same code in several ways is noted once. */
function noteHits(input: AnnotationInput, notes: FileNotes): void {
  const seen = new Set<string>()
  for (const hit of input.hits) {
    const bound = lookup(hit.bindings, MATCH) ?? { kind: 'node' as const, node: hit.node }
    const span = boundSpan(input.context, bound)
    if (span === undefined) continue
    const id = `${hit.place}:${hit.node}:${span.start}:${span.end}`
    if (seen.has(id)) continue
    seen.add(id)
    noteHit(input, notes, hit, bound, span)
  }
}

function noteHit(input: AnnotationInput, notes: FileNotes, { place: index, node, bindings }: PlaceHit, bound: Bound, span: Span): void {
  const place = input.rules.places[index]
  const focus = bound.kind === 'node' ? bound.node : bound.kind === 'nodes' ? (bound.nodes[0] ?? node) : node
  const site: PlaceSite = { place, node, focus, bindings, ...span }
  noteSources(notes, site)
  noteSink(input, notes, site, bound)
  noteSanitizers(notes, site)
  for (const use of usesOf(place, 'propagator')) notePropagator(notes, use, site)
}

function noteSink(input: AnnotationInput, notes: FileNotes, site: PlaceSite, bound: Bound): void {
  const { context, lowered } = notes
  const { place, node, focus, end } = site
  const uses = usesOf(place, 'sink')
  if (uses.length === 0) return
  const nodes = bound.kind === 'nodes' ? bound.nodes : [focus]
  const values = focus === node ? sinkValues(input, place, focus) : nodes.flatMap((each) => valuesAt(lowered, context, each))
  if (values.length > 0)
    notes.sinks.push({
      start: focus === node ? linkStart(context, node) : site.start,
      end,
      call: callOf(notes, site),
      values: distinct(values),
      companions: companionsOf(notes, site, uses),
      captures: capturesOf(context, site.bindings),
      text: siteText(context, site),
      uses,
    })
}

/** What data must reach as well, for uses that say so. */
function companionsOf({ context, lowered }: FileNotes, { bindings }: PlaceSite, uses: readonly TaintUse[]): SinkSite['companions'] {
  const companions = new Map<string, readonly number[]>()
  for (const name of new Set(uses.flatMap((use) => use.with ?? []))) {
    const bound = lookup(bindings, name)
    const nodes = bound?.kind === 'node' ? [bound.node] : bound?.kind === 'nodes' ? bound.nodes : []
    companions.set(name, distinct(nodes.flatMap((node) => valuesAt(lowered, context, node))))
  }
  return companions
}

/** Where a call begins: in a chain over several lines at its own name, since the lines before belong to other calls. */
function linkStart({ tree, syntax, file }: NodeContext, node: number): number {
  const callee = syntax.calleeAt(tree, file.text, node)
  const name = callee < 0 ? -1 : (namedChildren(tree, callee).at(-1) ?? -1)
  if (name < 0 || tree.start[name] === tree.start[callee]) return tree.start[node]
  const isOfOneLine = file.lines.positionAt(tree.start[node]).line === file.lines.positionAt(tree.start[name]).line
  return isOfOneLine ? tree.start[node] : tree.start[name]
}

/** The call that counts as a sink for what is passed to it; -1 where something else does. */
function callOf({ lowered }: FileNotes, { place, node, focus }: PlaceSite): number {
  return focus === node && !place.reportsPart ? (lowered.callAt.get(node) ?? -1) : -1
}
