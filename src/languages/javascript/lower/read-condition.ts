import { calledMethod } from '../../lowering/called-method.ts'
import type { CallSite } from '../../../model/language.ts'
import { guardBasesOf } from '../../lowering/derived-values.ts'
import { elementEqualityFacts } from '../../lowering/element-comparison.ts'
import { conditionFacts, truthFacts, callFacts } from '../../lowering/read-condition.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import type { GuardFact, BranchFacts } from '../../lowering/guard-facts.ts'
import { guardedBy, membershipFacts, negate, NO_FACTS, regexTestFacts, unionFacts } from '../../lowering/guard-facts.ts'
import { barrierFacts } from '../../lowering/barriers.ts'
import { SCALAR_TYPES } from './case-facts.ts'
import { callGuardFacts } from '../../lowering/call-guard-facts.ts'
import { convertedOperand } from './converted-operand.ts'
import { isAssertion } from './assertions.ts'
import { factsOn } from './guarded-expressions.ts'
import { resultComparisonFacts } from './result-comparison.ts'
import { lengthComparisonFacts, differenceFacts } from './element-guards.ts'
import { isConstantCollection } from './constant-collection.ts'
import { isRestrictiveRegex, regexProof } from './regex-proof.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { isNormalizedPath, pathPrefixFacts, startComparisonFacts } from './path-containment.ts'
import { comparisonInCallback, FIND_METHODS } from './element-comparison.ts'
import { callResultFacts } from '../../lowering/call-result-facts.ts'
import { bitwiseNotFacts, indexComparisonFacts } from './index-comparison.ts'

/** What a condition proves that is no negation, conjunction, disjunction or name. */
export function otherFacts(low: JavaScriptLowering, node: number, depth: number, isCompound: boolean): BranchFacts {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  switch (kindOf(low, node)) {
    case id.unary_expression:
      return bitwiseNotFacts(low, node)
    case id.binary_expression: {
      const operator = nodeText(tree, text, childByField(tree, node, field.operator))
      return comparisonFacts(low, node, operator, childByField(tree, node, field.left), childByField(tree, node, field.right), depth)
    }
    case id.call_expression:
      return callFacts(low, node, directFacts)
    case id.member_expression:
      return unionFacts([isCompound ? truthFacts(low, node) : NO_FACTS, differenceFacts(low, node), callResultFacts(low, node, factsOn)])
    case id.subscript_expression: {
      // `HOSTS[url.host]`
      const index = childByField(tree, node, field.index)
      const testedNode = unionFacts([guardBasesOf(low, index, node), membershipFacts(factsOn(low, index), node)])
      return isCompound ? unionFacts([{ whenTrue: [], whenFalse: factsOn(low, node) }, testedNode]) : testedNode
    }
    default:
      return NO_FACTS
  }
}

/** Whether this is the match of a restrictive regex: `const found = /^[a-z]+$/.exec(x)`. Its groups consist of the same characters. */
export function isRegexMatch(low: JavaScriptLowering, node: number): boolean {
  const { tree, text, kinds } = low
  const site = kindOf(low, node) === kinds.id.call_expression ? low.syntax.callAt(tree, text, node) : undefined
  const { object, method } = calledMethod(low, site)
  return method === 'exec' ? isRestrictiveRegex(low, object) : method === 'match' && isRestrictiveRegex(low, site?.arguments[0]?.node ?? -1)
}

