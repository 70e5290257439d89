import type { CallSite } from '../../../model/language.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import {
  asked,
  bothHold,
  type Checked,
  type Condition,
  contained,
  foundUnder,
  negated,
  NOTHING_CHECKED,
  oneHolds,
  stillKnown,
  together,
} from '../../lowering/refine.ts'
import { isAssertion } from './assertions.ts'
import { propertyAt } from './call-parts.ts'
import { places } from './checked-places.ts'
import { comparedResult } from './compared-result.ts'
import { countComparison, leftOver } from './checked-elements.ts'
import { isAnchored, isFixed, isForeign } from './fixed-values.ts'
import { type JavaScriptLowering, kindOf, lowerExpression } from './javascript-lowering.ts'
import { askedBehind } from './parts-of-places.ts'
import { comparedInCallback, FINDERS, sameAsElement } from './found-element.ts'
import { searchedBy } from './searched-by.ts'
import { resultCondition } from '../../lowering/result-condition.ts'
import { foundAnywhere, indexComparison } from './read-index.ts'

/** Lowers a condition, and tells what it makes sure of. */
export function readCondition(low: JavaScriptLowering, node: number): Condition {
  if (node < 0) return NOTHING_CHECKED
  lowerExpression(low, node)
  return conditionOf(low, node, 0, true)
}

/** The same of a condition that is lowered already. */
export function readLowered(low: JavaScriptLowering, node: number): Condition {
  return conditionOf(low, node, 0, true)
}

/** `compound` where `x` alone tells that it is harmless where it is not given: in a condition, and not in what a name was given before. */
function conditionOf(low: JavaScriptLowering, node: number, depth: number, compound = false): Condition {
  if (node < 0 || depth > 40) return NOTHING_CHECKED
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (inner !== node) return conditionOf(low, inner, depth + 1, compound)
  switch (kindOf(low, node)) {
    case id.unary_expression:
      return nodeText(tree, text, childByField(tree, node, field.operator)) === '!'
        ? negated(conditionOf(low, childByField(tree, node, field.argument), depth + 1, compound))
        : foundAnywhere(low, node)
    case id.binary_expression: {
      const operator = nodeText(tree, text, childByField(tree, node, field.operator))
      const left = childByField(tree, node, field.left)
      const right = childByField(tree, node, field.right)
      if (operator === '&&') return bothHold(conditionOf(low, left, depth + 1, true), conditionOf(low, right, depth + 1, true))
      if (operator === '||') return oneHolds(conditionOf(low, left, depth + 1, true), conditionOf(low, right, depth + 1, true))
      return comparison(low, node, operator, left, right, depth)
    }
    case id.call_expression:
      return callCondition(low, node)
    case id.identifier: {
      // `const ok = LIST.includes(x)`
      const held = low.symbols.valueOf(node)
      // `host && host !== OWN`: both look at one part.
      const given = compound ? together([{ whenTrue: [], whenFalse: places(low, node) }, askedBehind(low, node, node)]) : NOTHING_CHECKED
      if (held === node || low.valueAt[held] < 0) return together([given, resultCondition(low, node, places)])
      const matched = isMatch(low, held) ? { whenTrue: places(low, node), whenFalse: [] } : NOTHING_CHECKED
      return together([given, stillKnown(low, conditionOf(low, held, depth + 1)), matched])
    }
    case id.member_expression:
      return together([
        compound ? together([{ whenTrue: [], whenFalse: places(low, node) }, askedBehind(low, node, node)]) : NOTHING_CHECKED,
        leftOver(low, node),
        resultCondition(low, node, places),
      ])
    case id.subscript_expression: {
      // `HOSTS[url.host]`
      const index = childByField(tree, node, field.index)
      const looked = together([askedBehind(low, index, node), foundUnder(places(low, index), node)])
      return compound ? together([{ whenTrue: [], whenFalse: places(low, node) }, looked]) : looked
    }
    default:
      return NOTHING_CHECKED
  }
}

