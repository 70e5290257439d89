import { calledMethod } from '../../lowering/called-method.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import { guardBasesOf } from '../../lowering/derived-values.ts'
import { guardedBy, type BranchFacts, membershipFacts, negate, NO_FACTS, unionFacts, regexTestFacts } from '../../lowering/guard-facts.ts'
import { stillValid } from '../../lowering/refine.ts'
import { factsOn } from './guarded-expressions.ts'
import { isConstantCollection } from './constant-collection.ts'
import { regexProof } from './regex-proof.ts'
import { comparisonInCallback } from './element-comparison.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Facts of `ALLOWED.indexOf(x) !== -1`, `>= 0`, `> -1` and of their negations `=== -1`, `< 0`. */
export function indexComparisonFacts(low: JavaScriptLowering, operator: string, left: number, right: number): BranchFacts {
  const bound = low.symbols.constantOf(right)
  const present = ((operator === '!==' || operator === '!=' || operator === '>') && bound === -1) || (operator === '>=' && bound === 0)
  const absent = ((operator === '===' || operator === '==') && bound === -1) || (operator === '<' && bound === 0)
  if (!present && !absent) return NO_FACTS
  const condition = indexFacts(low, low.syntax.unwrap(low.tree, left))
  return present ? condition : negate(condition)
}

/** Facts of `~name.indexOf('..')`. */
export function bitwiseNotFacts(low: JavaScriptLowering, node: number): BranchFacts {
  const { field } = low.kinds
  return nodeText(low.tree, low.text, childByField(low.tree, node, field.operator)) === '~'
    ? indexFacts(low, low.syntax.unwrap(low.tree, childByField(low.tree, node, field.argument)))
    : NO_FACTS
}

/** Facts of a search that found something. */
function indexFacts(low: JavaScriptLowering, node: number): BranchFacts {
  const held = kindOf(low, node) === low.kinds.id.identifier ? low.syntax.unwrap(low.tree, low.symbols.valueOf(node)) : node
  return held === node ? indexCallFacts(low, node) : stillValid(low, indexCallFacts(low, held))
}

function indexCallFacts(low: JavaScriptLowering, call: number): BranchFacts {
  const site = low.syntax.callAt(low.tree, low.text, call)
  const first = site?.arguments[0]
  const { object, method } = calledMethod(low, site)
  if (first === undefined || (method !== 'search' && method !== 'indexOf' && !/^find(?:Last)?Index$/.test(method))) return NO_FACTS
  return unionFacts([
    searchFacts(low, call, method, object, first.node),
    guardedBy(factsOn(low, object), call, -1),
    guardedBy(factsOn(low, first.node), call, 0),
    guardBasesOf(low, object, call),
    guardBasesOf(low, first.node, call),
  ])
}

function searchFacts(low: JavaScriptLowering, call: number, method: string, object: number, first: number): BranchFacts {
  if (method.startsWith('find')) {
    const { operand, comparison } = comparisonInCallback(low, first)
    return operand < 0 ? NO_FACTS : membershipFacts(factsOn(low, operand), comparison)
  }
  if (method !== 'search') return isConstantCollection(low, object) ? { whenTrue: factsOn(low, first), whenFalse: [] } : NO_FACTS
  return regexTestFacts(factsOn(low, object), regexProof(low, first), call, -1)
}