function comparisonFacts(low: JavaScriptLowering, node: number, operator: string, left: number, right: number, depth: number): BranchFacts {
  const counted = lengthComparisonFacts(low, operator, left, right)
  if (counted !== undefined) return counted
  const equal = operator === '===' || operator === '=='
  const unequal = operator === '!==' || operator === '!='
  if (equal || unequal) {
    const answer = booleanComparison(low, left, right, depth) ?? booleanComparison(low, right, left, depth)
    if (answer !== undefined) return equal ? answer : negate(answer)
    const found = equalityFacts(low, left, right) ?? equalityFacts(low, right, left)
    const known =
      found === undefined
        ? indexComparisonFacts(low, operator, left, right)
        : equal
          ? { whenTrue: found, whenFalse: [] }
          : { whenTrue: [], whenFalse: found }
    const contained = startComparisonFacts(low, node, left, right)
    const told = resultComparisonFacts(low, left, right) ?? resultComparisonFacts(low, right, left) ?? NO_FACTS
    return unionFacts([
      known,
      equal ? told : negate(told),
      equal ? contained : negate(contained),
      guardedBy([...comparedOperands(low, left), ...comparedOperands(low, right)], node, -1),
      equal ? elementEqualityFacts(low, node, left, right) : negate(elementEqualityFacts(low, node, left, right)),
      guardBasesOf(low, left, node),
      guardBasesOf(low, right, node),
    ])
  }
  if (operator === 'in')
    return unionFacts([
      isConstantCollection(low, right) ? { whenTrue: factsOn(low, left), whenFalse: [] } : membershipFacts(factsOn(low, left), node),
      guardBasesOf(low, left, node),
    ])
  return indexComparisonFacts(low, operator, left, right)
}

/** The facts of the left operand of `f(x) === true` or `/^a$/.exec(x) !== null`. */
function booleanComparison(low: JavaScriptLowering, left: number, right: number, depth: number): BranchFacts | undefined {
  const answer = low.symbols.constantOf(right)
  const inner = low.syntax.unwrap(low.tree, left)
  const { id } = low.kinds
  const kind = kindOf(low, inner)
  if (typeof answer === 'boolean' && (kind === id.call_expression || kind === id.binary_expression)) {
    const condition = conditionFacts(low, inner, depth + 1)
    return answer ? condition : negate(condition)
  }
  const isNothing =
    answer === null || (answer === 0 && /^(?:net\.)?isIP$/.test(low.symbols.nameOf(childByField(low.tree, inner, low.kinds.field.function)) ?? ''))
  return isNothing && kind === id.call_expression ? negate(conditionFacts(low, inner, depth + 1)) : undefined
}

/** Expressions that a comparison may guard: an operand, the operand of `typeof`, or the receiver and arguments of a call. Rules know which. */
function comparedOperands(low: JavaScriptLowering, node: number): GuardFact[] {
  const { tree, text, kinds } = low
  const inner = low.syntax.unwrap(tree, node)
  const kind = kindOf(low, inner)
  if (kind === kinds.id.unary_expression) return factsOn(low, childByField(tree, inner, kinds.field.argument))
  const site = kind === kinds.id.call_expression ? low.syntax.callAt(tree, text, inner) : undefined
  if (site === undefined) return factsOn(low, inner)
  const object = childByField(tree, low.syntax.unwrap(tree, site.callee), kinds.field.object)
  return [...(object < 0 ? [] : factsOn(low, object)), ...site.arguments.flatMap((argument) => factsOn(low, argument.node))]
}

/** Facts of `x === 'a'` and `typeof x === 'number'`. */
function equalityFacts(low: JavaScriptLowering, place: number, constant: number): GuardFact[] | undefined {
  const { tree, text, kinds, symbols } = low
  const inner = low.syntax.unwrap(tree, place)
  const known = symbols.constantOf(constant)
  if (kindOf(low, inner) === kinds.id.unary_expression) {
    const operator = nodeText(tree, text, childByField(tree, inner, kinds.field.operator))
    if (operator === 'typeof' && typeof known === 'string' && SCALAR_TYPES.has(known))
      return factsOn(low, childByField(tree, inner, kinds.field.argument))
    return undefined
  }
  const isNothing = kindOf(low, low.syntax.unwrap(tree, constant)) === kinds.id.undefined
  if ((known === undefined && !isNothing && !isBaseFolder(low, inner, constant)) || symbols.constantOf(inner) !== undefined) return undefined
  const found = factsOn(low, inner)
  return found.length > 0 ? found : undefined
}