/** `const found = /^[a-z]+$/.exec(x)`: its groups are made of the same characters. */
function isMatch(low: JavaScriptLowering, node: number): boolean {
  const { tree, text, kinds } = low
  const site = kindOf(low, node) === kinds.id.call_expression ? low.syntax.callAt(tree, text, node) : undefined
  const callee = site === undefined ? -1 : low.syntax.unwrap(tree, site.callee)
  if (site === undefined || kindOf(low, callee) !== kinds.id.member_expression) return false
  const method = nodeText(tree, text, childByField(tree, callee, kinds.field.property))
  if (method === 'exec') return isAnchored(low, childByField(tree, callee, kinds.field.object))
  return method === 'match' && isAnchored(low, site.arguments[0]?.node ?? -1)
}

const SCALAR_TYPES: ReadonlySet<string> = new Set(['number', 'boolean', 'bigint', 'undefined', 'function'])

function comparison(low: JavaScriptLowering, node: number, operator: string, left: number, right: number, depth: number): Condition {
  const counted = countComparison(low, operator, left, right)
  if (counted !== undefined) return counted
  const equal = operator === '===' || operator === '=='
  const unequal = operator === '!==' || operator === '!='
  if (equal || unequal) {
    const answer = answered(low, left, right, depth) ?? answered(low, right, left, depth)
    if (answer !== undefined) return equal ? answer : negated(answer)
    const found = equality(low, left, right) ?? equality(low, right, left)
    const known =
      found === undefined
        ? indexComparison(low, operator, left, right)
        : equal
          ? { whenTrue: found, whenFalse: [] }
          : { whenTrue: [], whenFalse: found }
    const told = comparedResult(low, left, right) ?? comparedResult(low, right, left) ?? NOTHING_CHECKED
    return together([
      known,
      equal ? told : negated(told),
      asked([...compared(low, left), ...compared(low, right)], node, -1),
      equal ? sameAsElement(low, node, left, right) : negated(sameAsElement(low, node, left, right)),
      askedBehind(low, left, node),
      askedBehind(low, right, node),
    ])
  }
  if (operator === 'in')
    return together([
      isFixed(low, right) ? { whenTrue: places(low, left), whenFalse: [] } : foundUnder(places(low, left), node),
      askedBehind(low, left, node),
    ])
  return indexComparison(low, operator, left, right)
}

/** `f(x) === true`, `/^a$/.exec(x) !== null`: the condition that the left side is. */
function answered(low: JavaScriptLowering, left: number, right: number, depth: number): Condition | undefined {
  const answer = low.symbols.constantOf(right)
  const inner = low.syntax.unwrap(low.tree, left)
  const { id } = low.kinds
  const kind = kindOf(low, inner)
  if (typeof answer === 'boolean' && (kind === id.call_expression || kind === id.binary_expression)) {
    const condition = conditionOf(low, inner, depth + 1)
    return answer ? condition : negated(condition)
  }
  const isNothing =
    answer === null || (answer === 0 && /^(?:net\.)?isIP$/.test(low.symbols.nameOf(childByField(low.tree, inner, low.kinds.field.function)) ?? ''))
  return isNothing && kind === id.call_expression ? negated(conditionOf(low, inner, depth + 1)) : undefined
}

/** What a comparison with something, with the result of a call on it, or with its type may tell: a rule knows. */
function compared(low: JavaScriptLowering, node: number): Checked[] {
  const { tree, text, kinds } = low
  const inner = low.syntax.unwrap(tree, node)
  const kind = kindOf(low, inner)
  if (kind === kinds.id.unary_expression) return places(low, childByField(tree, inner, kinds.field.argument))
  const site = kind === kinds.id.call_expression ? low.syntax.callAt(tree, text, inner) : undefined
  if (site === undefined) return places(low, inner)
  const object = childByField(tree, low.syntax.unwrap(tree, site.callee), kinds.field.object)
  return [...(object < 0 ? [] : places(low, object)), ...site.arguments.flatMap((argument) => places(low, argument.node))]
}

