import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { bothHold, type Checked, type Condition, negated, NOTHING_CHECKED, oneHolds } from '../../lowering/refine.ts'
import { isAnchoredPattern } from '../../lowering/anchored-pattern.ts'
import { type JavaScriptLowering, kindOf, lowerExpression } from './javascript-lowering.ts'

/** Lowers a condition, and tells what it makes sure of. */
export function readCondition(low: JavaScriptLowering, node: number): Condition {
  if (node < 0) return NOTHING_CHECKED
  lowerExpression(low, node)
  return conditionOf(low, node, 0)
}

function conditionOf(low: JavaScriptLowering, node: number, depth: number): Condition {
  if (node < 0 || depth > 40) return NOTHING_CHECKED
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (inner !== node) return conditionOf(low, inner, depth + 1)
  switch (kindOf(low, node)) {
    case id.unary_expression:
      return nodeText(tree, text, childByField(tree, node, field.operator)) === '!'
        ? negated(conditionOf(low, childByField(tree, node, field.argument), depth + 1))
        : NOTHING_CHECKED
    case id.binary_expression: {
      const operator = nodeText(tree, text, childByField(tree, node, field.operator))
      const left = childByField(tree, node, field.left)
      const right = childByField(tree, node, field.right)
      if (operator === '&&') return bothHold(conditionOf(low, left, depth + 1), conditionOf(low, right, depth + 1))
      if (operator === '||') return oneHolds(conditionOf(low, left, depth + 1), conditionOf(low, right, depth + 1))
      return comparison(low, operator, left, right)
    }
    case id.call_expression:
      return callCondition(low, node)
    default:
      return NOTHING_CHECKED
  }
}

const SCALAR_TYPES: ReadonlySet<string> = new Set(['number', 'boolean', 'bigint', 'undefined', 'function'])

function comparison(low: JavaScriptLowering, operator: string, left: number, right: number): Condition {
  const equal = operator === '===' || operator === '=='
  const unequal = operator === '!==' || operator === '!='
  if (equal || unequal) {
    const found = equality(low, left, right) ?? equality(low, right, left)
    if (found === undefined) return indexComparison(low, operator, left, right)
    return equal ? { whenTrue: found, whenFalse: [] } : { whenTrue: [], whenFalse: found }
  }
  if (operator === 'in' && isFixed(low, right)) return { whenTrue: checked(low, left, -1), whenFalse: [] }
  return indexComparison(low, operator, left, right)
}

/** `x === 'a'`, `typeof x === 'number'`. */
function equality(low: JavaScriptLowering, place: number, constant: number): Checked[] | undefined {
  const { tree, text, kinds, symbols } = low
  const inner = low.syntax.unwrap(tree, place)
  const known = symbols.constantOf(constant)
  if (kindOf(low, inner) === kinds.id.unary_expression) {
    const operator = nodeText(tree, text, childByField(tree, inner, kinds.field.operator))
    if (operator === 'typeof' && typeof known === 'string' && SCALAR_TYPES.has(known))
      return checked(low, childByField(tree, inner, kinds.field.argument), -1)
    return undefined
  }
  if (known === undefined || known === null || symbols.constantOf(inner) !== undefined) return undefined
  const found = checked(low, inner, -1)
  if (found.length > 0) return found
  // `new URL(x).host === 'a.com'`: a rule may say that this is a check of its arguments.
  return undefined
}

/** `ALLOWED.indexOf(x) !== -1`, `>= 0`, `> -1`; `=== -1` and `< 0` the other way. */
function indexComparison(low: JavaScriptLowering, operator: string, left: number, right: number): Condition {
  const call = low.syntax.unwrap(low.tree, left)
  const site = low.syntax.callAt(low.tree, low.text, call)
  if (site === undefined || !/\.(?:indexOf|findIndex)$/.test(nodeText(low.tree, low.text, site.callee).slice(-12))) return NOTHING_CHECKED
  const object = childByField(low.tree, low.syntax.unwrap(low.tree, site.callee), low.kinds.field.object)
  const first = site.arguments[0]
  if (first === undefined || !isFixed(low, object)) return NOTHING_CHECKED
  const bound = low.symbols.constantOf(right)
  const present = ((operator === '!==' || operator === '!=' || operator === '>') && bound === -1) || (operator === '>=' && bound === 0)
  const absent = ((operator === '===' || operator === '==') && bound === -1) || (operator === '<' && bound === 0)
  const found = checked(low, first.node, -1)
  return present ? { whenTrue: found, whenFalse: [] } : absent ? { whenTrue: [], whenFalse: found } : NOTHING_CHECKED
}

