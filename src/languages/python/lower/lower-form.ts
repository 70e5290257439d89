import { OP, type ProgramParameter } from '../../../model/program.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'

import { load, storeField, addValue } from '../../lowering/values.ts'
import { readVariable, writeBack } from '../../lowering/variables.ts'
import { receiverVariable } from '../../lowering/variable-ids.ts'
import { kindOfClass } from './class-kind.ts'
import { fieldAssignment, type FieldAssignment } from './field-assignment.ts'
import type { PythonLowering } from './python-lowering.ts'
import type { ClassSyntax, ClassMember } from './read-class.ts'
import { rejectsCharacters } from './sanitizing-type.ts'
import { isLimiting, wordAt } from './schema-words.ts'

/** Django forms and serializers of Django REST framework, by superclass. */
const FORM = /\b(?:\w*Form|Form\w*)\b/
const SERIALIZER = /\b\w*Serializer\b/
/**
 * Stores the fields that accept any string: `NameForm(request.POST).cleaned_data['name']`,
 * `NameSerializer(data=request.data).validated_data['name']`, `Person(name=x).name`.
 */
export function storeDeclaredFields(low: PythonLowering, written: ClassSyntax, parameters: readonly ProgramParameter[]): void {
  const isSerializer = SERIALIZER.test(written.basesText)
  const isForm = !isSerializer && FORM.test(written.basesText)
  const looksAt = isForm || isSerializer
  const fields = written.members.flatMap((member) => textField(low, member) ?? [])
  const rest = parameters.find(({ kind }) => kind === 'rest')?.value ?? -1
  const keywords = parameters.find(({ kind }) => kind === 'keywords')?.value ?? -1
  if (fields.length === 0 || rest < 0 || keywords < 0) return
  const { node } = written
  const self = readVariable(low, receiverVariable(node), node)
  if (!looksAt) {
    let held = self
    for (const field of fields) held = storeField(low, held, field.name, load(low, keywords, field.name, field.node), field.node)
    writeBack(low, self, held, node)
    return
  }
  const passed = [load(low, keywords, 'data', node), load(low, rest, isSerializer ? '1' : '0', node)]
  let data = addValue(low, OP.unknown, node)
  for (const field of fields.filter(({ name }) => !written.members.some((member) => rejectsField(low, member, name)))) {
    const sent = addValue(low, OP.phi, field.node)
    for (const each of passed) low.store.addOperand(sent, load(low, each, field.name, field.node))
    data = storeField(low, data, field.name, sent, field.node)
  }
  writeBack(low, self, storeField(low, self, isSerializer ? 'validated_data' : 'cleaned_data', data, node), node)
}

/** Names of fields that such a class, or a marshmallow schema, constrains. Forms also have them as `name.data`. */
export function constrainedFieldsOf(low: PythonLowering, { members, bases, basesText }: ClassSyntax): readonly string[] {
  const isForm = SERIALIZER.test(basesText) || FORM.test(basesText)
  if (!isForm && !SCHEMA.test(basesText) && !bases.some((base) => kindOfClass(low, base) === 'schema')) return []
  const limited = members.flatMap((member) => {
    const field = fieldAssignment(low, member)
    return field !== undefined && (isLimiting(low, field.call) || members.some((each) => rejectsField(low, each, field.name))) ? [field.name] : []
  })
  return isForm ? [...limited, ...limited.map((name) => `${name}.data`)] : limited
}

const SCHEMA = /\bSchema\b|Schema\)?$/

/** A field, column or property that accepts any string. */
function textField(low: PythonLowering, member: ClassMember): FieldAssignment | undefined {
  const found = fieldAssignment(low, member)
  const site = found === undefined ? undefined : low.syntax.callAt(low.tree, low.text, found.call)
  return found !== undefined && site !== undefined && wordAt(low, site.callee)?.accepts === 'text' && !isLimiting(low, found.call) ? found : undefined
}

/** Whether the method may reject the field: `clean_name`, `validate_name`, `@validates('name')`, or a validator of all fields. */
function rejectsField(low: PythonLowering, { node, inner, isMethod }: ClassMember, field: string): boolean {
  if (!isMethod) return false
  const name = nodeText(low.tree, low.text, childByField(low.tree, inner, low.kinds.field.name))
  const decorated = inner === node ? '' : nodeText(low.tree, low.text, node)
  if (!/^(?:clean|validate)(?:_|$)/.test(name) && !/^@\s*(?:\w+\.)?validates\(/.test(decorated)) return false
  const written = nodeText(low.tree, low.text, inner)
  return rejectsCharacters(written) && (name.endsWith(`_${field}`) || isQuotedIn(decorated || written, field))
}

function isQuotedIn(text: string, name: string): boolean {
  return text.includes(`"${name}"`) || text.includes(`'${name}'`)
}
