import { lastWord } from './last-word.ts'
import type { CallSite } from '../../../model/language.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
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
import { leftOver, subsetOf } from './checked-elements.ts'
import { places } from './checked-places.ts'
import { comparedResult } from './compared-result.ts'
import { isFixed, isSetting } from './fixed-list.ts'
import { flaggedBefore } from './flagged.ts'
import { isSent, sameAsElement } from './found-element.ts'
import { askedBehind } from './parts-of-places.ts'
import { isMatch } from './matched-by.ts'
import { findsForeign, matchesWhole } from './pattern-checks.ts'
import { searchedBy } from './searched-by.ts'
import { resultCondition } from '../../lowering/result-condition.ts'
import { kindOf, lowerExpression, type PythonLowering } from './python-lowering.ts'
import { isOwnFolder, normalised, withParents } from './resolved-path.ts'

/** Lowers a condition, and tells what it makes sure of. */
export function readCondition(low: PythonLowering, node: number): Condition {
  if (node < 0) return NOTHING_CHECKED
  lowerExpression(low, node)
  return conditionOf(low, node, 0, true)
}

/** `compound` where `x` alone tells that it is harmless where it is not given: in a condition, and not in what a name was given before. */
function conditionOf(low: PythonLowering, node: number, depth: number, compound = false): Condition {
  if (node < 0 || depth > 40) return NOTHING_CHECKED
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (inner !== node) return conditionOf(low, inner, depth + 1, compound)
  switch (kindOf(low, node)) {
    case id.not_operator:
      return negated(conditionOf(low, childByField(tree, node, field.argument), depth + 1, compound))
    case id.boolean_operator: {
      const left = conditionOf(low, childByField(tree, node, field.left), depth + 1, true)
      const right = conditionOf(low, childByField(tree, node, field.right), depth + 1, true)
      return nodeText(tree, text, childByField(tree, node, field.operator)) === 'and' ? bothHold(left, right) : oneHolds(left, right)
    }
    case id.comparison_operator:
      return comparison(low, node)
    case id.call:
      return callCondition(low, node)
    case id.named_expression:
      return namedCondition(low, node, depth)
    case id.identifier: {
      // `ok = x in LIST`
      const held = low.symbols.valueOf(node)
      // `host and host != OWN`: both look at one part.
      const given = compound ? together([{ whenTrue: [], whenFalse: places(low, node) }, askedBehind(low, node, node)]) : NOTHING_CHECKED
      const flagged = flagOf(low, node, depth)
      if (held === node || low.valueAt[held] < 0) return together([given, resultCondition(low, node, places), flagged])
      const matched = isMatch(low, held) ? { whenTrue: places(low, node), whenFalse: [] } : NOTHING_CHECKED
      return together([given, stillKnown(low, conditionOf(low, held, depth + 1)), matched, flagged])
    }
    case id.binary_operator:
    case id.list_comprehension:
    case id.set_comprehension:
      return leftOver(low, node, (condition) => conditionOf(low, condition, depth + 1).whenFalse)
    case id.attribute:
    case id.subscript:
      // `address.is_private`
      return together([
        compound ? { whenTrue: [], whenFalse: places(low, node) } : NOTHING_CHECKED,
        askedBehind(low, node, node),
        resultCondition(low, node, places),
        foundUnder(kindOf(low, node) === id.subscript ? places(low, childByField(tree, node, field.subscript)) : [], node),
      ])
    default:
      return NOTHING_CHECKED
  }
}

/** What is known where nothing was noted under the name before. */
function flagOf(low: PythonLowering, node: number, depth: number): Condition {
  return flaggedBefore(low, node, (condition) => stillKnown(low, conditionOf(low, condition, depth + 1)))
}