const MEMBERSHIP: ReadonlySet<string> = new Set(['includes', 'has', 'hasOwnProperty', 'hasOwn', 'contains'])
const NUMBER_CHECKS: ReadonlySet<string> = new Set([
  'Number.isInteger',
  'Number.isFinite',
  'Number.isSafeInteger',
  'Number.isNaN',
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
const NORMALISERS = /^(?:path\.(?:posix\.|win32\.)?(?:resolve|join|normalize)|fs\.(?:promises\.)?realpath(?:Sync)?|fs\/promises\.realpath)$/

function callCondition(low: JavaScriptLowering, node: number): Condition {
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  const site = low.syntax.callAt(tree, text, node)
  if (site === undefined) return NOTHING_CHECKED
  const first = site.arguments[0]?.node ?? -1
  const calleeNode = low.syntax.unwrap(tree, site.callee)
  const name = symbols.nameOf(site.callee) ?? ''
  const isMethod = kindOf(low, calleeNode) === id.member_expression
  const object = isMethod ? childByField(tree, calleeNode, field.object) : -1
  const method = isMethod ? nodeText(tree, text, childByField(tree, calleeNode, field.property)) : ''
  if (first >= 0 && MEMBERSHIP.has(method)) {
    const looked = name === 'Object.hasOwn' ? (site.arguments[1]?.node ?? -1) : first
    const table = name === 'Object.hasOwn' ? first : object
    if (looked >= 0 && isFixed(low, table)) return { whenTrue: checked(low, looked, -1), whenFalse: [] }
  }
  if (method === 'test' && first >= 0 && isAnchored(low, object)) return { whenTrue: checked(low, first, -1), whenFalse: [] }
  if (method === 'match' && object >= 0 && isAnchored(low, first)) return { whenTrue: checked(low, object, -1), whenFalse: [] }
  if (NUMBER_CHECKS.has(name) && first >= 0) return { whenTrue: checked(low, first, -1), whenFalse: [] }
  if (name === 'isNaN' && first >= 0) return { whenTrue: [], whenFalse: checked(low, first, -1) }
  if (method === 'startsWith' && object >= 0) {
    const held = low.syntax.callAt(tree, text, low.syntax.unwrap(tree, symbols.valueOf(low.syntax.unwrap(tree, object))))
    if (held !== undefined && NORMALISERS.test(symbols.nameOf(held.callee) ?? '')) return { whenTrue: checked(low, object, -1), whenFalse: [] }
  }
  // Any other call may be a check that a rule knows.
  const known: Checked[] = []
  for (const { node: passed } of site.arguments) known.push(...checked(low, passed, node))
  if (object >= 0) known.push(...checked(low, object, node))
  return { whenTrue: known, whenFalse: [] }
}

/** A list, set, map or object that the program fixes: a literal, or a constant by its name (`ALLOWED_HOSTS`). */
function isFixed(low: JavaScriptLowering, node: number): boolean {
  if (node < 0) return false
  const { tree, text, symbols, kinds } = low
  const inner = low.syntax.unwrap(tree, node)
  if (typeof symbols.constantOf(inner) === 'string') return false
  const value = low.syntax.unwrap(tree, symbols.valueOf(inner))
  const kind = kindOf(low, value)
  if (kind === kinds.id.array || kind === kinds.id.object)
    return symbols.isConstant(value) || (kind === kinds.id.object && namedChildren(tree, value).length > 0)
  const site = low.syntax.callAt(tree, text, value)
  if (site !== undefined) {
    const name = symbols.nameOf(site.callee) ?? ''
    if (name === 'Set' || name === 'Map' || name === 'Object.freeze' || name === 'Object.keys' || name === 'Object.values') {
      const first = site.arguments[0]
      return first !== undefined && (symbols.isConstant(first.node) || isFixed(low, first.node))
    }
    return false
  }
  if (kind === kinds.id.member_expression && /\.(?:keys|values)$/.test(text.slice(tree.start[value], tree.end[value]))) return false
  const last = text.slice(tree.start[inner], tree.end[inner]).split('.').at(-1) ?? ''
  return (
    /^(?:[A-Z][A-Z0-9_]+|(?:allowed|allow|valid|permitted|supported|known|safe|white)\w*|\w*(?:whitelist|allowlist|Whitelist|Allowlist|AllowList))$/.test(
      last,
    ) && kind !== kinds.id.string
  )
}

/** A regular expression that says what the whole text is made of. */
function isAnchored(low: JavaScriptLowering, node: number): boolean {
  if (node < 0) return false
  const { tree, text, kinds, symbols } = low
  const value = symbols.valueOf(low.syntax.unwrap(tree, node))
  if (kindOf(low, value) === kinds.id.regex) {
    const pattern = childByField(tree, value, kinds.field.pattern)
    return pattern >= 0 && isAnchoredPattern(nodeText(tree, text, pattern))
  }
  const site = low.syntax.callAt(tree, text, value)
  const source =
    site !== undefined && symbols.nameOf(site.callee) === 'RegExp' && site.arguments[0] !== undefined
      ? symbols.constantOf(site.arguments[0].node)
      : undefined
  return typeof source === 'string' && isAnchoredPattern(source)
}

/** The place, when it is one that can be checked: a variable or a path of names from one. */
function checked(low: JavaScriptLowering, node: number, check: number): Checked[] {
  if (node < 0) return []
  const { tree, kinds } = low
  const { id } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (kindOf(low, inner) === id.identifier) {
    const declaration = low.names.declarationOf[inner]
    return declaration < 0 ? [] : [{ place: { variable: declaration }, node: inner, check }]
  }
  const path = pathOf(low, inner)
  if (path !== undefined) return [{ place: { path }, node: inner, check }]
  // `ALLOWED.has(x.toLowerCase())` checks x as far as harm goes.
  const site = low.syntax.callAt(tree, low.text, inner)
  if (site === undefined || check >= 0) return []
  const callee = low.syntax.unwrap(tree, site.callee)
  const method = kindOf(low, callee) === id.member_expression ? nodeText(tree, low.text, childByField(tree, callee, kinds.field.property)) : ''
  if (/^(?:toLowerCase|toUpperCase|trim|toString)$/.test(method)) return checked(low, childByField(tree, callee, kinds.field.object), check)
  return low.symbols.nameOf(site.callee) === 'String' && site.arguments[0] !== undefined ? checked(low, site.arguments[0].node, check) : []
}

/** `req.query.id` from a variable, with its declaration: the same path means the same thing nearby. */
export function pathOf(low: JavaScriptLowering, node: number): string | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const parts: string[] = []
  let at = node
  for (let steps = 0; steps < 8; steps++) {
    const kind = kindOf(low, at)
    if (kind === id.identifier)
      return parts.length === 0 ? undefined : `${low.names.declarationOf[at]}:${nodeText(tree, text, at)}.${parts.toReversed().join('.')}`
    if (kind === id.this) return parts.length === 0 ? undefined : `this.${parts.toReversed().join('.')}`
    if (kind === id.member_expression) parts.push(nodeText(tree, text, childByField(tree, at, field.property)))
    else if (kind === id.subscript_expression) {
      const key = childByField(tree, at, field.index)
      parts.push(key < 0 ? '?' : String(low.symbols.constantOf(key) ?? `[${nodeText(tree, text, key).slice(0, 40)}]`))
    } else return undefined
    at = childByField(tree, at, field.object)
    if (at < 0) return undefined
  }
  return undefined
}

/** What a case of a switch makes sure of. */
export function readCase(low: JavaScriptLowering, subject: number, matched: number): readonly Checked[] {
  return low.symbols.constantOf(matched) === undefined ? [] : checked(low, subject, -1)
}
