import { childByField, firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { postInitConstrainedFields } from './constrained-fields.ts'
import { sanitizedFieldsOf } from './sanitizing-type.ts'
import { constrainedFieldsOf } from './lower-form.ts'
import { constrainedConstructorFields } from './constrained-constructor-fields.ts'
import { kindOfClass } from './class-kind.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering, RecordField } from './python-lowering.ts'
import type { ClassSyntax } from './read-class.ts'

/** The generated constructor of a class: its annotated names are the parameters. */
export interface ClassRecord {
  readonly isRecord: boolean
  /** Fields of superclasses come first. Empty if the class is no record. */
  readonly fields: readonly RecordField[]
  /** Names of sanitized fields. */
  readonly constrained: readonly string[]
  /** Those of them that every call of the constructor validates. */
  readonly enforced: readonly string[]
}

/** Reads whether a class is a record, and records it for subclasses and for parameters of its type. */
export function recordClass(low: PythonLowering, written: ClassSyntax): ClassRecord {
  const { tree, text } = low
  const members = written.members.map(({ node }) => node)
  const above = written.bases.flatMap((base) => low.records.get(nodeText(tree, text, base)) ?? [])
  const kinds = written.bases.map((base) => recordKind(low, base))
  const isModel = kinds.some((kind) => kind !== undefined) || above.some((each) => each.isModel)
  const isRecord = isModel || written.decorators.some((each) => recordKind(low, firstNamedChild(tree, each)) !== undefined)
  const own = isRecord ? recordFields(low, members) : []
  const fields = [...above.flatMap((each) => each.fields).filter((each) => !own.some(({ name }) => name === each.name)), ...own]
  const declared = isRecord || written.bases.length > 0 ? [...sanitizedFieldsOf(low, members), ...constrainedFieldsOf(low, written)] : []
  const kept = constrainedConstructorFields(low, written.members)
  const checked = postInitConstrainedFields(low, written.members, fields)
  const constrained = [...declared, ...kept, ...checked]
  if (isRecord) low.records.set(written.name, { fields, isModel })
  if (isRecord || kept.length > 0) low.sanitizedFields.set(written.name, constrained)
  return { isRecord, fields, constrained, enforced: kinds.includes('validated-record') ? constrained : checked }
}

/** Whether a base class or decorator makes the class a record. */
function recordKind(low: PythonLowering, node: number): 'record' | 'validated-record' | undefined {
  const kind = kindOfClass(low, node)
  return kind === 'record' || kind === 'validated-record' ? kind : undefined
}

/** The annotated names of a class body: parameters of the generated constructor. */
function recordFields(low: PythonLowering, members: readonly number[]): readonly RecordField[] {
  const { tree, text, kinds } = low
  return members.flatMap((member) => {
    const assignment = kindOf(low, member) === kinds.id.expression_statement ? firstNamedChild(tree, member) : -1
    if (assignment < 0 || kindOf(low, assignment) !== kinds.id.assignment || childByField(tree, assignment, kinds.field.type) < 0) return []
    const name = childByField(tree, assignment, kinds.field.left)
    return kindOf(low, name) === kinds.id.identifier ? [{ node: name, name: nodeText(tree, text, name) }] : []
  })
}