/** `x === 'a'`, `typeof x === 'number'`. */
function equality(low: JavaScriptLowering, place: number, constant: number): Checked[] | undefined {
  const { tree, text, kinds, symbols } = low
  const inner = low.syntax.unwrap(tree, place)
  const known = symbols.constantOf(constant)
  if (kindOf(low, inner) === kinds.id.unary_expression) {
    const operator = nodeText(tree, text, childByField(tree, inner, kinds.field.operator))
    if (operator === 'typeof' && typeof known === 'string' && SCALAR_TYPES.has(known))
      return places(low, childByField(tree, inner, kinds.field.argument))
    return undefined
  }
  const isNothing = kindOf(low, low.syntax.unwrap(tree, constant)) === kinds.id.undefined
  if ((known === undefined && !isNothing && !isOwnFolder(low, inner, constant)) || symbols.constantOf(inner) !== undefined) return undefined
  const found = places(low, inner)
  return found.length > 0 ? found : undefined
}

/** `full === ROOT` after `const full = path.resolve(ROOT, x)`: the folder itself. */
function isOwnFolder(low: JavaScriptLowering, place: number, folder: number): boolean {
  const { tree, text, symbols } = low
  const held = low.syntax.callAt(tree, text, low.syntax.unwrap(tree, symbols.valueOf(place)))
  if (held === undefined || !NORMALISERS.test(symbols.nameOf(held.callee) ?? '')) return false
  const first = held.arguments[0]
  return first !== undefined && held.arguments.length > 1 && nodeText(tree, text, first.node) === nodeText(tree, text, folder)
}

/** Methods of lists and tables that say whether something is among them. */
export const MEMBERSHIP: ReadonlySet<string> = new Set(['includes', 'has', 'hasOwnProperty', 'hasOwn', 'contains'])

export const NUMBER_CHECKS: ReadonlySet<string> = new Set([
  'Number.isInteger',
  'Number.isFinite',
  'Number.isSafeInteger',
  'isFinite',
  'lodash.isNumber',
  'validator.isInt',
  'validator.isUUID',
  'validator.isNumeric',
  'validator.isAlphanumeric',
  'uuid.validate',
  'mongoose.isValidObjectId',
  'mongoose.Types.ObjectId.isValid',
])

const LIST_CHECKS: ReadonlySet<string> = new Set(['validator.isIn', 'lodash.includes', '_.includes', 'R.includes'])

const NORMALISERS = /^(?:path\.(?:posix\.|win32\.)?(?:resolve|join|normalize)|fs\.(?:promises\.)?realpath(?:Sync)?|fs\/promises\.realpath)$/

/** What a call makes sure of, and what it looked at parts of: a rule may know what that tells. */
function callCondition(low: JavaScriptLowering, node: number): Condition {
  const site = low.syntax.callAt(low.tree, low.text, node)
  if (site === undefined) return NOTHING_CHECKED
  const callee = low.syntax.unwrap(low.tree, site.callee)
  const object = kindOf(low, callee) === low.kinds.id.member_expression ? childByField(low.tree, callee, low.kinds.field.object) : -1
  const looked = [object, ...site.arguments.map((argument) => argument.node)]
  return together([directCondition(low, node, site), ...looked.map((each) => askedBehind(low, each, node))])
}