/** Whether `full === ROOT` compares with the base directory, after `const full = path.resolve(ROOT, x)` or `await realpath(path.resolve(ROOT, x))`. */
function isBaseFolder(low: JavaScriptLowering, place: number, folder: number): boolean {
  const { tree, text, symbols } = low
  const seen = new Set<number>()
  let path = place
  while (isNormalizedPath(low, path)) {
    const made = low.syntax.unwrap(tree, symbols.valueOf(low.syntax.unwrap(tree, path)))
    const [first, second] = low.syntax.callAt(tree, text, made)?.arguments ?? []
    // A path can be made of itself.
    if (first === undefined || seen.has(made)) return false
    if (second !== undefined) return nodeText(tree, text, first.node) === nodeText(tree, text, folder)
    seen.add(made)
    path = first.node
  }
  return false
}

/** Methods that test membership in a list or table. */
export const MEMBERSHIP_METHODS: ReadonlySet<string> = new Set(['includes', 'has', 'hasOwnProperty', 'hasOwn', 'contains'])

function directFacts(low: JavaScriptLowering, node: number, site: CallSite): BranchFacts {
  const first = site.arguments[0]?.node ?? -1
  const name = low.symbols.nameOf(site.callee) ?? ''
  const { object, method } = calledMethod(low, site)
  const second = site.arguments[1]?.node ?? -1
  const passes = (place: number): BranchFacts => ({ whenTrue: factsOn(low, place), whenFalse: [] })
  const refuses = (place: number): BranchFacts => ({ whenTrue: [], whenFalse: factsOn(low, place) })
  if (first >= 0 && MEMBERSHIP_METHODS.has(method)) {
    const testedNode = name === 'Object.hasOwn' ? second : first
    const table = name === 'Object.hasOwn' ? first : object
    if (testedNode >= 0 && isConstantCollection(low, table)) return unionFacts([passes(testedNode), guardedBy(factsOn(low, testedNode), node, -1)])
  }
  if (method === 'call' && name.endsWith('hasOwnProperty.call') && isConstantCollection(low, first)) return passes(second)
  if (FIND_METHODS.has(method) && first >= 0) {
    const { operand, comparison } = comparisonInCallback(low, first)
    if (operand >= 0 && isConstantCollection(low, object)) return unionFacts([passes(operand), guardBasesOf(low, operand, comparison)])
    if (operand >= 0) return membershipFacts(factsOn(low, operand), comparison)
  }
  if ((method === 'test' || method === 'exec') && first >= 0) {
    return unionFacts([regexTestFacts(factsOn(low, first), regexProof(low, object), node, 0), callGuardFacts(low, node, site, object)])
  }
  if (method === 'match' && object >= 0) {
    return unionFacts([regexTestFacts(factsOn(low, object), regexProof(low, first), node, -1), callGuardFacts(low, node, site, object)])
  }
  const proven = barrierFacts(low, name, node, site)
  if (proven !== undefined) return proven
  if (name === 'isNaN' && first >= 0) return refuses(convertedOperand(low, first) ?? first)
  // `Number.isNaN` is false for every string.
  if (name === 'Number.isNaN' && first >= 0) {
    const converted = convertedOperand(low, first)
    return converted === undefined ? NO_FACTS : refuses(converted)
  }
  if (name === 'Boolean' && first >= 0) return conditionFacts(low, first, 20)
  const contained = method === 'startsWith' ? pathPrefixFacts(low, node, object, first) : undefined
  return contained ?? callGuardFacts(low, node, site, object)
}

/** Facts after a call that throws unless its first argument is truthy: `assert(LIST.includes(x))`. */
export function assertionFacts(low: JavaScriptLowering, name: string, callee: number, first: number): readonly GuardFact[] {
  return first >= 0 && isAssertion(low, name, callee) ? conditionFacts(low, first, 0).whenTrue : []
}
