import { childByField, nodeText } from '../../../model/tree-access.ts'
import { isAnchoredPattern } from '../../lowering/anchored-pattern.ts'
import { assignedIn } from './assigned-in.ts'
import { isRefusing, throwsUnlessItFits } from './harmless-type.ts'
import type { PythonLowering } from './python-lowering.ts'
import type { WrittenMember } from './read-class.ts'

/** Fields that only numbers, dates and words of a list fit, and validators that let nothing else through. */
const LIMITED =
  /^(?:\w+\.)*(?:Select|SelectMultiple|Radio|Integer|IntegerRange|Float|Decimal|DecimalRange|Boolean|Date|DateTime|DateTimeLocal|Month|Week|Time)Field\((?![\s\S]*\bvalidate_choice\s*=\s*False)|\b(?:AnyOf|MacAddress|IPAddress|UUID)\(/
const PATTERN = /\bRegexp\(\s*(?:regex\s*=\s*)?r?(["'])\^?(.*?)\1/

/** Functions in the list of validators: `[DataRequired(), is_slug]`. */
const NAMES = /[[(,]\s*([A-Za-z_]\w*)(?=\s*[\]),])/g

/** What a form of WTForms limits once it was validated: `name.data` for its field `name`. */
export function limitedDataOf(low: PythonLowering, members: readonly WrittenMember[]): readonly string[] {
  return members.flatMap((member) => {
    const field = assignedIn(low, member)
    if (field === undefined || !field.made.includes('Field(')) return []
    const isLimited = fits(low, field.made) || members.some((each) => isCheckOf(low, each, field.name))
    return isLimited ? [`${field.name}.data`] : []
  })
}

function fits(low: PythonLowering, made: string): boolean {
  if (LIMITED.test(made)) return true
  // The beginning of the text is where it begins to look.
  const pattern = PATTERN.exec(made)?.[2]
  if (pattern !== undefined && isAnchoredPattern(`^${pattern}`)) return true
  return [...made.matchAll(NAMES)].some(([, name]) => isRefusing(low, name))
}

/** `def validate_name(self, field)`, which throws unless a pattern, a list or the kind of its characters fits. */
function isCheckOf({ tree, text, kinds }: PythonLowering, { inner, isMethod }: WrittenMember, field: string): boolean {
  if (!isMethod || nodeText(tree, text, childByField(tree, inner, kinds.field.name)) !== `validate_${field}`) return false
  return throwsUnlessItFits(nodeText(tree, text, inner))
}
