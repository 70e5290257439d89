import { childByField, nodeText } from '../../../model/tree-access.ts'
import { conditionFacts } from '../../lowering/read-condition.ts'
import type { BranchFacts } from '../../lowering/guard-facts.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { MEMBERSHIP_METHODS } from './read-condition.ts'

const PREDICATE_METHODS: ReadonlySet<string> = new Set([
  ...MEMBERSHIP_METHODS,
  'some',
  'test',
  'exec',
  'match',
  'isNaN',
  'isIn',
  'isInteger',
  'isFinite',
  'startsWith',
  'endsWith',
  'timingSafeEqual',
])

/** Names of predicates. A function that returns their result is a predicate too. */
const PREDICATE_NAME = /^(?:is|has|verify|validate|check|allows?|matches)(?:[A-Z]\w*)?$/

/** What the truthiness of a returned expression proves; undefined if it is no condition. The expression is already lowered. */
export function readReturnedFacts(low: JavaScriptLowering, node: number): BranchFacts | undefined {
  const inner = low.syntax.unwrap(low.tree, node)
  // `const same = timingSafeEqual(a, b)`, `return same`
  const held = kindOf(low, inner) === low.kinds.id.identifier ? low.syntax.unwrap(low.tree, low.symbols.valueOf(inner)) : inner
  return isPredicate(low, held) ? conditionFacts(low, inner, 0, true) : undefined
}

function isPredicate(low: JavaScriptLowering, node: number): boolean {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const kind = kindOf(low, node)
  if (kind === id.binary_expression || kind === id.unary_expression) return true
  if (kind !== id.call_expression) return false
  const callee = childByField(tree, node, field.function)
  const last = callee >= 0 && kindOf(low, callee) === id.member_expression ? childByField(tree, callee, field.property) : callee
  if (last < 0) return false
  const name = nodeText(tree, text, last)
  const isOwn = name === 'call' && nodeText(tree, text, callee).endsWith('hasOwnProperty.call')
  return isOwn || PREDICATE_METHODS.has(name) || PREDICATE_NAME.test(name)
}
