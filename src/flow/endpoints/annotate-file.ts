import { boundSpan, lookup, MATCH } from '../../model/bound.ts'
import type { Bound } from '../../model/bindings.ts'
import type { AnnotationInput, TaintMatch } from '../../model/flow-engine.ts'
import type { FlowFile, SinkSite, SourceSite, TaintUse } from '../../model/flow.ts'
import type { NodeContext } from '../../model/matcher.ts'
import type { Span } from '../../model/position.ts'
import { namedChildren } from '../../model/tree-access.ts'
import { capturesOf, distinct, type FileAnnotations, type MatchSite, siteText } from './file-annotations.ts'
import { annotatePropagator } from './annotate-propagator.ts'
import { annotateMappedSanitizers, annotateSanitizer } from './annotate-sanitizers.ts'
import { accessControlledFunctions, annotateDecorated, annotateSource } from './annotate-sources.ts'
import { sinkValues, valuesAt } from './values-at.ts'

/** Adds the matches of taint rules to a lowered file. Afterwards the syntax tree is no longer needed. */
export function annotateFile(input: AnnotationInput): FlowFile {
  const { context, lowered, language, rules } = input
  const annotations: FileAnnotations = {
    context,
    lowered,
    access: rules.accessFor(context.file.text),
    accessAt: new Map(),
    anchorAt: new Map(),
    sources: [],
    sinks: [],
    sanitizers: [],
    propagators: [],
    guardedNodes: undefined,
    calls: undefined,
  }
  annotateMatches(input, annotations)
  for (const index of input.wanted) if (rules.matchers[index].matcher === undefined) annotateDecorated(annotations, rules.matchers[index])
  annotateMappedSanitizers(annotations, rules.matchers)
  const { file } = context
  return {
    path: file.path,
    language,
    lines: file.lines,
    program: lowered.program,
    sources: wantedSources(annotations, file.path),
    sinks: annotations.sinks,
    sanitizers: annotations.sanitizers,
    propagators: annotations.propagators,
    guarded: accessControlledFunctions(annotations),
  }
}

/** Sources that count in their own file only are left out if the file has no sink for them. */
function wantedSources({ sources, sinks }: FileAnnotations, path: string): readonly SourceSite[] {
  const sinkRules = new Set(sinks.flatMap(({ uses }) => uses.flatMap((use) => (use.role === 'sink' && use.appliesTo(path) ? [use.rule] : []))))
  return sources.flatMap((site) => {
    const uses = site.uses.filter(({ sameFileOnly: ownFile, rule }) => !ownFile || sinkRules.has(rule))
    return uses.length === 0 ? [] : [uses.length === site.uses.length ? site : { ...site, uses }]
  })
}

/** Equal matches at the same code are recorded once. */
function annotateMatches(input: AnnotationInput, annotations: FileAnnotations): void {
  const seen = new Set<string>()
  for (const hit of input.matches) {
    const bound = lookup(hit.bindings, MATCH) ?? { kind: 'node' as const, node: hit.node }
    const span = boundSpan(input.context, bound)
    if (span === undefined) continue
    const id = `${hit.matcher}:${hit.node}:${span.start}:${span.end}`
    if (seen.has(id)) continue
    seen.add(id)
    annotateMatch(input, annotations, hit, bound, span)
  }
}

function annotateMatch(
  input: AnnotationInput,
  annotations: FileAnnotations,
  { matcher: index, node, bindings }: TaintMatch,
  bound: Bound,
  span: Span,
): void {
  const matcher = input.rules.matchers[index]
  const focus = bound.kind === 'node' ? bound.node : bound.kind === 'nodes' ? (bound.nodes[0] ?? node) : node
  const site: MatchSite = { matcher, node, focus, bindings, ...span }
  annotateSource(annotations, site)
  annotateSink(input, annotations, site, bound)
  annotateSanitizer(annotations, site)
  for (const use of matcher.byRole.propagator) annotatePropagator(annotations, use, site)
}

function annotateSink(input: AnnotationInput, annotations: FileAnnotations, site: MatchSite, bound: Bound): void {
  const { context, lowered } = annotations
  const { matcher, node, focus, end } = site
  const uses = matcher.byRole.sink
  if (uses.length === 0) return
  const nodes = bound.kind === 'nodes' ? bound.nodes : [focus]
  const values = focus === node ? sinkValues(input, matcher, focus) : nodes.flatMap((each) => valuesAt(lowered, context, each))
  if (values.length > 0)
    annotations.sinks.push({
      start: focus === node ? callStart(context, node) : site.start,
      end,
      call: callOf(annotations, site),
      values: distinct(values),
      companions: companionsOf(annotations, site, uses),
      captures: capturesOf(context, site.bindings),
      text: siteText(context, site),
      uses,
    })
}

/** Data that must reach a companion sink too, for uses that require it. */
function companionsOf({ context, lowered }: FileAnnotations, { bindings }: MatchSite, uses: readonly TaintUse[]): SinkSite['companions'] {
  const companions = new Map<string, readonly number[]>()
  for (const name of new Set(uses.flatMap((use) => use.with ?? []))) {
    const bound = lookup(bindings, name)
    const nodes = bound?.kind === 'node' ? [bound.node] : bound?.kind === 'nodes' ? bound.nodes : []
    companions.set(name, distinct(nodes.flatMap((node) => valuesAt(lowered, context, node))))
  }
  return companions
}

/** The start of a call. In a chain over several lines it is the name of the call, because the lines before belong to other calls. */
function callStart({ tree, syntax, file }: NodeContext, node: number): number {
  const callee = syntax.calleeAt(tree, file.text, node)
  const name = callee < 0 ? -1 : (namedChildren(tree, callee).at(-1) ?? -1)
  if (name < 0 || tree.start[name] === tree.start[callee]) return tree.start[node]
  const isOfOneLine = file.lines.positionAt(tree.start[node]).line === file.lines.positionAt(tree.start[name]).line
  return isOfOneLine ? tree.start[node] : tree.start[name]
}

/** The call whose arguments are the sink; -1 if the sink is no call. */
function callOf({ lowered }: FileAnnotations, { matcher, node, focus }: MatchSite): number {
  return focus === node && !matcher.reportsPart ? (lowered.callAt.get(node) ?? -1) : -1
}
