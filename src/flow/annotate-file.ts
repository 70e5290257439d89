import type { Bindings } from '../model/bindings.ts'
import { boundSpan, boundText, lookup, MATCH } from '../model/bound.ts'
import type { AnnotationInput } from '../model/flow-engine.ts'
import type { FlowFile, ParameterSelector, PropagatorSite, SanitizerSite, SinkSite, SourceSite, TaintPlace, TaintUse } from '../model/flow.ts'
import type { NodeContext } from '../model/matcher.ts'
import { type LoweredFile, OP, type ProgramCheck } from '../model/program.ts'
import type { Span } from '../model/position.ts'
import { NODE_NAMED } from '../model/tree.ts'
import { afterValues, givenValues, passedValues, sinkValues, takesArgument, valuesAt } from './values-at.ts'

/** Longer code is cut in messages anyway. */
const MAX_TEXT = 120

interface Notes {
  readonly sources: SourceSite[]
  readonly sinks: SinkSite[]
  readonly sanitizers: SanitizerSite[]
  readonly propagators: PropagatorSite[]
  readonly seen: Set<string>
  /** Values that are known to have passed a check, and those known to have failed it, by the check's node. */
  checked: ReadonlyMap<number, Checked> | undefined
  /** Nodes of calls in order. */
  calls: readonly number[] | undefined
}

type Checked = Record<ProgramCheck['when'], { readonly value: number; readonly argument: number }[]>

/** Says of a lowered file what the matchers of taint rules found in it: what is left no longer needs the tree. */
export function annotateFile(input: AnnotationInput): FlowFile {
  const { context, lowered, language, rules } = input
  const notes: Notes = { sources: [], sinks: [], sanitizers: [], propagators: [], seen: new Set(), checked: undefined, calls: undefined }
  for (const { place, node, bindings } of input.hits) note(input, notes, place, node, bindings)
  for (const place of input.wanted.map((index) => rules.places[index]))
    if (place.matcher === undefined) noteFunctions(input, notes, place, [...lowered.functionAt.values()], { start: 0, end: 0 })
  noteMappers(input, notes)
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
  }
}

/** Data that counts in its own file alone is not followed where nothing there waits for it. */
function wantedSources({ sources, sinks }: Notes, path: string): readonly SourceSite[] {
  const met = new Set(sinks.flatMap(({ uses }) => uses.flatMap((use) => (use.role === 'sink' && use.appliesTo(path) ? [use.rule] : []))))
  return sources.flatMap((site) => {
    const uses = site.uses.filter(({ ownFile, rule }) => !ownFile || met.has(rule))
    return uses.length === 0 ? [] : [uses.length === site.uses.length ? site : { ...site, uses }]
  })
}

function note(input: AnnotationInput, notes: Notes, index: number, node: number, bindings: Bindings): void {
  const { context, lowered, rules } = input
  const place = rules.places[index]
  const bound = lookup(bindings, MATCH) ?? { kind: 'node' as const, node }
  const focus = bound.kind === 'node' ? bound.node : bound.kind === 'nodes' ? (bound.nodes[0] ?? node) : node
  const span = boundSpan(context, bound)
  if (span === undefined) return
  const id = `${index}:${node}:${span.start}:${span.end}`
  if (notes.seen.has(id)) return
  notes.seen.add(id)
  const sources = place.uses.filter(({ role }) => role === 'source')
  if (sources.length > 0) {
    if (place.parameter !== undefined) noteParameters(input, notes, place, focus, span)
    else noteSource(input, notes, place, focus, span, sources)
  }
  if (place.uses.some(({ role }) => role === 'sink')) {
    const values = focus === node ? sinkValues(input, place, focus) : boundNodes(bound, focus).flatMap((each) => valuesAt(lowered, context, each))
    const uses = place.uses.filter(({ role }) => role === 'sink')
    if (values.length > 0)
      notes.sinks.push({ ...span, values: distinct(values), captures: captured(context, bindings), text: textOf(context, span), uses })
  }
  const cleaners = place.uses.filter(({ role }) => role === 'sanitizer')
  if (cleaners.length > 0) noteSanitizers(input, notes, place, focus, node, cleaners)
  for (const use of place.uses) if (use.role === 'propagator') notePropagator(input, notes, use, node, bindings)
}

function boundNodes(bound: { kind: string; nodes?: readonly number[] }, focus: number): readonly number[] {
  return bound.kind === 'nodes' ? (bound.nodes ?? []) : [focus]
}

