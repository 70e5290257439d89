import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { addNary, storeField, addValue } from '../../lowering/values.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Lowers JSX. `<Card title={x}>…</Card>` calls `Card` with an object. `<p>{x}</p>` consists of its children, escaped by the framework. */
export function lowerElement(low: JavaScriptLowering, node: number): number {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const open = kindOf(low, node) === id.jsx_element ? childByField(tree, node, field.open_tag) : node
  let properties = addValue(low, OP.unknown, node)
  for (const part of open < 0 ? [] : namedChildren(tree, open)) {
    if (kindOf(low, part) === id.jsx_attribute) {
      const [name = -1, given = -1] = namedChildren(tree, part)
      if (name >= 0 && given >= 0) properties = storeField(low, properties, nodeText(tree, text, name), lowerExpression(low, given), part)
    } else if (kindOf(low, part) === id.jsx_expression) {
      const spread = firstNamedChild(tree, part)
      if (spread >= 0) properties = addNary(low, OP.phi, part, [properties, lowerExpression(low, spread)])
    }
  }
  const children: number[] = []
  if (open !== node) {
    for (const child of namedChildren(tree, node)) {
      const kind = kindOf(low, child)
      if (kind === id.jsx_expression || kind === id.jsx_element || kind === id.jsx_self_closing_element) children.push(lowerExpression(low, child))
    }
  }
  if (children.length > 0) properties = storeField(low, properties, 'children', addNary(low, OP.mix, node, children), node)
  const name = open < 0 ? -1 : childByField(tree, open, field.name)
  const spelledName = name < 0 ? '' : nodeText(tree, text, name)
  if (name < 0 || /^[a-z][\w-]*$/.test(spelledName)) return addValue(low, OP.unknown, node)
  const callee = lowerExpression(low, name)
  return lowerCall(low, {
    node,
    callee,
    receiver: -1,
    name: low.symbols.nameOf(name) ?? '',
    spelledName,
    arguments: [{ kind: 'positional', value: properties }],
    isConstruct: false,
    isTaggedTemplate: false,
  })
}
