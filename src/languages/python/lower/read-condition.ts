import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { isAnchoredPattern } from '../../lowering/anchored-pattern.ts'
import { bothHold, type Checked, type Condition, negated, NOTHING_CHECKED, oneHolds } from '../../lowering/refine.ts'
import { kindOf, lowerExpression, type PythonLowering } from './python-lowering.ts'

/** Lowers a condition, and tells what it makes sure of. */
export function readCondition(low: PythonLowering, node: number): Condition {
  if (node < 0) return NOTHING_CHECKED
  lowerExpression(low, node)
  return conditionOf(low, node, 0)
}

function conditionOf(low: PythonLowering, node: number, depth: number): Condition {
  if (node < 0 || depth > 40) return NOTHING_CHECKED
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (inner !== node) return conditionOf(low, inner, depth + 1)
  switch (kindOf(low, node)) {
    case id.not_operator:
      return negated(conditionOf(low, childByField(tree, node, field.argument), depth + 1))
    case id.boolean_operator: {
      const left = conditionOf(low, childByField(tree, node, field.left), depth + 1)
      const right = conditionOf(low, childByField(tree, node, field.right), depth + 1)
      return nodeText(tree, text, childByField(tree, node, field.operator)) === 'and' ? bothHold(left, right) : oneHolds(left, right)
    }
    case id.comparison_operator:
      return comparison(low, node)
    case id.call:
      return callCondition(low, node)
    case id.named_expression:
      return conditionOf(low, childByField(tree, node, field.value), depth + 1)
    default:
      return NOTHING_CHECKED
  }
}

function comparison(low: PythonLowering, node: number): Condition {
  const { tree, text, symbols } = low
  const parts = namedChildren(tree, node)
  if (parts.length !== 2) return NOTHING_CHECKED
  const [left, right] = parts
  const operator = text.slice(tree.end[left], tree.start[right]).replace(/\s+/g, ' ').trim()
  if (operator === 'in' || operator === 'not in') {
    if (!isFixed(low, right)) return NOTHING_CHECKED
    const found = checked(low, left, -1)
    return operator === 'in' ? { whenTrue: found, whenFalse: [] } : { whenTrue: [], whenFalse: found }
  }
  const known = (place: number, constant: number): Checked[] => {
    const value = symbols.constantOf(constant)
    return value === undefined || value === null || symbols.constantOf(place) !== undefined ? [] : checked(low, place, -1)
  }
  if (operator === 'is None' || operator === 'is not None') return NOTHING_CHECKED
  if (operator !== '==' && operator !== '!=') return isNoMatch(low, operator, left, right)
  const found = [...known(left, right), ...known(right, left)]
  return operator === '==' ? { whenTrue: found, whenFalse: [] } : { whenTrue: [], whenFalse: found }
}

/** `re.match(p, x) is None`. */
function isNoMatch(low: PythonLowering, operator: string, left: number, right: number): Condition {
  if (kindOf(low, right) !== low.kinds.id.none || kindOf(low, left) !== low.kinds.id.call) return NOTHING_CHECKED
  const condition = callCondition(low, left)
  return operator === 'is not' ? condition : operator === 'is' ? negated(condition) : NOTHING_CHECKED
}

const NORMALISERS = /^(?:os\.path\.(?:realpath|abspath|normpath|join)|pathlib\.Path\(\)\.resolve|pathlib\.Path\(\)\.absolute)$/
const SELF_CHECKS: ReadonlySet<string> = new Set(['isdigit', 'isdecimal', 'isnumeric', 'isalnum', 'isalpha', 'isidentifier'])
const SCALAR_TYPES: ReadonlySet<string> = new Set(['int', 'float', 'bool', '(int, float)', '(float, int)', 'uuid.UUID', 'UUID'])

function callCondition(low: PythonLowering, node: number): Condition {
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  const site = low.syntax.callAt(tree, text, node)
  if (site === undefined) return NOTHING_CHECKED
  const args = site.arguments.map((argument) => argument.node)
  const [first = -1, second = -1] = args
  const name = symbols.nameOf(site.callee) ?? ''
  const calleeNode = low.syntax.unwrap(tree, site.callee)
  const isMethod = kindOf(low, calleeNode) === id.attribute
  const object = isMethod ? childByField(tree, calleeNode, field.object) : -1
  const method = isMethod ? nodeText(tree, text, childByField(tree, calleeNode, field.attribute)) : ''
  if (object >= 0 && SELF_CHECKS.has(method)) return { whenTrue: checked(low, object, -1), whenFalse: [] }
  if (name === 'isinstance' && second >= 0 && SCALAR_TYPES.has(nodeText(tree, text, second)))
    return { whenTrue: checked(low, first, -1), whenFalse: [] }
  if (/^re\.(?:match|fullmatch|search)$/.test(name) && second >= 0 && matchesWhole(low, first, name === 're.fullmatch', name === 're.match'))
    return { whenTrue: checked(low, second, -1), whenFalse: [] }
  if (/^(?:match|fullmatch|search)$/.test(method) && first >= 0) {
    const compiled = low.syntax.callAt(tree, text, symbols.valueOf(object))
    if (
      compiled !== undefined &&
      symbols.nameOf(compiled.callee) === 're.compile' &&
      compiled.arguments[0] !== undefined &&
      matchesWhole(low, compiled.arguments[0].node, method === 'fullmatch', method === 'match')
    ) {
      return { whenTrue: checked(low, first, -1), whenFalse: [] }
    }
  }
  if ((method === 'startswith' || method === 'is_relative_to') && object >= 0) {
    const held = low.syntax.callAt(tree, text, low.syntax.unwrap(tree, symbols.valueOf(low.syntax.unwrap(tree, object))))
    if (held !== undefined && NORMALISERS.test(symbols.nameOf(held.callee) ?? '')) return { whenTrue: checked(low, object, -1), whenFalse: [] }
  }
  const known: Checked[] = []
  for (const passed of args) known.push(...checked(low, passed, node))
  if (object >= 0) known.push(...checked(low, object, node))
  return { whenTrue: known, whenFalse: [] }
}

