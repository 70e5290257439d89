import type { AnnotationInput } from '../../model/flow-engine.ts'
import { isIndex, selectArguments } from '../../model/match-arguments.ts'
import type { TaintMatcher } from '../../model/flow.ts'
import type { NodeContext } from '../../model/matcher.ts'
import { OP, type LoweredFile } from '../../model/program.ts'

/** The value of an expression. For other nodes the values of the outermost expressions within. */
export function valuesAt({ valueAt }: LoweredFile, { tree }: NodeContext, node: number): number[] {
  if (valueAt[node] >= 0) return [valueAt[node]]
  const found: number[] = []
  for (let at = node + 1; at < tree.next[node]; ) {
    if (valueAt[at] >= 0) {
      found.push(valueAt[at])
      at = tree.next[at]
    } else at++
  }
  return found
}

/**
 * Like `valuesAt`, but the result of a call before any refinement: options of the command line that are numbers. Empty for parameters whose type
 * admits harmless values only.
 */
export function returnedValues(lowered: LoweredFile, context: NodeContext, node: number): number[] {
  const call = lowered.callAt.get(node)
  if (call !== undefined) return [lowered.program.calls[call].result]
  return valuesAt(lowered, context, node).filter((value) => !isScalarParameter(lowered, context, value, node))
}

/**
 * Whether the type of a parameter admits a boolean or a fixed list of strings only. Numbers are kept: some rules report their size, which the client
 * chooses.
 */
function isScalarParameter({ program }: LoweredFile, { tree }: NodeContext, value: number, node: number): boolean {
  const { op, a, owner, start } = program.values
  if (op[value] !== OP.parameter || a[value] < 0 || start[value] !== tree.start[node]) return false
  return program.functions[owner[value]].parameters[a[value]]?.scalar === 'other'
}

/** The values of a sink that is a call: the selected arguments, or else all of them, or the receiver if there are none. */
export function sinkValues({ context, lowered }: AnnotationInput, matcher: TaintMatcher, node: number): number[] {
  if (matcher.arguments === undefined && matcher.reportsPart) return valuesAt(lowered, context, node)
  const call = calledAt(lowered, matcher, node)
  if (call === undefined) return valuesAt(lowered, context, node)
  if (matcher.arguments !== undefined) return passedTo(lowered, context, node, call, matcher.arguments)
  const { arguments: passed, receiver } = lowered.program.calls[call]
  if (passed.length > 0) return passed.map(({ value }) => value)
  return receiver >= 0 ? [receiver] : []
}

export function argumentValues(lowered: LoweredFile, context: NodeContext, node: number, selectors: readonly (number | string)[]): number[] {
  const call = lowered.callAt.get(context.syntax.unwrap(context.tree, node))
  return call === undefined ? valuesAt(lowered, context, node) : passedTo(lowered, context, node, call, selectors)
}

/** The call of a sink: a call in the code, or of a function that is passed by this name. */
function calledAt({ callAt, callbackCallAt }: LoweredFile, { isPlainCallOf }: TaintMatcher, node: number): number | undefined {
  return callAt.get(node) ?? (isPlainCallOf === undefined ? undefined : callbackCallAt.get(node))
}

function passedTo(lowered: LoweredFile, context: NodeContext, node: number, call: number, selectors: readonly (number | string)[]): number[] {
  const { arguments: passed } = lowered.program.calls[call]
  return selectors.flatMap((selector) => {
    const selected = selectArguments(passed, selector, 'spread').map(({ value }) => value)
    return selected.length > 0 || typeof selector === 'number' || selector === '*' || isIndex(selector)
      ? selected
      : propertyValues(lowered, context, node, selector)
  })
}

/**
 * `f({ name: x })`: the property of an object literal that is passed. With keyword arguments only of a dictionary that is spread: `f(**{"name": x})`.
 */
function propertyValues(lowered: LoweredFile, context: NodeContext, node: number, name: string): number[] {
  const { tree, file, syntax, symbols } = context
  const hasKeywords = syntax.pattern.unorderedChildTypes.size > 0
  const passed = syntax.callAt(tree, file.text, node)?.arguments ?? []
  return passed.flatMap((argument) => {
    if (hasKeywords && argument.kind !== 'keyword-spread') return []
    const literal = symbols.valueOf(syntax.unwrap(tree, argument.node))
    const property = syntax.propertiesAt(tree, file.text, literal)?.findLast(({ key }) => key === name)
    return property === undefined || property.value < 0 || lowered.valueAt[property.value] < 0 ? [] : [lowered.valueAt[property.value]]
  })
}

/** The arguments of a call, as they are afterwards. */
export function postUpdateValues({ program, callAt }: LoweredFile, node: number, selectors: readonly (number | string)[] | undefined): number[] {
  const index = callAt.get(node)
  if (index === undefined) return []
  const { arguments: passed, receiverPostUpdate } = program.calls[index]
  const selected = selectors === undefined ? passed : new Set(selectors.flatMap((selector) => selectArguments(passed, selector, 'spread')))
  return [...[...selected].map(({ postUpdate }) => postUpdate), ...(selectors === undefined ? [receiverPostUpdate] : [])].filter(
    (value) => value >= 0,
  )
}
