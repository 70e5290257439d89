import type { Bindings } from '../../model/bindings.ts'
import type { GuardedSpan, ParameterSelector, SourceSite, TaintPlace, TaintUse } from '../../model/flow.ts'
import { type LoweredFile, OP } from '../../model/program.ts'
import { NODE_NAMED, type FlatTree } from '../../model/tree.ts'
import { capturesOf, distinct, type FileNotes, type PlaceSite, siteText, usesOf } from './file-annotations.ts'
import { lowerBy, SEVERITIES } from '../../model/severity.ts'
import { selectsParameter } from './selects-parameter.ts'
import { afterValues, givenValues, passedValues } from './values-at.ts'

/** Notes where data starts, when the place is a source. */
export function noteSources(notes: FileNotes, site: PlaceSite): void {
  const uses = usesOf(site.place, 'source')
  if (uses.length === 0) return
  if (site.place.parameter !== undefined) noteParameters(notes, site, site.place.parameter)
  else noteValues(notes, site, uses)
}

/** The parameters that a source by decorator means, of all functions of the file. */
export function noteDecorated(notes: FileNotes, place: TaintPlace): void {
  for (const [node, index] of notes.lowered.functionAt) noteFunction(notes, place, { node, index, bindings: undefined })
}

function noteValues(notes: FileNotes, { place, focus, node, ...site }: PlaceSite, uses: readonly TaintUse[]): void {
  const { context, lowered } = notes
  if (isWritten(context.tree, focus)) return
  const plain = uses.filter(({ bySideEffect }) => !bySideEffect)
  const effects = uses.filter(({ bySideEffect }) => bySideEffect)
  const push = (values: readonly number[], own: readonly TaintUse[]): void => {
    if (values.length > 0) notes.sources.push(valueSite(notes, { node: anchorOf(notes, node), ...site }, { values, parts: [], uses: own }))
  }
  if (plain.length > 0) {
    const selected = place.arguments === undefined ? givenValues(lowered, context, focus) : passedValues(lowered, context, focus, place.arguments)
    push(distinct(selected.map((value) => beforeChecks(lowered, value))), plain)
  }
  if (effects.length > 0) push(afterValues(lowered, focus, place.arguments), effects)
}

/** Whether the program puts something of its own here: `request.body = JSON.stringify(order)` of a request that it sends. */
function isWritten({ field, names, parent, type }: FlatTree, node: number): boolean {
  return (
    parent[node] >= 0 &&
    field[node] === names.fieldId('left') &&
    PART_TYPES.has(names.typeName(type[node])) &&
    ASSIGNMENT_TYPES.has(names.typeName(type[parent[node]]))
  )
}

const PART_TYPES: ReadonlySet<string> = new Set(['member_expression', 'attribute'])

/** Assignments that leave nothing of what was there before. */
const ASSIGNMENT_TYPES: ReadonlySet<string> = new Set(['assignment_expression', 'assignment'])

function valueSite(
  notes: FileNotes,
  { node, start, end, bindings }: Pick<PlaceSite, 'node' | 'start' | 'end'> & Partial<Pick<PlaceSite, 'bindings'>>,
  held: Pick<SourceSite, 'values' | 'parts' | 'uses'>,
): SourceSite {
  const { context } = notes
  const access = accessAt(notes, node)
  return {
    start,
    end,
    callbacks: [],
    parameter: undefined,
    captures: capturesOf(context, bindings),
    text: siteText(context, { start, end }),
    access,
    within: namesAround(notes, node),
    ...held,
    uses: access === undefined ? held.uses : held.uses.map((use) => ({ ...use, severity: lowerBy(SEVERITIES, use.severity, 1) })),
  }
}

/**
 * The statement of the function around a node, or of the file, that the node is in, or the part of a function without statements: who gets to one part of it gets to all. So the rows are
 * asked once for a sum of thousands of parts, and not for each of them.
 */
function anchorOf({ context, lowered, anchorAt: known }: FileNotes, from: number): number {
  const { parent } = context.tree
  const climbed: number[] = []
  let node = from
  for (; !known.has(node); node = parent[node]) {
    climbed.push(node)
    const above = parent[node]
    if (above < 0 || lowered.functionAt.has(above) || parent[above] < 0 || lowered.functionAt.has(parent[above])) break
  }
  const anchor = known.get(node) ?? node
  for (const each of climbed) known.set(each, anchor)
  return anchor
}

