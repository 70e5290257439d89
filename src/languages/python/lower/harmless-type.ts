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

/** Further types of pydantic that only numbers, dates and identifiers fit. */
const NUMBERS =
  /^(?:pydantic\.)?(?:UUID[1-8]|con(?:int|float|decimal|date)\(.*\)|Strict(?:Int|Float|Bool)|(?:NonNegative|NonPositive|Negative|Positive)(?:Int|Float)|(?:Past|Future)(?:Date|Datetime)|(?:Aware|Naive)Datetime|timedelta|ByteSize)$/

/** Whether an annotation, written without spaces, lets only numbers, words of a list, members of an enumeration or texts of listed characters through. */
export function isHarmlessType(low: PythonLowering, written: string): boolean {
  const inner = written
    .replace(/^(?:typing\.)?Annotated\[([^,[\]]*(?:\[[^\]]*\])?),.*\]$/, '$1')
    .replace(/^(?:typing\.)?Optional\[(.*)\]$/, '$1')
    .replace(/\|None$/, '')
  return (
    SCALARS.has(written) ||
    SCALARS.has(inner) ||
    NUMBERS.test(inner) ||
    low.enumerations.has(inner) ||
    /^(?:typing\.)?Literal\[/.test(inner) ||
    hasPattern(written)
  )
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
    const name = nodeText(tree, text, childByField(tree, assignment, field.left))
    const isHarmless =
      isHarmlessType(low, typeTextOf(low, annotation)) ||
      (right >= 0 && hasPattern(nodeText(tree, text, right))) ||
      members.some((each) => isValidatorOf(low, each, name))
    return isHarmless ? [name] : []
  })
}

/** An annotation without spaces, and what a name of the file stands for in its place: `Slug = Annotated[str, …]`. */
export function typeTextOf(low: PythonLowering, annotation: number): string {
  const { tree, text, kinds, symbols } = low
  const named = annotation < 0 ? -1 : firstNamedChild(tree, annotation)
  const held = named >= 0 && kindOf(low, named) === kinds.id.identifier ? symbols.valueOf(named) : named
  const isAlias = held >= 0 && held !== named && (kindOf(low, held) === kinds.id.subscript || kindOf(low, held) === kinds.id.generic_type)
  return annotation < 0 ? '' : nodeText(tree, text, isAlias ? held : annotation).replace(/\s/g, '')
}

/** A method that pydantic calls with the field, and that throws unless a pattern, a list or the kind of its characters fits. */
function isValidatorOf(low: PythonLowering, member: number, name: string): boolean {
  if (kindOf(low, member) !== low.kinds.id.decorated_definition) return false
  const written = nodeText(low.tree, low.text, member)
  const named = /^@\s*(?:pydantic\.)?(?:field_validator|validator)\(([^)]*)\)/.exec(written)?.[1]
  if (named === undefined || !named.split(',').some((each) => each.trim().replace(/^["']|["']$/g, '') === name)) return false
  return /\braise\b|\bassert\b/.test(written) && CHARACTER_CHECK.test(written)
}

const CHARACTER_CHECK =
  /\bfullmatch\(|\.match\([^\n]*\$["']|\.(?:isalnum|isalpha|isdigit|isdecimal|isidentifier)\(|\bip_(?:address|network)\(|\bnot in\s+(?:\w+\.)?[[({A-Z]/

/** `constr(pattern=r"^[a-z]+$")`, `StringConstraints(pattern=…)`, `Field(pattern=…)`. */
function hasPattern(written: string): boolean {
  const found = /\b(?:pattern|regex)\s*=\s*r?(["'])(.*?)\1/.exec(written)
  return found !== null && isAnchoredPattern(found[2])
}