function directCondition(low: JavaScriptLowering, node: number, site: CallSite): Condition {
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  const first = site.arguments[0]?.node ?? -1
  const calleeNode = low.syntax.unwrap(tree, site.callee)
  const name = symbols.nameOf(site.callee) ?? ''
  const isMethod = kindOf(low, calleeNode) === id.member_expression
  const object = isMethod ? childByField(tree, calleeNode, field.object) : -1
  const method = isMethod ? nodeText(tree, text, childByField(tree, calleeNode, field.property)) : ''
  const second = site.arguments[1]?.node ?? -1
  const passes = (place: number): Condition => ({ whenTrue: places(low, place), whenFalse: [] })
  const refuses = (place: number): Condition => ({ whenTrue: [], whenFalse: places(low, place) })
  if (first >= 0 && MEMBERSHIP.has(method)) {
    const looked = name === 'Object.hasOwn' ? second : first
    const table = name === 'Object.hasOwn' ? first : object
    if (looked >= 0 && isFixed(low, table)) return together([passes(looked), asked(places(low, looked), node, -1)])
  }
  if (method === 'call' && name.endsWith('hasOwnProperty.call') && isFixed(low, first)) return passes(second)
  if (FINDERS.has(method) && first >= 0) {
    const { looked, comparison } = comparedInCallback(low, first)
    if (looked >= 0 && isFixed(low, object)) return together([passes(looked), askedBehind(low, looked, comparison)])
    if (looked >= 0) return foundUnder(places(low, looked), comparison)
  }
  if ((method === 'test' || method === 'exec') && first >= 0) {
    if (isAnchored(low, object)) return passes(first)
    if (isForeign(low, object)) return refuses(first)
  }
  if (method === 'match' && object >= 0) {
    if (isAnchored(low, first)) return passes(object)
    if (isForeign(low, first)) return refuses(object)
  }
  if (NUMBER_CHECKS.has(name) && first >= 0) return passes(convertedTo(low, first) ?? first)
  if (LIST_CHECKS.has(name) && first >= 0 && isFixed(low, second)) return passes(first)
  if (name === 'isNaN' && first >= 0) return refuses(convertedTo(low, first) ?? first)
  // A text is never that by itself.
  if (name === 'Number.isNaN' && first >= 0) {
    const converted = convertedTo(low, first)
    return converted === undefined ? NOTHING_CHECKED : refuses(converted)
  }
  if (name === 'Boolean' && first >= 0) return conditionOf(low, first, 20)
  if (method === 'startsWith' && object >= 0) {
    const held = low.syntax.callAt(tree, text, low.syntax.unwrap(tree, symbols.valueOf(low.syntax.unwrap(tree, object))))
    if (held !== undefined && NORMALISERS.test(symbols.nameOf(held.callee) ?? ''))
      return { whenTrue: contained(places(low, object), node), whenFalse: [] }
  }
  // Any other call may be a check that a rule knows, or one that its function makes.
  return together([
    ...site.arguments.map((argument, index) => asked(places(low, argument.node), node, index)),
    ...(object < 0 ? [] : [asked(places(low, object), node, -1)]),
    foundUnder(searchedBy(low, node), node),
  ])
}

/** `Number(x)`, `+x`: the node of a text all of which must be a number, also where that was given a name before. */
function convertedTo(low: JavaScriptLowering, node: number): number | undefined {
  const { tree, text, kinds, symbols } = low
  const inner = low.syntax.unwrap(tree, node)
  const made = kindOf(low, inner) === kinds.id.identifier ? low.syntax.unwrap(tree, symbols.valueOf(inner)) : inner
  if (kindOf(low, made) === kinds.id.unary_expression)
    return nodeText(tree, text, childByField(tree, made, kinds.field.operator)) === '+' ? childByField(tree, made, kinds.field.argument) : undefined
  const site = kindOf(low, made) === kinds.id.call_expression ? low.syntax.callAt(tree, text, made) : undefined
  return site !== undefined && symbols.nameOf(site.callee) === 'Number' ? site.arguments[0]?.node : undefined
}

/** What is known after a call that throws unless its first argument holds: `assert(LIST.includes(x))`. */
export function readAssertion(low: JavaScriptLowering, name: string, callee: number, first: number): readonly Checked[] {
  return first >= 0 && isAssertion(low, name, callee) ? conditionOf(low, first, 0).whenTrue : []
}

/** `new Intl.DateTimeFormat(locale, { timeZone })` throws for names that are no time zones. */
export function readTimeZone(low: JavaScriptLowering, name: string, options: number): readonly Checked[] {
  const zone = name === 'Intl.DateTimeFormat' ? propertyAt(low, options, 'timeZone') : -1
  return zone < 0 ? [] : places(low, zone)
}

/** What a case of a switch makes sure of. */
export function readCase(low: JavaScriptLowering, subject: number, matched: number): readonly Checked[] {
  const known = low.symbols.constantOf(matched)
  if (known === undefined) return []
  const inner = low.syntax.unwrap(low.tree, subject)
  if (kindOf(low, inner) !== low.kinds.id.unary_expression) return places(low, subject)
  return typeof known === 'string' && SCALAR_TYPES.has(known) ? places(low, childByField(low.tree, inner, low.kinds.field.argument)) : []
}
