import type { Bindings } from '../../model/bindings.ts'
import type { GuardedSpan, ParameterSelector, SourceSite, TaintMatcher, TaintUse } from '../../model/flow.ts'
import { type LoweredFile, OP, type ProgramArgument } from '../../model/program.ts'
import { NODE_NAMED, type FlatTree } from '../../model/tree.ts'
import { behindCheckOfRights } from './behind-check-of-rights.ts'
import { capturesOf, distinct, type FileAnnotations, type MatchSite, siteText } from './file-annotations.ts'
import { selectsParameter } from './selects-parameter.ts'
import { postUpdateValues, returnedValues, argumentValues } from './values-at.ts'

/** Records where data starts, if the matcher is a source. */
export function annotateSource(annotations: FileAnnotations, site: MatchSite): void {
  const uses = site.matcher.byRole.source
  if (uses.length === 0) return
  if (site.matcher.parameter !== undefined) annotateParameters(annotations, site, site.matcher.parameter)
  else annotateValues(annotations, site, uses)
}

/** The parameters that a source by decorator selects, in all functions of the file. */
export function annotateDecorated(annotations: FileAnnotations, matcher: TaintMatcher): void {
  for (const [node, index] of annotations.lowered.functionAt) annotateFunction(annotations, matcher, { node, index, bindings: undefined })
}

function annotateValues(annotations: FileAnnotations, { matcher, focus, node, ...site }: MatchSite, uses: readonly TaintUse[]): void {
  const { context, lowered } = annotations
  if (isAssigned(context.tree, focus)) return
  const effects = uses.filter(({ bySideEffect }) => bySideEffect)
  const plain = effects.length === 0 ? uses : uses.filter(({ bySideEffect }) => !bySideEffect)
  const push = (values: readonly number[], own: readonly TaintUse[]): void => {
    if (values.length > 0)
      annotations.sources.push(
        valueSite(annotations, { node: anchorOf(annotations, node), ...site }, { values, propertyPath: [], dataNames: matcher.dataNames, uses: own }),
      )
  }
  if (plain.length > 0) {
    const selected =
      matcher.arguments === undefined ? returnedValues(lowered, context, focus) : argumentValues(lowered, context, focus, matcher.arguments)
    push(distinct(selected.map((value) => beforeGuards(lowered, value))), plain)
  }
  if (effects.length > 0) push(postUpdateValues(lowered, focus, matcher.arguments), effects)
}

/** Whether the program assigns the value itself: `request.body = JSON.stringify(order)` of a request that it sends. */
function isAssigned({ field, names, parent, type }: FlatTree, node: number): boolean {
  return (
    parent[node] >= 0 &&
    field[node] === names.fieldId('left') &&
    MEMBER_TYPES.has(names.typeName(type[node])) &&
    ASSIGNMENT_TYPES.has(names.typeName(type[parent[node]]))
  )
}

const MEMBER_TYPES: ReadonlySet<string> = new Set(['member_expression', 'attribute'])

/** Assignments that overwrite the previous value. */
const ASSIGNMENT_TYPES: ReadonlySet<string> = new Set(['assignment_expression', 'assignment'])

function valueSite(
  annotations: FileAnnotations,
  { node, start, end, bindings }: Pick<MatchSite, 'node' | 'start' | 'end'> & Partial<Pick<MatchSite, 'bindings'>>,
  partialSite: Pick<SourceSite, 'values' | 'propertyPath' | 'dataNames' | 'uses'>,
): SourceSite {
  const { context } = annotations
  const access = accessAt(annotations, node)
  return {
    start,
    end,
    callbacks: [],
    parameter: undefined,
    captures: capturesOf(context, bindings),
    text: siteText(context, { start, end }),
    access,
    enclosingNames: enclosingNames(annotations, node),
    ...partialSite,
    uses: access === undefined ? partialSite.uses : partialSite.uses.map(behindCheckOfRights),
  }
}

/**
 * The statement that contains a node, or the body of a function without statements. Access control is the same for all of it, so it is computed once
 * per statement.
 */
