import { childByField, firstNamedChild, namedChildren } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { propertyName } from './property-name.ts'
import { isRestrictiveRegex } from './regex-proof.ts'

/** Decorators of class-validator that accept only numbers, booleans, dates, identifiers or enumerated strings. */
const SANITIZING_DECORATORS =
  /(?:^|\.)(?:IsIn|IsEnum|IsInt|IsNumber|IsNumberString|IsPositive|IsNegative|IsDivisibleBy|IsBoolean|IsBooleanString|IsDate|IsUUID|IsMongoId|IsAlpha|IsAlphanumeric|IsHexadecimal|IsPort|IsLatitude|IsLongitude|Equals)$/
const PATTERN_DECORATOR = /(?:^|\.)Matches$/

/** Fields of a class that such decorators constrain: `@IsIn(['name', 'date']) sort: string`. */
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
    if (name !== undefined && [...before, ...own].some((each) => isSanitizingDecorator(low, each))) found.push(name)
    if (!low.syntax.commentTypes.has(tree.type[member])) before = []
  }
  return found
}

function isSanitizingDecorator(low: JavaScriptLowering, decorator: number): boolean {
  const site = low.syntax.callAt(low.tree, low.text, firstNamedChild(low.tree, decorator))
  if (site === undefined) return false
  const name = low.symbols.nameOf(site.callee) ?? ''
  return (
    SANITIZING_DECORATORS.test(name) ||
    (PATTERN_DECORATOR.test(name) && site.arguments[0] !== undefined && isRestrictiveRegex(low, site.arguments[0].node))
  )
}
