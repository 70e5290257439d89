import { childByField, firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { OP } from '../../../model/program.ts'
import { load, storePart, value } from '../../lowering/values.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import type { ParameterList } from '../../lowering/lower-function.ts'
import { readVariable, writeBack } from '../../lowering/variables.ts'
import { receiverVariable } from '../../lowering/variable-ids.ts'
import { kindOf, type PythonLowering, type RecordField } from './python-lowering.ts'

/** Classes of which every class below is a record. */
export const RECORD_BASES = /\b(?:NamedTuple|BaseModel|TypedDict|SQLModel|Struct)\b/
/** Classes whose constructor refuses what does not fit the types of their fields. */
export const VALIDATES = /\bBaseModel\b/
/** Decorators that make a class a record. */
export const RECORDS =
  /^@\s*(?:dataclasses\.)?dataclass\b|^@\s*(?:attrs?|attr)\b|^@\s*strawberry\.(?:input|type)\b|\b(?:define|frozen|attrs|dataclass)\b/

/** Names and annotations in a class body are the parameters of the constructor that Python makes. */
export function recordFields(low: PythonLowering, members: readonly number[]): readonly RecordField[] {
  const { tree, text, kinds } = low
  return members.flatMap((member) => {
    const assignment = kindOf(low, member) === kinds.id.expression_statement ? firstNamedChild(tree, member) : -1
    if (assignment < 0 || kindOf(low, assignment) !== kinds.id.assignment || childByField(tree, assignment, kinds.field.type) < 0) return []
    const name = childByField(tree, assignment, kinds.field.left)
    return kindOf(low, name) === kinds.id.identifier ? [{ node: name, name: nodeText(tree, text, name) }] : []
  })
}

/** A constructor that keeps each parameter in the field of its name, and of a tuple under its number too. Fields that are limited hold nothing harmful. */
export function lowerRecord(
  low: PythonLowering,
  node: number,
  fields: readonly RecordField[],
  parameters: ParameterList,
  { isTuple, limited }: { readonly isTuple: boolean; readonly limited: readonly string[] },
): void {
  for (const [index, field] of fields.entries()) {
    const known = low.valueAt[field.node]
    const made = parameters.add({ node: field.node, name: field.name, kind: 'positional', variable: -1, type: -1, scalar: false })
    low.valueAt[field.node] = known
    const self = readVariable(low, receiverVariable(node), node)
    const kept = limited.includes(field.name) ? value(low, OP.unknown, field.node) : made
    const named = storePart(low, self, field.name, kept, field.node)
    writeBack(low, self, isTuple ? storePart(low, named, String(index), kept, field.node) : named, node)
  }
}

/** A class without a constructor hands all that it is made with to the class above it; one that is thrown keeps it. */
export function passToBase(low: PythonLowering, node: number, parameters: ParameterList, isFailure: boolean): void {
  const before = low.valueAt[node]
  const add = (kind: 'rest' | 'keywords'): number => parameters.add({ node, name: '', kind, variable: -1, type: -1, scalar: false })
  const rest = add('rest')
  const keywords = add('keywords')
  low.valueAt[node] = before
  const self = readVariable(low, receiverVariable(node), node)
  const above = load(low, self, '%super', node)
  lowerCall(low, {
    node,
    callee: load(low, above, '__init__', node),
    receiver: above,
    name: '',
    written: '__init__',
    arguments: [
      { kind: 'spread', value: rest },
      { kind: 'keyword-spread', value: keywords },
    ],
    construct: false,
    tagged: false,
  })
  if (!isFailure) return
  const now = readVariable(low, receiverVariable(node), node)
  writeBack(low, now, storePart(low, now, 'args', rest, node), node)
}

/** Calls a method of the instance that is being made. */
export function callOwn(low: PythonLowering, node: number, method: string): void {
  const self = readVariable(low, receiverVariable(node), node)
  const callee = load(low, self, method, node)
  lowerCall(low, { node, callee, receiver: self, name: '', written: method, arguments: [], construct: false, tagged: false })
}