function noteSource(
  { context, lowered }: AnnotationInput,
  notes: Notes,
  place: TaintPlace,
  focus: number,
  span: Span,
  uses: readonly TaintUse[],
): void {
  const text = textOf(context, span)
  const plain = uses.filter(({ bySideEffect }) => !bySideEffect)
  const effects = uses.filter(({ bySideEffect }) => bySideEffect)
  if (plain.length > 0) {
    const selected = place.arguments === undefined ? givenValues(lowered, context, focus) : passedValues(lowered, context, focus, place.arguments)
    const values = selected.map((value) => beforeChecks(lowered, value))
    if (values.length > 0)
      notes.sources.push({ ...span, values: distinct(values), callbacks: [], parameter: undefined, parts: [], text, uses: plain })
  }
  if (effects.length > 0) {
    const values = afterValues(lowered, focus, place.arguments)
    if (values.length > 0) notes.sources.push({ ...span, values, callbacks: [], parameter: undefined, parts: [], text, uses: effects })
  }
}

/** A source that stands again after it was checked is what was checked. */
function beforeChecks({ program }: LoweredFile, value: number): number {
  return program.values.op[value] === OP.refine ? program.values.a[value] : value
}

/** Parameters of the function at the node, of those within what the node declares, or of those that are passed to the call. */
function noteParameters(input: AnnotationInput, notes: Notes, place: TaintPlace, focus: number, span: Span): void {
  const { lowered, context } = input
  const own = lowered.functionAt.get(focus)
  if (own !== undefined) {
    noteFunctions(input, notes, place, [own], span)
    return
  }
  const call = lowered.callAt.get(context.syntax.unwrap(context.tree, focus))
  if (call !== undefined && place.parameter !== undefined) {
    const uses = place.uses.filter(({ role }) => role === 'source')
    const callbacks = lowered.program.calls[call].arguments.map(({ value }) => value)
    notes.sources.push({
      ...span,
      values: [],
      callbacks,
      parameter: place.parameter,
      parts: place.parameter.parts,
      text: textOf(context, span),
      uses,
    })
    return
  }
  for (let node = focus; node < context.tree.next[focus]; node++) {
    const inner = lowered.functionAt.get(node)
    if (inner === undefined) continue
    noteFunctions(input, notes, place, [inner], span)
    return
  }
}

function noteFunctions(input: AnnotationInput, notes: Notes, place: TaintPlace, functions: readonly number[], span: Span): void {
  const { lowered, context } = input
  const { parameter } = place
  if (parameter === undefined) return
  const uses = place.uses.filter(({ role }) => role === 'source')
  for (const index of functions) {
    const { parameters } = lowered.program.functions[index]
    const decorated = place.decorators.length === 0 || isDecorated(input, place, lowered.decorators.get(index) ?? [])
    for (const [position, each] of parameters.entries()) {
      if (!selects(parameter, each.name, position) || each.scalar) continue
      if (!decorated && !isDecorated(input, place, lowered.parameterDecorators.get(each.value) ?? [])) continue
      const start = lowered.program.values.start[each.value]
      const end = lowered.program.values.end[each.value]
      notes.sources.push({
        start,
        end,
        values: [each.value],
        callbacks: [],
        parameter: undefined,
        parts: parameter.parts,
        text: textOf(context, { start, end }),
        uses,
      })
    }
  }
  void span
}

function isDecorated({ context }: AnnotationInput, place: TaintPlace, decorators: readonly number[]): boolean {
  const { tree, symbols, syntax, file } = context
  return decorators.some((decorator) => {
    const expression = decorator + 1
    if (expression >= tree.next[decorator]) return false
    let at = expression
    while (at < tree.next[decorator] && (tree.flags[at] & NODE_NAMED) === 0) at = tree.next[at]
    const call = syntax.callAt(tree, file.text, at)
    const name = symbols.nameOf(call === undefined ? at : call.callee)
    return name !== undefined && place.decorators.some((matches) => matches(name))
  })
}

function selects({ which }: ParameterSelector, name: string, position: number): boolean {
  return which === '*' || which === position || which === name
}

