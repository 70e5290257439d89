import { calledMethod } from '../../lowering/called-method.ts'
import { lastName } from './last-name.ts'
import { guardBasesOf } from '../../lowering/derived-values.ts'
import { elementEqualityFacts } from '../../lowering/element-comparison.ts'
import { conditionFacts, callFacts } from '../../lowering/read-condition.ts'
import type { CallSite } from '../../../model/language.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import type { GuardFact, BranchFacts } from '../../lowering/guard-facts.ts'
import { guardedBy, containmentFacts, membershipFacts, negate, NO_FACTS, regexTestFacts, unionFacts } from '../../lowering/guard-facts.ts'
import { stillValid } from '../../lowering/refine.ts'
import { barrierFacts } from '../../lowering/barriers.ts'
import { differenceFacts, subsetFacts } from './element-guards.ts'
import { factsOn } from './guarded-expressions.ts'
import { resultComparisonFacts } from './result-comparison.ts'
import { isConstantCollection, isSetting } from './constant-collection.ts'
import { errorFlagFacts } from './error-flag.ts'
import { isRequestData } from './element-comparison.ts'
import { isRegexMatch } from './regex-match.ts'
import { boundedOperands, comparedOperands } from './compared-operands.ts'
import { callGuardFacts } from '../../lowering/call-guard-facts.ts'
import { MATCH_MODES, regexProof } from './regex-proof.ts'
import { callResultFacts } from '../../lowering/call-result-facts.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { commonPrefixFacts, pathMethodFacts } from './path-containment.ts'
import { isSanitizingType } from './sanitizing-type.ts'
import { isBaseFolder, parentsFacts } from './resolved-path.ts'

/** What a condition proves that is no negation, conjunction, disjunction or name. */
export function otherFacts(low: PythonLowering, node: number, depth: number, isCompound: boolean): BranchFacts {
  const { tree, kinds } = low
  const { id, field } = kinds
  switch (kindOf(low, node)) {
    case id.comparison_operator:
      return comparisonFacts(low, node)
    case id.call:
      return callFacts(low, node, directFacts)
    case id.named_expression:
      return walrusFacts(low, node, depth)
    case id.binary_operator:
    case id.list_comprehension:
    case id.set_comprehension:
      return differenceFacts(low, node, (condition) => conditionFacts(low, condition, depth + 1).whenFalse)
    case id.attribute:
    case id.subscript:
      // `address.is_private`
      return unionFacts([
        isCompound ? { whenTrue: [], whenFalse: factsOn(low, node) } : NO_FACTS,
        guardBasesOf(low, node, node),
        callResultFacts(low, node, factsOn),
        membershipFacts(kindOf(low, node) === id.subscript ? factsOn(low, childByField(tree, node, field.subscript)) : [], node),
      ])
    default:
      return NO_FACTS
  }
}

/** The facts of an error variable that is not set. */
export function flagFacts(low: PythonLowering, node: number, depth: number): BranchFacts {
  return errorFlagFacts(low, node, (condition) => stillValid(low, conditionFacts(low, condition, depth + 1)))
}

function comparisonFacts(low: PythonLowering, node: number): BranchFacts {
  const { tree, text, symbols } = low
  const parts = namedChildren(tree, node)
  // `0 < n <= LIMIT`
  if (parts.length === 3) return guardedBy(boundedOperands(low, parts[1]), node, -1)
  if (parts.length !== 2) return NO_FACTS
  const [left, right] = parts
  const operator = text.slice(tree.end[left], tree.start[right]).replace(/\s+/g, ' ').trim()
  if (operator === 'in' || operator === 'not in') {
    // `'..' in x`, `x in os.listdir(folder)`: rules may know what it proves.
    const fixed = isConstantCollection(low, right)
    const listed: BranchFacts = {
      whenTrue: [...(fixed ? factsOn(low, left) : []), ...containmentFacts(parentsFacts(low, right), node)],
      whenFalse: [],
    }
    const among = membershipFacts(factsOn(low, left), node)
    return unionFacts([
      operator === 'in' ? listed : negate(listed),
      fixed || isRequestData(low, right) ? NO_FACTS : operator === 'in' ? among : negate(among),
      guardedBy([...(fixed ? [] : factsOn(low, left)), ...factsOn(low, right), ...comparedOperands(low, left)], node, -1),
      guardBasesOf(low, left, node),
      guardBasesOf(low, right, node),
    ])
  }
  if (operator === '<=' && isConstantCollection(low, right)) return subsetFacts(low, left, right)
  if (operator === '>' && symbols.constantOf(right) === 0 && kindOf(low, left) === low.kinds.id.call && isLength(low, left))
    return callFacts(low, left, directFacts)
  if (/^[<>]=?$/.test(operator)) return guardedBy([...boundedOperands(low, left), ...boundedOperands(low, right)], node, -1)
  const known = (place: number, constant: number): GuardFact[] => {
    const value = symbols.constantOf(constant)
    return (value === undefined && !isBaseFolder(low, place, constant) && !isSetting(low, constant)) || symbols.constantOf(place) !== undefined
      ? []
      : factsOn(low, place)
  }
  const told = resultComparisonFacts(low, operator, left, right)
  if (operator !== '==' && operator !== '!=') return unionFacts([told, noneComparisonFacts(low, operator, left, right)])
  const found = [...known(left, right), ...known(right, left)]
  const equal: BranchFacts = { whenTrue: found, whenFalse: [] }
  const contained = unionFacts([commonPrefixFacts(low, node, left, right), commonPrefixFacts(low, node, right, left)])
  return unionFacts([
    operator === '==' ? equal : negate(equal),
    operator === '==' ? contained : negate(contained),
    told,
    guardedBy([...comparedOperands(low, left), ...comparedOperands(low, right)], node, -1),
    operator === '==' ? elementEqualityFacts(low, node, left, right) : negate(elementEqualityFacts(low, node, left, right)),
    guardBasesOf(low, left, node),
    guardBasesOf(low, right, node),
  ])
}

