import { SYNTHETIC_KEY, OP } from '../../../model/program.ts'
import { addField } from '../../lowering/declare-class.ts'
import { load, storeField, addValue } from '../../lowering/values.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import type { ParameterList } from '../../lowering/lower-function.ts'
import { readVariable, writeBack } from '../../lowering/variables.ts'
import { receiverVariable } from '../../lowering/variable-ids.ts'
import type { PythonLowering, RecordField } from './python-lowering.ts'

/** A constructor that stores each parameter in the field of the same name; for a tuple also under its index. Constrained fields are sanitized. */
export function lowerRecord(
  low: PythonLowering,
  node: number,
  fields: readonly RecordField[],
  parameters: ParameterList,
  { isTuple, limited: constrained }: { readonly isTuple: boolean; readonly limited: readonly string[] },
): void {
  for (const [index, field] of fields.entries()) {
    const known = low.valueAt[field.node]
    const made = parameters.add({ node: field.node, name: field.name, kind: 'positional', variable: -1, type: -1, scalar: false })
    low.valueAt[field.node] = known
    const self = readVariable(low, receiverVariable(node), node)
    const kept = constrained.includes(field.name) ? addValue(low, OP.unknown, field.node) : made
    const { classIndex } = low.functions[low.frame.index]
    if (classIndex >= 0) addField(low, classIndex, field.name, kept, false)
    const named = storeField(low, self, field.name, kept, field.node)
    writeBack(low, self, isTuple ? storeField(low, named, String(index), kept, field.node) : named, node)
  }
}

/** A class without a constructor passes all arguments to the constructor of its superclass. An error class stores them. */
export function callSuperConstructor(low: PythonLowering, node: number, parameters: ParameterList, isFailure: boolean): void {
  const before = low.valueAt[node]
  const add = (kind: 'rest' | 'keywords'): number => parameters.add({ node, name: '', kind, variable: -1, type: -1, scalar: false })
  const rest = add('rest')
  const keywords = add('keywords')
  low.valueAt[node] = before
  const self = readVariable(low, receiverVariable(node), node)
  const above = load(low, self, SYNTHETIC_KEY.super, node)
  lowerCall(low, {
    node,
    callee: load(low, above, '__init__', node),
    receiver: above,
    name: '',
    spelledName: '__init__',
    arguments: [
      { kind: 'spread', value: rest },
      { kind: 'keyword-spread', value: keywords },
    ],
    isConstruct: false,
    isTaggedTemplate: false,
  })
  if (!isFailure) return
  const now = readVariable(low, receiverVariable(node), node)
  writeBack(low, now, storeField(low, now, 'args', rest, node), node)
}

/** Calls a method of the new instance. */
export function callMethodOnSelf(low: PythonLowering, node: number, method: string): void {
  const receiver = readVariable(low, receiverVariable(node), node)
  const callee = load(low, receiver, method, node)
  lowerCall(low, { node, callee, receiver, name: '', spelledName: method, arguments: [], isConstruct: false, isTaggedTemplate: false })
}
