import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { manyOf, storePart, value } from '../../lowering/values.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { type JavaScriptLowering, kindOf, lowerExpression } from './javascript-lowering.ts'

/** `<Card title={x}>…</Card>` calls `Card` with an object; `<p>{x}</p>` is made of what stands in it, escaped by the framework. */
export function lowerElement(low: JavaScriptLowering, node: number): number {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const open = kindOf(low, node) === id.jsx_element ? childByField(tree, node, field.open_tag) : node
  let properties = value(low, OP.unknown, node)
  for (const part of open < 0 ? [] : namedChildren(tree, open)) {
    if (kindOf(low, part) === id.jsx_attribute) {
      const [name = -1, given = -1] = namedChildren(tree, part)
      if (name >= 0 && given >= 0) properties = storePart(low, properties, nodeText(tree, text, name), lowerExpression(low, given), part)
    } else if (kindOf(low, part) === id.jsx_expression) {
      const spread = firstNamedChild(tree, part)
      if (spread >= 0) properties = manyOf(low, OP.phi, part, [properties, lowerExpression(low, spread)])
    }
  }
  const children: number[] = []
  if (open !== node) {
    for (const child of namedChildren(tree, node)) {
      const kind = kindOf(low, child)
      if (kind === id.jsx_expression || kind === id.jsx_element || kind === id.jsx_self_closing_element) children.push(lowerExpression(low, child))
    }
  }
  if (children.length > 0) properties = storePart(low, properties, 'children', manyOf(low, OP.mix, node, children), node)
  const name = open < 0 ? -1 : childByField(tree, open, field.name)
  const written = name < 0 ? '' : nodeText(tree, text, name)
  if (name < 0 || /^[a-z][\w-]*$/.test(written)) return value(low, OP.unknown, node)
  const callee = lowerExpression(low, name)
  return lowerCall(low, {
    node,
    callee,
    receiver: -1,
    name: low.symbols.nameOf(name) ?? '',
    written,
    arguments: [{ kind: 'positional', value: properties }],
    construct: false,
    tagged: false,
  })
}
