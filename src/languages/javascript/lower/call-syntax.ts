import { childByField, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** The call that has the function as an argument; -1 for none. */
export function callWithArgument({ tree, kinds }: JavaScriptLowering, functionNode: number): number {
  const list = tree.parent[functionNode]
  return list > 0 && kinds.table[tree.type[list]] === kinds.id.arguments ? tree.parent[list] : -1
}

/** The property name of a member expression: `name` of `a.b.name`. Empty for other expressions. */
export function calledProperty(low: JavaScriptLowering, node: number): string {
  const { tree, kinds } = low
  const member = low.syntax.unwrap(tree, node)
  return kindOf(low, member) === kinds.id.member_expression ? nodeText(tree, low.text, childByField(tree, member, kinds.field.property)) : ''
}

/** The value of a property of an object literal, also through a variable; -1 for none. */
export function propertyValue({ tree, text, symbols, syntax }: JavaScriptLowering, node: number, key: string): number {
  const literal = node < 0 ? -1 : syntax.unwrap(tree, symbols.valueOf(syntax.unwrap(tree, node)))
  return literal < 0 ? -1 : (syntax.propertiesAt(tree, text, literal)?.find((each) => each.key === key)?.value ?? -1)
}