/** Facts of `re.match(p, x) is None` and other comparisons with `None`. */
function noneComparisonFacts(low: PythonLowering, operator: string, left: number, right: number): BranchFacts {
  if (kindOf(low, right) !== low.kinds.id.none) return NO_FACTS
  const inner = low.syntax.unwrap(low.tree, left)
  // `(error := check(x)) is not None`
  if (kindOf(low, inner) === low.kinds.id.named_expression)
    return noneComparisonFacts(low, operator, low.syntax.unwrap(low.tree, childByField(low.tree, inner, low.kinds.field.value)), right)
  if (kindOf(low, left) !== low.kinds.id.call) {
    const held = low.symbols.valueOf(left)
    const given: BranchFacts = { whenTrue: factsOn(low, left), whenFalse: [] }
    const isCall = held !== left && kindOf(low, held) === low.kinds.id.call && low.valueAt[held] >= 0
    const matched: BranchFacts = { whenTrue: [], whenFalse: isCall && isRegexMatch(low, held) ? factsOn(low, left) : [] }
    const flagged = kindOf(low, inner) === low.kinds.id.identifier ? negate(flagFacts(low, inner, 0)) : NO_FACTS
    const behind = negate(guardBasesOf(low, inner, inner))
    const nothing = unionFacts(
      isCall ? [given, behind, negate(stillValid(low, callFacts(low, held, directFacts))), matched, flagged] : [given, behind, flagged],
    )
    return operator === 'is' ? nothing : operator === 'is not' ? negate(nothing) : NO_FACTS
  }
  const condition = callFacts(low, left, directFacts)
  return operator === 'is not' ? condition : operator === 'is' ? negate(condition) : NO_FACTS
}

function isLength(low: PythonLowering, call: number): boolean {
  return low.symbols.nameOf(childByField(low.tree, call, low.kinds.field.function)) === 'len'
}

/** Facts of `if found := re.fullmatch('[a-z]+', x)`. */
function walrusFacts(low: PythonLowering, node: number, depth: number): BranchFacts {
  const held = low.syntax.unwrap(low.tree, childByField(low.tree, node, low.kinds.field.value))
  const known = conditionFacts(low, held, depth + 1)
  return isRegexMatch(low, held) ? unionFacts([known, { whenTrue: factsOn(low, node), whenFalse: [] }]) : known
}

const CHARACTER_CHECKS: ReadonlySet<string> = new Set(['isdigit', 'isdecimal', 'isnumeric', 'isalnum', 'isalpha', 'isidentifier'])

/** Whether no instance of the class, or of the classes in a tuple, holds free text. */
function isScalarClass(low: PythonLowering, node: number): boolean {
  const listed = kindOf(low, node) === low.kinds.id.tuple ? namedChildren(low.tree, node) : [node]
  return listed.length > 0 && listed.every((each) => isSanitizingType(low, nodeText(low.tree, low.text, each)))
}