function comparison(low: PythonLowering, node: number): Condition {
  const { tree, text, symbols } = low
  const parts = namedChildren(tree, node)
  // `0 < n <= LIMIT`
  if (parts.length === 3) return asked(bounded(low, parts[1]), node, -1)
  if (parts.length !== 2) return NOTHING_CHECKED
  const [left, right] = parts
  const operator = text.slice(tree.end[left], tree.start[right]).replace(/\s+/g, ' ').trim()
  if (operator === 'in' || operator === 'not in') {
    // `'..' in x`, `x in os.listdir(folder)`: a rule may say what it is a check of.
    const fixed = isFixed(low, right)
    const listed: Condition = { whenTrue: [...(fixed ? places(low, left) : []), ...contained(withParents(low, right), node)], whenFalse: [] }
    const among = foundUnder(places(low, left), node)
    return together([
      operator === 'in' ? listed : negated(listed),
      fixed || isSent(low, right) ? NOTHING_CHECKED : operator === 'in' ? among : negated(among),
      asked([...(fixed ? [] : places(low, left)), ...places(low, right), ...compared(low, left)], node, -1),
      askedBehind(low, left, node),
      askedBehind(low, right, node),
    ])
  }
  if (operator === '<=' && isFixed(low, right)) return subsetOf(low, left, right)
  if (operator === '>' && symbols.constantOf(right) === 0 && kindOf(low, left) === low.kinds.id.call && isLength(low, left))
    return callCondition(low, left)
  if (/^[<>]=?$/.test(operator)) return asked([...bounded(low, left), ...bounded(low, right)], node, -1)
  const known = (place: number, constant: number): Checked[] => {
    const value = symbols.constantOf(constant)
    return (value === undefined && !isOwnFolder(low, place, constant) && !isSetting(low, constant)) || symbols.constantOf(place) !== undefined
      ? []
      : places(low, place)
  }
  const told = comparedResult(low, operator, left, right)
  if (operator !== '==' && operator !== '!=') return together([told, isNoMatch(low, operator, left, right)])
  const found = [...known(left, right), ...known(right, left)]
  const equal: Condition = { whenTrue: found, whenFalse: [] }
  return together([
    operator === '==' ? equal : negated(equal),
    told,
    asked([...compared(low, left), ...compared(low, right)], node, -1),
    operator === '==' ? sameAsElement(low, node, left, right) : negated(sameAsElement(low, node, left, right)),
    askedBehind(low, left, node),
    askedBehind(low, right, node),
  ])
}

function isLength(low: PythonLowering, call: number): boolean {
  return low.symbols.nameOf(childByField(low.tree, call, low.kinds.field.function)) === 'len'
}

/** What a comparison of sizes may limit, which a rule knows: `n`, or `w` and `h` of `w * h`, also where that was given a name before. */
function bounded(low: PythonLowering, node: number, depth = 0): Checked[] {
  const { tree, kinds, symbols } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (inner < 0 || depth > 3) return []
  if (kindOf(low, inner) === id.binary_operator)
    return [field.left, field.right].flatMap((side) => bounded(low, childByField(tree, inner, side), depth + 1))
  const held = kindOf(low, inner) === id.identifier ? symbols.valueOf(inner) : inner
  if (held === inner || held < 0 || low.valueAt[held] < 0 || kindOf(low, held) !== id.binary_operator) return places(low, inner)
  return [...places(low, inner), ...stillKnown(low, { whenTrue: bounded(low, held, depth + 1), whenFalse: [] }).whenTrue]
}

/** What a comparison with the result of a call may tell of other values: a rule knows. */
function compared(low: PythonLowering, node: number): Checked[] {
  const { tree, text, kinds } = low
  const inner = low.syntax.unwrap(tree, node)
  const site = kindOf(low, inner) === kinds.id.call ? low.syntax.callAt(tree, text, inner) : undefined
  if (site === undefined) return []
  const object = childByField(tree, low.syntax.unwrap(tree, site.callee), kinds.field.object)
  return [...(object < 0 ? [] : places(low, object)), ...site.arguments.flatMap((argument) => places(low, argument.node))]
}

/** `re.match(p, x) is None`. */
function isNoMatch(low: PythonLowering, operator: string, left: number, right: number): Condition {
  if (kindOf(low, right) !== low.kinds.id.none) return NOTHING_CHECKED
  const inner = low.syntax.unwrap(low.tree, left)
  // `(error := check(x)) is not None`
  if (kindOf(low, inner) === low.kinds.id.named_expression)
    return isNoMatch(low, operator, low.syntax.unwrap(low.tree, childByField(low.tree, inner, low.kinds.field.value)), right)
  if (kindOf(low, left) !== low.kinds.id.call) {
    const held = low.symbols.valueOf(left)
    const given: Condition = { whenTrue: places(low, left), whenFalse: [] }
    const isCall = held !== left && kindOf(low, held) === low.kinds.id.call && low.valueAt[held] >= 0
    const matched: Condition = { whenTrue: [], whenFalse: isCall && isMatch(low, held) ? places(low, left) : [] }
    const flagged = kindOf(low, inner) === low.kinds.id.identifier ? negated(flagOf(low, inner, 0)) : NOTHING_CHECKED
    const behind = negated(askedBehind(low, inner, inner))
    const nothing = together(
      isCall ? [given, behind, negated(stillKnown(low, callCondition(low, held))), matched, flagged] : [given, behind, flagged],
    )
    return operator === 'is' ? nothing : operator === 'is not' ? negated(nothing) : NOTHING_CHECKED
  }
  const condition = callCondition(low, left)
  return operator === 'is not' ? condition : operator === 'is' ? negated(condition) : NOTHING_CHECKED
}

