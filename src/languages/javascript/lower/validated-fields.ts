import { childByField, firstNamedChild, namedChildren } from '../../../model/tree-access.ts'
import { isAnchored } from './fixed-values.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'
import { propertyName } from './property-name.ts'

/** Decorators of class-validator that let numbers, truth values, dates, identifiers and words of a list through. */
const LIMITS =
  /(?:^|\.)(?:IsIn|IsEnum|IsInt|IsNumber|IsNumberString|IsPositive|IsNegative|IsDivisibleBy|IsBoolean|IsBooleanString|IsDate|IsUUID|IsMongoId|IsAlpha|IsAlphanumeric|IsHexadecimal|IsPort|IsLatitude|IsLongitude|Equals)$/
const PATTERN = /(?:^|\.)Matches$/

/** Fields of a class that its validator limits to harmless values: `@IsIn(['name', 'date']) sort: string`. */
export function validatedFields(low: JavaScriptLowering, members: readonly number[]): string[] {
  const { tree, kinds } = low
  const { id, field } = kinds
  let before: number[] = []
  const found: string[] = []
  for (const member of members) {
    if (kindOf(low, member) === id.decorator) {
      before.push(member)
      continue
    }
    const own = namedChildren(tree, member).filter((child) => kindOf(low, child) === id.decorator)
    const key = kindOf(low, member) === id.public_field_definition ? childByField(tree, member, field.name) : -1
    const name = key < 0 ? undefined : propertyName(low, key)
    if (name !== undefined && [...before, ...own].some((each) => isLimit(low, each))) found.push(name)
    if (!low.syntax.commentTypes.has(tree.type[member])) before = []
  }
  return found
}

function isLimit(low: JavaScriptLowering, decorator: number): boolean {
  const site = low.syntax.callAt(low.tree, low.text, firstNamedChild(low.tree, decorator))
  if (site === undefined) return false
  const name = low.symbols.nameOf(site.callee) ?? ''
  return LIMITS.test(name) || (PATTERN.test(name) && site.arguments[0] !== undefined && isAnchored(low, site.arguments[0].node))
}