/** Names of the functions around a node, and of their classes, which other files may know it by. */
function namesAround({ context, lowered }: FileNotes, node: number): readonly string[] {
  const { functions, classes } = lowered.program
  const names = new Set<string>()
  for (let at = node; at >= 0; at = context.tree.parent[at]) {
    const around = functions[lowered.functionAt.get(at) ?? -1]
    if (around === undefined) continue
    names.add(around.name)
    names.add(classes[around.classIndex]?.name ?? '')
  }
  names.delete('')
  return [...names]
}

/** Who gets to a node, as the first row says that holds there. */
function accessAt({ context, access, accessAt: known }: FileNotes, node: number): string | undefined {
  if (!known.has(node)) {
    const row = access.find(
      ({ matcher }) => matcher.types?.has(context.tree.type[node]) !== false && matcher.test(context, node, undefined, () => true),
    )
    known.set(node, row?.says)
  }
  return known.get(node)
}

/** Functions with decorators that not everybody reaches: what a helper takes of the request for them, a stranger does not send. */
export function guardedFunctions(notes: FileNotes): readonly GuardedSpan[] {
  const { context, lowered } = notes
  const { tree } = context
  return [...lowered.functionAt].flatMap(([node, index]) => {
    if (!lowered.decorators.has(index)) return []
    // The last node of a function is one of its last statement.
    const access = accessAt(notes, anchorOf(notes, tree.next[node] - 1))
    return access === undefined ? [] : [{ start: tree.start[node], end: tree.end[node], access }]
  })
}

/** A source that stands again after it was checked is what was checked. */
function beforeChecks({ program }: LoweredFile, value: number): number {
  return program.values.op[value] === OP.refine ? program.values.a[value] : value
}

/** Parameters of the function at the node, of those that are passed to the call, or of the first within what the node declares. */
function noteParameters(notes: FileNotes, { place, focus, node: at, start, end, bindings }: PlaceSite, parameter: ParameterSelector): void {
  const { lowered, context } = notes
  const own = lowered.functionAt.get(focus)
  if (own !== undefined) return noteFunction(notes, place, { node: focus, index: own, bindings })
  const call = lowered.callAt.get(context.syntax.unwrap(context.tree, focus))
  if (call !== undefined) {
    const callbacks = lowered.program.calls[call].arguments.map(({ value }) => value)
    const site = {
      ...valueSite(notes, { node: at, start, end, bindings }, { values: [], parts: parameter.parts, uses: usesOf(place, 'source') }),
      callbacks,
      parameter,
    }
    notes.sources.push(site)
    return
  }
  for (let node = focus; node < context.tree.next[focus]; node++) {
    const inner = lowered.functionAt.get(node)
    if (inner !== undefined) return noteFunction(notes, place, { node, index: inner, bindings })
  }
}

/** A function, its node, and what the matcher of its place bound. */
interface NotedFunction {
  readonly node: number
  readonly index: number
  readonly bindings: Bindings
}

function noteFunction(notes: FileNotes, place: TaintPlace, { node, index, bindings }: NotedFunction): void {
  const { program, decorators, parameterDecorators } = notes.lowered
  const { parameter } = place
  if (parameter === undefined) return
  const uses = usesOf(place, 'source')
  const decorated = place.decorators.length === 0 || isDecorated(notes, place, decorators.get(index) ?? [])
  for (const [position, each] of program.functions[index].parameters.entries()) {
    if (!selectsParameter(parameter, each, position)) continue
    const { value } = each
    if (!decorated && !isDecorated(notes, place, parameterDecorators.get(value) ?? [])) continue
    const span = { start: program.values.start[value], end: program.values.end[value] }
    notes.sources.push(valueSite(notes, { node, ...span, bindings }, { values: [value], parts: parameter.parts, uses }))
  }
}

function isDecorated({ context }: FileNotes, place: TaintPlace, decorators: readonly number[]): boolean {
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