/** `if found := re.fullmatch('[a-z]+', x)` */
function namedCondition(low: PythonLowering, node: number, depth: number): Condition {
  const held = low.syntax.unwrap(low.tree, childByField(low.tree, node, low.kinds.field.value))
  const known = conditionOf(low, held, depth + 1)
  return isMatch(low, held) ? together([known, { whenTrue: places(low, node), whenFalse: [] }]) : known
}

const SELF_CHECKS: ReadonlySet<string> = new Set(['isdigit', 'isdecimal', 'isnumeric', 'isalnum', 'isalpha', 'isidentifier'])
const SCALAR_TYPES: ReadonlySet<string> = new Set(['int', 'float', 'bool', '(int, float)', '(float, int)', 'uuid.UUID', 'UUID'])

/** What a call makes sure of, and what it looked at parts of: a rule may know what that tells. */
function callCondition(low: PythonLowering, node: number): Condition {
  const site = low.syntax.callAt(low.tree, low.text, node)
  if (site === undefined) return NOTHING_CHECKED
  const callee = low.syntax.unwrap(low.tree, site.callee)
  const object = kindOf(low, callee) === low.kinds.id.attribute ? childByField(low.tree, callee, low.kinds.field.object) : -1
  const looked = [object, ...site.arguments.map((argument) => argument.node)]
  return together([directCondition(low, node, site), ...looked.map((each) => askedBehind(low, each, node))])
}

function directCondition(low: PythonLowering, node: number, site: CallSite): Condition {
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  const args = site.arguments.map((argument) => argument.node)
  const [first = -1, second = -1] = args
  const name = symbols.nameOf(site.callee) ?? ''
  const calleeNode = low.syntax.unwrap(tree, site.callee)
  const isMethod = kindOf(low, calleeNode) === id.attribute
  const object = isMethod ? childByField(tree, calleeNode, field.object) : -1
  const method = isMethod ? nodeText(tree, text, childByField(tree, calleeNode, field.attribute)) : ''
  if (object >= 0 && SELF_CHECKS.has(method)) return { whenTrue: places(low, object), whenFalse: [] }
  if (name === 'isinstance' && second >= 0 && SCALAR_TYPES.has(nodeText(tree, text, second))) return { whenTrue: places(low, first), whenFalse: [] }
  if (/^re\.(?:match|fullmatch|search)$/.test(name) && second >= 0 && matchesWhole(low, first, name === 're.fullmatch', name === 're.match'))
    return { whenTrue: places(low, second), whenFalse: [] }
  if (name === 're.search' && second >= 0 && findsForeign(low, first)) return { whenTrue: [], whenFalse: places(low, second) }
  if (name === 'all' && first >= 0) return everyCondition(low, first, 'whenTrue')
  if (name === 'any' && first >= 0) return everyCondition(low, first, 'whenFalse')
  if (name === 'next' && first >= 0) return foundBy(low, first)
  if ((name === 'bool' || name === 'len') && first >= 0) return conditionOf(low, first, 20)
  if (/^(?:match|fullmatch|search)$/.test(method) && first >= 0) {
    const compiled = low.syntax.callAt(tree, text, symbols.valueOf(object))
    if (
      compiled !== undefined &&
      symbols.nameOf(compiled.callee) === 're.compile' &&
      compiled.arguments[0] !== undefined &&
      matchesWhole(low, compiled.arguments[0].node, method === 'fullmatch', method === 'match')
    ) {
      return { whenTrue: places(low, first), whenFalse: [] }
    }
    if (
      method === 'search' &&
      compiled !== undefined &&
      symbols.nameOf(compiled.callee) === 're.compile' &&
      findsForeign(low, compiled.arguments[0]?.node ?? -1)
    )
      return { whenTrue: [], whenFalse: places(low, first) }
  }
  if (method === 'issubset' && isFixed(low, first)) return subsetOf(low, object, first)
  if (method === 'difference') return leftOver(low, node, () => [])
  if ((method === 'startswith' || method === 'is_relative_to') && object >= 0) {
    const resolved = normalised(low, object, method === 'is_relative_to')
    if (resolved.length > 0) return { whenTrue: contained(resolved, node), whenFalse: [] }
  }
  // Any other call may be a check that a rule knows, or one that its function makes.
  return together([
    ...args.map((passed, index) => asked(places(low, passed), node, index)),
    ...(object < 0 ? [] : [asked(places(low, object), node, -1)]),
    foundUnder(searchedBy(low, node), node),
  ])
}

