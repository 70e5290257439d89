import type { Bindings } from '../../model/bindings.ts'
import type { ParameterSelector, SourceSite, TaintPlace, TaintUse } from '../../model/flow.ts'
import { type LoweredFile, OP } from '../../model/program.ts'
import { NODE_NAMED, type FlatTree } from '../../model/tree.ts'
import { capturesOf, distinct, type FileNotes, type PlaceSite, siteText, usesOf } from './file-notes.ts'
import { selectsParameter } from '../selects-parameter.ts'
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
  for (const index of notes.lowered.functionAt.values()) noteFunction(notes, place, index, undefined)
}

function noteValues(notes: FileNotes, { place, focus, ...site }: PlaceSite, uses: readonly TaintUse[]): void {
  const { context, lowered } = notes
  if (isWritten(context.tree, focus)) return
  const plain = uses.filter(({ bySideEffect }) => !bySideEffect)
  const effects = uses.filter(({ bySideEffect }) => bySideEffect)
  const push = (values: readonly number[], own: readonly TaintUse[]): void => {
    if (values.length > 0) notes.sources.push(valueSite(notes, site, { values, parts: [], uses: own }))
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
  { context }: FileNotes,
  { start, end, bindings }: Pick<PlaceSite, 'start' | 'end'> & Partial<Pick<PlaceSite, 'bindings'>>,
  held: Pick<SourceSite, 'values' | 'parts' | 'uses'>,
): SourceSite {
  return {
    start,
    end,
    callbacks: [],
    parameter: undefined,
    captures: capturesOf(context, bindings),
    text: siteText(context, { start, end }),
    ...held,
  }
}

/** A source that stands again after it was checked is what was checked. */
function beforeChecks({ program }: LoweredFile, value: number): number {
  return program.values.op[value] === OP.refine ? program.values.a[value] : value
}

/** Parameters of the function at the node, of those that are passed to the call, or of the first within what the node declares. */
function noteParameters(notes: FileNotes, { place, focus, start, end, bindings }: PlaceSite, parameter: ParameterSelector): void {
  const { lowered, context } = notes
  const own = lowered.functionAt.get(focus)
  if (own !== undefined) return noteFunction(notes, place, own, bindings)
  const call = lowered.callAt.get(context.syntax.unwrap(context.tree, focus))
  if (call !== undefined) {
    const callbacks = lowered.program.calls[call].arguments.map(({ value }) => value)
    const site = {
      ...valueSite(notes, { start, end, bindings }, { values: [], parts: parameter.parts, uses: usesOf(place, 'source') }),
      callbacks,
      parameter,
    }
    notes.sources.push(site)
    return
  }
  for (let node = focus; node < context.tree.next[focus]; node++) {
    const inner = lowered.functionAt.get(node)
    if (inner !== undefined) return noteFunction(notes, place, inner, bindings)
  }
}

function noteFunction(notes: FileNotes, place: TaintPlace, index: number, bindings: Bindings): void {
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
    notes.sources.push(valueSite(notes, { ...span, bindings }, { values: [value], parts: parameter.parts, uses }))
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
