import type { PythonLowering } from './python-lowering.ts'

/** Whether an annotation lets in only numbers, words of a list or members of an enumeration of the file. `written` has no white space. */
export function isHarmlessType(low: PythonLowering, written: string): boolean {
  const inner = written.replace(/^(?:typing\.)?(?:Optional\[(.*)\]|Annotated\[([^,]*),.*\])$/s, '$1$2').replace(/\|None$/, '')
  return SCALARS.has(written) || SCALARS.has(inner) || low.enumerations.has(inner) || /^(?:typing\.)?Literal\[/.test(inner)
}

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