/** `all(c in LETTERS for c in x)` where it holds, `any(c not in LETTERS for c in x)` where it does not; and what is asked of other values in each round: `any(x == user.name for user in users)`. */
function everyCondition(low: PythonLowering, node: number, when: 'whenTrue' | 'whenFalse'): Condition {
  const { tree, kinds } = low
  const { id, field } = kinds
  const generator = low.syntax.unwrap(tree, node)
  if (kindOf(low, generator) !== id.generator_expression && kindOf(low, generator) !== id.list_comprehension) return NOTHING_CHECKED
  const clauses = namedChildren(tree, generator).filter((child) => kindOf(low, child) === id.for_in_clause)
  if (clauses.length !== 1 || namedChildren(tree, generator).some((child) => kindOf(low, child) === id.if_clause)) return NOTHING_CHECKED
  const each = childByField(tree, clauses[0], field.left)
  const declaration = kindOf(low, each) === id.identifier ? low.names.declarationOf[each] : -1
  const body = conditionOf(low, childByField(tree, generator, field.body), 10)
  const isOfElement = ({ place }: Checked): boolean => 'variable' in place && (place.variable === declaration || place.variable === each)
  const isChecked = body[when].some((checked) => checked.check < 0 && isOfElement(checked))
  const ofOthers: Condition = {
    whenTrue: body.whenTrue.filter((checked) => !isOfElement(checked)),
    whenFalse: body.whenFalse.filter((checked) => !isOfElement(checked)),
  }
  return isChecked ? together([ofOthers, { ...NOTHING_CHECKED, [when]: places(low, childByField(tree, clauses[0], field.right)) }]) : ofOthers
}

/** `next((user for user in users if user.name == x), None)`: what its condition says of other values holds where something was found. */
function foundBy(low: PythonLowering, node: number): Condition {
  const { tree, kinds } = low
  const generator = low.syntax.unwrap(tree, node)
  const conditions = namedChildren(tree, generator).filter((child) => kindOf(low, child) === kinds.id.if_clause)
  if (kindOf(low, generator) !== kinds.id.generator_expression || conditions.length !== 1) return NOTHING_CHECKED
  return { whenTrue: conditionOf(low, firstNamedChild(tree, conditions[0]), 10).whenTrue, whenFalse: [] }
}

const ANSWERS =
  /\.(?:is\w+|match|fullmatch|search|startswith|endswith|compare_digest)$|^(?:isinstance|all|any|bool|compare_digest|constant_time_compare)$/

/** Functions that ask something, or tell what is wrong with it, by their names: a function that gives back what they say asks it too. */
const QUESTION = /^_*(?:is|has|verify|validate|check|allows?|matches)(?:_|$)|(?:^|_)(?:errors?|problems?|reasons?|violations?|complaints?)(?:_|$)/

/** What a function's result makes sure of; undefined for what is no condition. The expression is lowered already. */
export function readAnswer(low: PythonLowering, node: number): Condition | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const kind = kindOf(low, inner)
  if (kind === id.comparison_operator || kind === id.boolean_operator || kind === id.not_operator || kind === id.attribute)
    return conditionOf(low, inner, 0)
  if (kind === id.identifier) {
    const flagged = flagOf(low, inner, 0)
    return flagged.whenFalse.length > 0 ? flagged : undefined
  }
  if (kind !== id.call) return undefined
  const name = nodeText(tree, text, childByField(tree, inner, field.function)).slice(-60)
  return ANSWERS.test(name) || QUESTION.test(lastWord(name)) ? conditionOf(low, inner, 0) : undefined
}
