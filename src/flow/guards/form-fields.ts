import { OP } from '../../model/program.ts'
import type { PointsTo } from '../points-to/points-to.ts'
import type { Project } from '../program/link-program.ts'
import { underlyingObject } from './underlying-object.ts'

export interface FormsInput {
  readonly project: Project
  readonly pointsTo: PointsTo
  /** Fields that some class restricts; those of forms as `name.data`. */
  readonly names: ReadonlySet<string>
  /** Classes that a value is an instance of. */
  madeOf(value: number): readonly number[]
  /** Whether a class restricts the field. */
  constrains(index: number, name: string): boolean
}

/** `form.name.data` of a WTForms form that restricts the field and was validated. */
export function findFormFields({ project, pointsTo, names, madeOf, constrains }: FormsInput): readonly number[] {
  const { op, a, key, keys, calls, count, models } = project
  const identity = (value: number): number => underlyingObject(project, pointsTo.rootOf(value))
  const validated = new Set(
    calls.flatMap(({ receiver, spelledName, file }) =>
      receiver >= 0 && models[file].validationOf('', spelledName)?.result === 'outcome' ? [identity(receiver)] : [],
    ),
  )
  const data = project.keyId('data')
  const found: number[] = []
  for (let value = 0; value < count; value++) {
    if (op[value] !== OP.load || key[value] !== data) continue
    const field = underlyingObject(project, a[value])
    const name = op[field] === OP.load && key[field] >= 0 ? `${keys[key[field]]}.data` : ''
    if (!names.has(name)) continue
    const types = madeOf(a[field])
    if (types.length > 0 && types.every((each) => constrains(each, name)) && validated.has(identity(a[field]))) found.push(value)
  }
  return found
}
