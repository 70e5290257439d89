import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { PointsTo } from '../points-to/points-to.ts'
import type { Project } from '../program/link-program.ts'
import { findFormFields } from './form-fields.ts'
import { createSchemaTypes, type SchemaTypes } from './schema-types.ts'

/** Superclasses that are searched for a field. */
const MAX_SUPERCLASSES = BOUNDS.schemaSuperclasses.value

export interface SchemaConstraints {
  /** Parameters that are one of an enumeration, and fields of a model that are numbers or elements of a list. */
  readonly values: readonly number[]
  /** By value that is passed as `**fields`: the names of such fields. */
  readonly spread: ReadonlyMap<number, ReadonlySet<string>>
}

/** Finds values that their class restricts to harmless ones. */
export function findSchemaConstraints(project: Project, pointsTo: PointsTo): SchemaConstraints {
  const names = namesOfConstrained(project)
  if (names.size === 0 && project.classes.every(({ constrainedFields }) => constrainedFields !== 'all')) return { values: [], spread: new Map() }
  const types = createSchemaTypes(project, pointsTo)
  const constrains = (index: number, name: string): boolean => isConstrained(project, types, index, name)
  const values = findConstrainedValues(project, types, names)
  const hasFormFields = [...names].some((name) => name.endsWith('.data'))
  const forms = hasFormFields ? findFormFields({ project, pointsTo, names, madeOf: types.madeOf, constrains }) : []
  return { values: [...values, ...forms], spread: findSpreadFields(project, types, names) }
}

function findConstrainedValues(project: Project, types: SchemaTypes, names: ReadonlySet<string>): readonly number[] {
  const { op, a, key, keys, count } = project
  const found: number[] = []
  for (let value = 0; value < count; value++) {
    if (op[value] === OP.parameter) {
      const classes = types.typesOf(value)
      if (classes.length > 0 && classes.every((each) => isEnumeration(project, each))) found.push(value)
    } else if (op[value] === OP.load && key[value] >= 0 && names.has(keys[key[value]])) {
      const classes = types.typesBehind(a[value])
      if (classes.length > 0 && classes.every((each) => isConstrained(project, types, each, keys[key[value]]))) found.push(value)
    }
  }
  return found
}

function findSpreadFields(project: Project, types: SchemaTypes, names: ReadonlySet<string>): ReadonlyMap<number, ReadonlySet<string>> {
  const spread = new Map<number, ReadonlySet<string>>()
  for (const { arguments: passed } of project.calls) {
    for (const { kind, value } of passed) {
      if (kind !== 'keyword-spread') continue
      const classes = types.typesSpread(value)
      const isCertain = (name: string): boolean => classes.every((each) => isConstrained(project, types, each, name))
      if (classes.length > 0) spread.set(value, new Set([...names].filter(isCertain)))
    }
  }
  return spread
}

/** Whether a class or one of its superclasses restricts the field. */
function isConstrained(project: Project, { classesOf }: SchemaTypes, index: number, name: string): boolean {
  const open = [index]
  for (let at = 0; at < open.length && at < MAX_SUPERCLASSES; at++) {
    const { constrainedFields, fields, bases } = project.classes[open[at]]
    if (constrainedFields !== 'all' && constrainedFields.includes(name)) return true
    const types = (fields.get(name) ?? []).flatMap((field) => (field.isType ? classesOf(field.value) : []))
    if (types.length > 0) return types.every((each) => isEnumeration(project, each))
    for (const base of bases) for (const each of classesOf(base)) if (!open.includes(each)) open.push(each)
  }
  return false
}

function isEnumeration({ classes }: Project, index: number): boolean {
  return classes[index].constrainedFields === 'all'
}

/** Names of fields that some class restricts, or whose type may be an enumeration. */
function namesOfConstrained({ classes }: Project): ReadonlySet<string> {
  const names = new Set<string>()
  const hasEnumeration = classes.some(({ constrainedFields }) => constrainedFields === 'all')
  for (const { constrainedFields: constrained, fields } of classes) {
    if (constrained !== 'all') for (const name of constrained) names.add(name)
    if (hasEnumeration) for (const [name, declared] of fields) if (declared.some(({ isType }) => isType)) names.add(name)
  }
  return names
}
