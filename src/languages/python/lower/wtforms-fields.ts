import { childByField, nodeText } from '../../../model/tree-access.ts'
import { fieldAssignment } from './field-assignment.ts'
import { isRejectingFunction, rejectsCharacters } from './sanitizing-type.ts'
import type { PythonLowering } from './python-lowering.ts'
import type { ClassMember } from './read-class.ts'

/** Fields that accept only numbers, dates and enumerated strings, and validators with the same effect. */
const CONSTRAINED_FIELD =
  /^(?:\w+\.)*(?:Select|SelectMultiple|Radio|Integer|IntegerRange|Float|Decimal|DecimalRange|Boolean|Date|DateTime|DateTimeLocal|Month|Week|Time)Field\((?![\s\S]*\bvalidate_choice\s*=\s*False)|\b(?:AnyOf|MacAddress|IPAddress|UUID)\(/
const PATTERN = /\bRegexp\(\s*(?:regex\s*=\s*)?r?(["'])\^?(.*?)\1/

/** Names of functions in a list of validators: `[DataRequired(), is_slug]`. */
const NAMES = /[[(,]\s*([A-Za-z_]\w*)(?=\s*[\]),])/g

/** Fields that a WTForms form constrains after validation: `name.data` for the field `name`. */
export function constrainedDataOf(low: PythonLowering, members: readonly ClassMember[]): readonly string[] {
  return members.flatMap((member) => {
    const field = fieldAssignment(low, member)
    if (field === undefined || !field.constructorText.includes('Field(')) return []
    const isLimited = isConstrained(low, field.constructorText) || members.some((each) => isFieldValidator(low, each, field.name))
    return isLimited ? [`${field.name}.data`] : []
  })
}

function isConstrained(low: PythonLowering, made: string): boolean {
  if (CONSTRAINED_FIELD.test(made)) return true
  // The validator matches from the start of the string.
  const pattern = PATTERN.exec(made)?.[2]
  if (pattern !== undefined && low.regexes.isRestrictive({ text: pattern, syntax: 'python', flags: '' }, 'start')) return true
  return [...made.matchAll(NAMES)].some(([, name]) => isRejectingFunction(low, name))
}

/** Whether the method is `def validate_name(self, field)` and rejects values. */
function isFieldValidator({ tree, text, kinds }: PythonLowering, { inner, isMethod }: ClassMember, field: string): boolean {
  if (!isMethod || nodeText(tree, text, childByField(tree, inner, kinds.field.name)) !== `validate_${field}`) return false
  return rejectsCharacters(nodeText(tree, text, inner))
}