/** `fullmatch` anchors both ends, `match` the start. */
function matchesWhole(low: PythonLowering, pattern: number, both: boolean, start: boolean): boolean {
  const source = low.symbols.constantOf(pattern)
  if (typeof source !== 'string') return false
  return isAnchoredPattern(
    `${(both || start) && !/^(?:\^|\\A)/.test(source) ? '^' : ''}${source}${both && !/(?:\$|\\[zZ])$/.test(source) ? '$' : ''}`,
  )
}

function isFixed(low: PythonLowering, node: number): boolean {
  const { tree, text, symbols, kinds } = low
  const { id } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (typeof symbols.constantOf(inner) === 'string') return false
  const value = low.syntax.unwrap(tree, symbols.valueOf(inner))
  const kind = kindOf(low, value)
  if (kind === id.list || kind === id.tuple || kind === id.set) return symbols.isConstant(value)
  if (kind === id.dictionary) return true
  const site = low.syntax.callAt(tree, text, value)
  if (site !== undefined) {
    const name = symbols.nameOf(site.callee) ?? ''
    const first = site.arguments[0]
    return /^(?:frozenset|set|tuple|list|dict)$/.test(name) && first !== undefined && symbols.isConstant(first.node)
  }
  const last = nodeText(tree, text, inner).split('.').at(-1) ?? ''
  return /^_?(?:[A-Z][A-Z0-9_]+|(?:allowed|valid|permitted|supported|known|safe|white)\w*|\w*(?:whitelist|allowlist))$/.test(last)
}

function checked(low: PythonLowering, node: number, check: number): Checked[] {
  if (node < 0) return []
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (kindOf(low, inner) === id.identifier) {
    const declaration = low.names.declarationOf[inner]
    return declaration < 0 ? [] : [{ place: { variable: declaration }, node: inner, check }]
  }
  const path = pathOf(low, inner)
  if (path !== undefined) return [{ place: { path }, node: inner, check }]
  if (kindOf(low, inner) === id.named_expression) return checked(low, childByField(tree, inner, field.name), check)
  const site = low.syntax.callAt(tree, text, inner)
  if (site === undefined || check >= 0) return []
  const callee = low.syntax.unwrap(tree, site.callee)
  const method = kindOf(low, callee) === id.attribute ? nodeText(tree, text, childByField(tree, callee, field.attribute)) : ''
  return /^(?:lower|upper|strip|casefold)$/.test(method) ? checked(low, childByField(tree, callee, field.object), check) : []
}

/** `request.args["id"]` from a variable, with its declaration. */
export function pathOf(low: PythonLowering, node: number): string | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const parts: string[] = []
  let at = node
  for (let steps = 0; steps < 8; steps++) {
    const kind = kindOf(low, at)
    if (kind === id.identifier)
      return parts.length === 0 ? undefined : `${low.names.declarationOf[at]}:${nodeText(tree, text, at)}.${parts.toReversed().join('.')}`
    if (kind === id.attribute) {
      parts.push(nodeText(tree, text, childByField(tree, at, field.attribute)))
      at = childByField(tree, at, field.object)
    } else if (kind === id.subscript) {
      const key = childByField(tree, at, field.subscript)
      if (key < 0 || kindOf(low, key) === id.slice) return undefined
      parts.push(`[${nodeText(tree, text, key).slice(0, 40)}]`)
      at = childByField(tree, at, field.value)
    } else return undefined
    if (at < 0) return undefined
  }
  return undefined
}

/** What a case of a match makes sure of: the subject is one of the literals. */
export function readCase(low: PythonLowering, subject: number, pattern: number): readonly Checked[] {
  const { tree, kinds } = low
  for (let at = pattern; at < tree.next[pattern]; at++) if (kindOf(low, at) === kinds.id.identifier) return []
  return nodeText(tree, low.text, pattern) === '_' || firstNamedChild(tree, pattern) < 0 ? [] : checked(low, subject, -1)
}