function directFacts(low: PythonLowering, node: number, site: CallSite): BranchFacts {
  const { tree, text, symbols } = low
  const args = site.arguments.map((argument) => argument.node)
  const [first = -1, second = -1] = args
  const name = symbols.nameOf(site.callee) ?? ''
  const { object, method } = calledMethod(low, site)
  if (object >= 0 && CHARACTER_CHECKS.has(method)) return { whenTrue: factsOn(low, object), whenFalse: [] }
  if (name === 'isinstance' && second >= 0 && isScalarClass(low, second)) return { whenTrue: factsOn(low, first), whenFalse: [] }
  const proven = barrierFacts(low, name, node, site)
  if (proven !== undefined) return proven
  const mode = MATCH_MODES.get(method)
  if (mode !== undefined && name === `re.${method}` && second >= 0)
    return unionFacts([regexTestFacts(factsOn(low, second), regexProof(low, site, mode), node, 1), callGuardFacts(low, node, site, object)])
  if (name === 'all' && first >= 0) return quantifierFacts(low, first, 'whenTrue')
  if (name === 'any' && first >= 0) return quantifierFacts(low, first, 'whenFalse')
  if (name === 'next' && first >= 0) return nextFacts(low, first)
  if ((name === 'bool' || name === 'len') && first >= 0) return conditionFacts(low, first, 20)
  if (mode !== undefined && first >= 0) {
    const compiled = low.syntax.callAt(tree, text, symbols.valueOf(object))
    if (compiled !== undefined && symbols.nameOf(compiled.callee) === 're.compile')
      return unionFacts([regexTestFacts(factsOn(low, first), regexProof(low, compiled, mode), node, 0), callGuardFacts(low, node, site, object)])
  }
  if (method === 'issubset' && isConstantCollection(low, first)) return subsetFacts(low, object, first)
  if (method === 'difference') return differenceFacts(low, node, () => [])
  return pathMethodFacts(low, node, { method, object, first }) ?? callGuardFacts(low, node, site, object)
}

/**
 * Facts of `all(c in LETTERS for c in x)` if true, of `any(c not in LETTERS for c in x)` if false, and facts about other values in the body: `any(x
 * == user.name for user in users)`.
 */
function quantifierFacts(low: PythonLowering, node: number, when: 'whenTrue' | 'whenFalse'): BranchFacts {
  const { tree, kinds } = low
  const { id, field } = kinds
  const generator = low.syntax.unwrap(tree, node)
  if (kindOf(low, generator) !== id.generator_expression && kindOf(low, generator) !== id.list_comprehension) return NO_FACTS
  const clauses = namedChildren(tree, generator).filter((child) => kindOf(low, child) === id.for_in_clause)
  if (clauses.length !== 1 || namedChildren(tree, generator).some((child) => kindOf(low, child) === id.if_clause)) return NO_FACTS
  const each = childByField(tree, clauses[0], field.left)
  const declaration = kindOf(low, each) === id.identifier ? low.names.declarationOf[each] : -1
  const body = conditionFacts(low, childByField(tree, generator, field.body), 10)
  const isOfElement = ({ target }: GuardFact): boolean => 'variable' in target && (target.variable === declaration || target.variable === each)
  const isChecked = body[when].some((checked) => checked.guard < 0 && isOfElement(checked))
  const ofOthers: BranchFacts = {
    whenTrue: body.whenTrue.filter((checked) => !isOfElement(checked)),
    whenFalse: body.whenFalse.filter((checked) => !isOfElement(checked)),
  }
  return isChecked ? unionFacts([ofOthers, { ...NO_FACTS, [when]: factsOn(low, childByField(tree, clauses[0], field.right)) }]) : ofOthers
}

/** Facts of `next((user for user in users if user.name == x), None)`: its condition holds if an element was found. */
function nextFacts(low: PythonLowering, node: number): BranchFacts {
  const { tree, kinds } = low
  const generator = low.syntax.unwrap(tree, node)
  const conditions = namedChildren(tree, generator).filter((child) => kindOf(low, child) === kinds.id.if_clause)
  if (kindOf(low, generator) !== kinds.id.generator_expression || conditions.length !== 1) return NO_FACTS
  return { whenTrue: conditionFacts(low, firstNamedChild(tree, conditions[0]), 10).whenTrue, whenFalse: [] }
}

const PREDICATE_CALL =
  /\.(?:is\w+|match|fullmatch|search|startswith|endswith|compare_digest)$|^(?:isinstance|all|any|bool|compare_digest|constant_time_compare)$/

/** Names of predicates and of functions that return errors. A function that returns their result is a predicate too. */
const PREDICATE_NAME =
  /^_*(?:is|has|verify|validate|check|allows?|matches)(?:_|$)|(?:^|_)(?:errors?|problems?|reasons?|violations?|complaints?)(?:_|$)/

/** What the truthiness of a returned expression proves; undefined if it is no condition. The expression is already lowered. */
export function readReturnedFacts(low: PythonLowering, node: number): BranchFacts | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const kind = kindOf(low, inner)
  if (kind === id.comparison_operator || kind === id.boolean_operator || kind === id.not_operator || kind === id.attribute)
    return conditionFacts(low, inner, 0)
  if (kind === id.identifier) {
    const flagged = flagFacts(low, inner, 0)
    return flagged.whenFalse.length > 0 ? flagged : undefined
  }
  if (kind !== id.call) return undefined
  const name = nodeText(tree, text, childByField(tree, inner, field.function)).slice(-60)
  return PREDICATE_CALL.test(name) || PREDICATE_NAME.test(lastName(name)) ? conditionFacts(low, inner, 0) : undefined
}
