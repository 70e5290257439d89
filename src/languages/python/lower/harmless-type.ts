import { childByField, firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { isAnchoredPattern } from '../../lowering/anchored-pattern.ts'
import { kindOf, type PythonLowering } from './python-lowering.ts'

const SCALARS: ReadonlySet<string> = new Set([
  'int',
  'float',
  'bool',
  'UUID',
  'uuid.UUID',
  'datetime',
  'date',
  'Decimal',
  'datetime.datetime',
  'datetime.date',
  'Optional[int]',
  'Optional[float]',
  'Optional[bool]',
  'int|None',
  'bool|None',
  'float|None',
  'conint',
  'PositiveInt',
  'ObjectId',
])

/** Whether an annotation, written without spaces, lets only numbers, words of a list, members of an enumeration or texts of listed characters through. */
export function isHarmlessType(low: PythonLowering, written: string): boolean {
  const inner = written
    .replace(/^(?:typing\.)?Annotated\[([^,[\]]*(?:\[[^\]]*\])?),.*\]$/, '$1')
    .replace(/^(?:typing\.)?Optional\[(.*)\]$/, '$1')
    .replace(/\|None$/, '')
  return SCALARS.has(written) || SCALARS.has(inner) || low.enumerations.has(inner) || /^(?:typing\.)?Literal\[/.test(inner) || hasPattern(written)
}

/** Names of fields of a model that hold nothing harmful once the model has checked them: `count: int`, `code: str = Field(pattern="^[A-Z]+$")`. */
export function harmlessFieldsOf(low: PythonLowering, members: readonly number[]): readonly string[] {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  return members.flatMap((member) => {
    const assignment = kindOf(low, member) === id.expression_statement ? firstNamedChild(tree, member) : -1
    if (assignment < 0 || kindOf(low, assignment) !== id.assignment) return []
    const annotation = childByField(tree, assignment, field.type)
    const right = childByField(tree, assignment, field.right)
    if (annotation < 0) return []
    const isHarmless =
      isHarmlessType(low, nodeText(tree, text, annotation).replace(/\s/g, '')) || (right >= 0 && hasPattern(nodeText(tree, text, right)))
    return isHarmless ? [nodeText(tree, text, childByField(tree, assignment, field.left))] : []
  })
}

/** `constr(pattern=r"^[a-z]+$")`, `StringConstraints(pattern=…)`, `Field(pattern=…)`. */
function hasPattern(written: string): boolean {
  const found = /\b(?:pattern|regex)\s*=\s*r?(["'])(.*?)\1/.exec(written)
  return found !== null && isAnchoredPattern(found[2])
}
