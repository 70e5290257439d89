import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { lowerClass } from './lower-class.ts'
import { lowerFunctionValue } from './lower-function-value.ts'
import { assignTo, kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Lowers a function or class with its decorators. */
export function lowerDefinition(low: PythonLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const decorated = kindOf(low, node) === id.decorated_definition
  const definition = decorated ? childByField(tree, node, field.definition) : node
  if (definition < 0) return
  const decorators = decorated ? namedChildren(tree, node).filter((child) => kindOf(low, child) === id.decorator) : []
  const wrappers = decorators.map((decorator) => ({ decorator, callee: lowerExpression(low, firstNamedChild(tree, decorator)) }))
  if (kindOf(low, definition) === id.class_definition) {
    const held = lowerClass(low, definition, decorators)
    // `@register('csv')` registers the class. Its result is assumed to be the class.
    for (const { decorator, callee } of wrappers) callDecorator(low, decorator, callee, held)
    return
  }
  let made = lowerFunctionValue(low, definition, { classIndex: -1, isConstructor: false }, decorators)
  // The innermost decorator runs first. An unknown decorator is assumed to return the function.
  for (const { decorator, callee } of wrappers.toReversed()) made = callDecorator(low, decorator, callee, made)
  assignTo(low, childByField(tree, definition, field.name), made)
}

function callDecorator(low: PythonLowering, node: number, callee: number, wrapped: number): number {
  return lowerCall(low, {
    node,
    callee,
    receiver: -1,
    name: '',
    spelledName: `@${nodeText(low.tree, low.text, node).slice(0, 40)}`,
    arguments: [{ kind: 'positional', value: wrapped }],
    isConstruct: false,
    isTaggedTemplate: false,
  })
}
