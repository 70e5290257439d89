import { childByField, nodeText } from '../../../model/tree-access.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'

/** The call that a function stands in as an argument, -1 for none. */
export function callWithArgument({ tree, kinds }: JavaScriptLowering, functionNode: number): number {
  const list = tree.parent[functionNode]
  return list > 0 && kinds.table[tree.type[list]] === kinds.id.arguments ? tree.parent[list] : -1
}

/** The last name of `a.b.name`; empty for what is no member. */
export function calledProperty(low: JavaScriptLowering, node: number): string {
  const { tree, kinds } = low
  const member = low.syntax.unwrap(tree, node)
  return kindOf(low, member) === kinds.id.member_expression ? nodeText(tree, low.text, childByField(tree, member, kinds.field.property)) : ''
}

/** What an object literal, written here or held by a name, has under the key; -1 for nothing. */
export function propertyValue({ tree, text, symbols, syntax }: JavaScriptLowering, node: number, key: string): number {
  const literal = node < 0 ? -1 : syntax.unwrap(tree, symbols.valueOf(syntax.unwrap(tree, node)))
  return literal < 0 ? -1 : (syntax.propertiesAt(tree, text, literal)?.find((each) => each.key === key)?.value ?? -1)
}