/** The value itself, what was passed where the call changes it, and whatever is checked by it. With `when`, only the last. */
function noteSanitizers(input: AnnotationInput, notes: Notes, place: TaintPlace, focus: number, node: number, uses: readonly TaintUse[]): void {
  const { context, lowered } = input
  notes.checked ??= checkedValues(lowered)
  const known = notes.checked.get(node)
  const plain = uses.filter(({ when }) => when === undefined)
  if (plain.length > 0) {
    const values = [...valuesAt(lowered, context, focus), ...(known?.true.map(({ value }) => value) ?? [])]
    if (plain.some(({ bySideEffect }) => bySideEffect)) {
      values.push(...afterValues(lowered, node, place.arguments))
      for (const { value, argument } of known?.end ?? []) if (takesArgument(place.arguments, argument)) values.push(value)
    }
    notes.sanitizers.push({ values: distinct(values), uses: plain })
  }
  if (known === undefined) return
  for (const when of [true, false]) {
    const chosen = uses.filter((use) => use.when === when)
    const values = (when ? known.true : known.false).map(({ value }) => value)
    if (chosen.length > 0 && values.length > 0) notes.sanitizers.push({ values, uses: chosen })
  }
}

/** `list.map(escape)`: a sanitizer that is passed by its name. */
function noteMappers({ lowered, rules }: AnnotationInput, notes: Notes): void {
  const results = new Map<string, number[]>()
  for (const { written, subject, result } of lowered.program.calls) {
    if (subject === undefined || !MAPPERS.has(written)) continue
    const known = results.get(subject)
    if (known === undefined) results.set(subject, [result])
    else known.push(result)
  }
  if (results.size === 0) return
  for (const { isCallOf, uses } of rules.places) {
    const cleaners = isCallOf === undefined ? [] : uses.filter(({ role, when }) => role === 'sanitizer' && when === undefined)
    if (cleaners.length === 0) continue
    const values = [...results].flatMap(([subject, given]) => (isCallOf?.(subject) === true ? given : []))
    if (values.length > 0) notes.sanitizers.push({ values, uses: cleaners })
  }
}

const MAPPERS: ReadonlySet<string> = new Set(['map', 'flatMap', 'mapValues'])

function checkedValues({ program, checks }: LoweredFile): ReadonlyMap<number, Checked> {
  const found = new Map<number, Checked>()
  const { op, b, count } = program.values
  for (let value = 0; value < count; value++) {
    if (op[value] !== OP.refine || b[value] < 0) continue
    const { node, argument, when } = checks[b[value]]
    const known = found.get(node) ?? { true: [], false: [], end: [] }
    found.set(node, known)
    known[when].push({ value, argument })
  }
  return found
}

function notePropagator({ context, lowered }: AnnotationInput, notes: Notes, use: TaintUse, node: number, bindings: Bindings): void {
  const from = lookup(bindings, use.from ?? '')
  if (from === undefined) return
  const fromNodes = from.kind === 'node' ? [from.node] : from.kind === 'nodes' ? from.nodes : []
  const to = use.to === MATCH ? ({ kind: 'node', node } as const) : lookup(bindings, use.to ?? '')
  const toNode = to?.kind === 'node' ? to.node : to?.kind === 'nodes' ? (to.nodes[0] ?? -1) : -1
  if (toNode < 0) return
  const held = lowered.valueAt[toNode]
  const targets: number[] = []
  if (toNode === node) targets.push(held)
  else {
    // What receives it is seen changed after the call.
    notes.calls ??= [...lowered.callAt.keys()].sort((left, right) => left - right)
    for (let at = firstFrom(notes.calls, node); at < notes.calls.length && notes.calls[at] < context.tree.next[node]; at++) {
      const call = lowered.program.calls[lowered.callAt.get(notes.calls[at]) ?? -1]
      if (call.receiver === held && call.receiverAfter >= 0) targets.push(call.receiverAfter)
      for (const argument of call.arguments) if (argument.value === held && argument.after >= 0) targets.push(argument.after)
    }
    if (targets.length === 0) targets.push(held)
  }
  for (const fromNode of fromNodes)
    for (const value of valuesAt(lowered, context, fromNode))
      for (const target of targets) if (target >= 0) notes.propagators.push({ from: value, to: target, use })
}

/** Index of the first number that is at least so large. */
function firstFrom(sorted: readonly number[], least: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < least) low = middle + 1
    else high = middle
  }
  return low
}

function captured(context: NodeContext, bindings: Bindings): SinkSite['captures'] {
  const captures = new Map<string, Partial<Span> & { text: string }>()
  for (let at = bindings; at !== undefined; at = at.rest) {
    if (!captures.has(at.name)) captures.set(at.name, { ...boundSpan(context, at.bound), text: boundText(context, at.bound) })
  }
  return captures
}

function textOf({ file }: NodeContext, { start, end }: Span): string {
  return file.text.slice(start, Math.min(end, start + MAX_TEXT))
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)]
}
