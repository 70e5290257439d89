import { OP } from '../../../model/program.ts'
import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { addNary, storeField, addValue } from '../../lowering/values.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { accessorOf, lowerFunctionValue } from './lower-functions.ts'
import { lowerSchemaFields } from './lower-schema-value.ts'
import { propertyName } from './property-name.ts'

function callAccessor(low: JavaScriptLowering, node: number, callee: number, receiver: number): number {
  return lowerCall(low, { node, callee, receiver, name: '', spelledName: '', arguments: [], isConstruct: false, isTaggedTemplate: false })
}

export function lowerObject(low: JavaScriptLowering, node: number): number {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  let made = addValue(low, OP.unknown, node)
  for (const entry of namedChildren(tree, node)) {
    switch (kindOf(low, entry)) {
      case id.shorthand_property_identifier:
        made = storeField(low, made, nodeText(tree, text, entry), lowerExpression(low, entry), entry)
        break
      case id.pair: {
        const key = childByField(tree, entry, field.key)
        made = storeField(low, made, propertyName(low, key), lowerExpression(low, childByField(tree, entry, field.value)), entry)
        break
      }
      case id.method_definition: {
        const method = lowerFunctionValue(low, entry)
        // A getter is read like a field.
        const held = accessorOf(low, entry) === 'get' ? callAccessor(low, entry, method, made) : method
        if (accessorOf(low, entry) !== 'set') made = storeField(low, made, propertyName(low, childByField(tree, entry, field.name)), held, entry)
        break
      }
      case id.spread_element:
        // Later entries overwrite spread properties.
        made = addNary(low, OP.phi, entry, [made, lowerExpression(low, entry)])
        break
      default:
    }
  }
  return lowerSchemaFields(low, node, made)
}