function anchorOf({ context, lowered, anchorAt: known }: FileAnnotations, from: number): number {
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

/** Names of the functions around a node and of their classes, under which other files may import it. */
function enclosingNames({ context, lowered }: FileAnnotations, node: number): readonly string[] {
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

/** Who can reach a node, according to the first access row that matches. */
function accessAt({ context, access, accessAt: known }: FileAnnotations, node: number): string | undefined {
  if (!known.has(node)) {
    const row = access.find(
      ({ matcher }) => matcher.types?.has(context.tree.type[node]) !== false && matcher.test(context, node, undefined, () => true),
    )
    known.set(node, row?.says)
  }
  return known.get(node)
}

/** Functions behind access control: what a helper reads from the request for them does not come from an anonymous client. */
export function accessControlledFunctions(annotations: FileAnnotations): readonly GuardedSpan[] {
  const { context, lowered } = annotations
  const { tree } = context
  return [...lowered.functionAt].flatMap(([node, index]) => {
    if (!lowered.decorators.has(index)) return []
    // The last node of a function is one of its last statement.
    const access = accessAt(annotations, anchorOf(annotations, tree.next[node] - 1))
    return access === undefined ? [] : [{ start: tree.start[node], end: tree.end[node], access }]
  })
}

/** A source that is read again after a check is the checked value. */
function beforeGuards({ program }: LoweredFile, value: number): number {
  return program.values.op[value] === OP.refine ? program.values.a[value] : value
}

/** The parameters of the function at the node, of the callbacks of the call, or of the first function that the node declares. */
function annotateParameters(
  annotations: FileAnnotations,
  { matcher, focus, node: at, start, end, bindings }: MatchSite,
  parameter: ParameterSelector,
): void {
  const { lowered, context } = annotations
  const own = lowered.functionAt.get(focus)
  if (own !== undefined) return annotateFunction(annotations, matcher, { node: focus, index: own, bindings })
  const call = lowered.callAt.get(context.syntax.unwrap(context.tree, focus))
  if (call !== undefined) {
    const callbacks = passedFunctions(lowered.program.calls[call].arguments, parameter.function?.argument)
    const site = {
      ...valueSite(
        annotations,
        { node: at, start, end, bindings },
        { values: [], propertyPath: parameter.propertyPath, dataNames: matcher.dataNames, uses: matcher.byRole.source },
      ),
      callbacks,
      parameter,
    }
    annotations.sources.push(site)
    return
  }
  for (let node = focus; node < context.tree.next[focus]; node++) {
    const inner = lowered.functionAt.get(node)
    if (inner !== undefined) return annotateFunction(annotations, matcher, { node, index: inner, bindings })
  }
}

/** The arguments of a call that are functions or hold them: one of them, or all. */
function passedFunctions(passed: readonly ProgramArgument[], selected: number | string | undefined): readonly number[] {
  if (selected === undefined) return passed.map(({ value }) => value)
  if (typeof selected === 'string') return passed.flatMap(({ kind, name, value }) => (kind === 'keyword' && name === selected ? [value] : []))
  const one = passed.at(selected)
  return one === undefined ? [] : [one.value]
}

/** A function, its node, and the bindings of the matcher. */
interface AnnotatedFunction {
  readonly node: number
  readonly index: number
  readonly bindings: Bindings
}

function annotateFunction(annotations: FileAnnotations, matcher: TaintMatcher, { node, index, bindings }: AnnotatedFunction): void {
  const { context, lowered } = annotations
  const { program, decorators, parameterDecorators } = lowered
  const { parameter } = matcher
  if (parameter === undefined) return
  const uses = matcher.byRole.source
  const decorated = matcher.decorators.length === 0 || isDecorated(annotations, matcher, decorators.get(index) ?? [])
  for (const [position, each] of program.functions[index].parameters.entries()) {
    if (!selectsParameter(parameter, each, position)) continue
    const { value } = each
    if (!decorated && !isDecorated(annotations, matcher, parameterDecorators.get(value) ?? [])) continue
    const span = { start: program.values.start[value], end: program.values.end[value] }
    annotations.sources.push(
      valueSite(
        annotations,
        // Access control is the same for all of the body, of which this is a node.
        { node: anchorOf(annotations, context.tree.next[node] - 1), ...span, bindings },
        { values: [value], propertyPath: parameter.propertyPath, dataNames: matcher.dataNames, uses },
      ),
    )
  }
}

function isDecorated({ context }: FileAnnotations, matcher: TaintMatcher, decorators: readonly number[]): boolean {
  const { tree, symbols, syntax, file } = context
  return decorators.some((decorator) => {
    const expression = decorator + 1
    if (expression >= tree.next[decorator]) return false
    let at = expression
    while (at < tree.next[decorator] && (tree.flags[at] & NODE_NAMED) === 0) at = tree.next[at]
    const call = syntax.callAt(tree, file.text, at)
    const name = symbols.nameOf(call === undefined ? at : call.callee)
    return name !== undefined && matcher.decorators.some((matches) => matches(name))
  })
}
