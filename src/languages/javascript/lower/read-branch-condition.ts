import type { ParameterTerm, BranchCondition } from '../../../model/program-branch.ts'
import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { parameterTerm, propertyTerm, isTruthy, equalsAny, negateCondition, UNKNOWN_CONDITION } from '../../lowering/branch-conditions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** The path condition of a comparison or property. */
export function otherCondition(low: JavaScriptLowering, node: number): BranchCondition {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const kind = kindOf(low, node)
  if (kind === id.member_expression) return isTruthy(parameterTermAt(low, node))
  if (kind !== id.binary_expression) return UNKNOWN_CONDITION
  const operator = nodeText(tree, text, childByField(tree, node, field.operator))
  return comparisonCondition(low, operator, childByField(tree, node, field.left), childByField(tree, node, field.right))
}

/**
 * The condition `mode === 'raw'`. `==` converts types, so it counts for strings only. `null` is excluded, because a missing argument looks the same.
 */
function comparisonCondition(low: JavaScriptLowering, operator: string, left: number, right: number): BranchCondition {
  const isLoose = operator === '==' || operator === '!='
  const constant = right < 0 ? undefined : low.symbols.constantOf(right)
  if (constant === undefined || constant === null || (isLoose ? typeof constant !== 'string' : operator !== '===' && operator !== '!=='))
    return UNKNOWN_CONDITION
  const inner = low.syntax.unwrap(low.tree, left)
  const condition = equalsAny(parameterTermAt(low, inner), [constant])
  return operator.startsWith('!') ? negateCondition(condition) : condition
}

/** The parameter, or property of a parameter, that a name or `options.raw` contains. */
export function parameterTermAt(low: JavaScriptLowering, node: number): ParameterTerm | undefined {
  const { tree, text, names } = low
  const { id, field } = low.kinds
  const inner = low.syntax.unwrap(tree, node)
  const kind = inner < 0 ? 0 : kindOf(low, inner)
  if (kind === id.identifier) return parameterTerm(low, names.declarationOf[inner])
  if (kind !== id.member_expression) return undefined
  const object = low.syntax.unwrap(tree, childByField(tree, inner, field.object))
  if (object < 0 || kindOf(low, object) !== id.identifier) return undefined
  return propertyTerm(low, names.declarationOf[object], nodeText(tree, text, childByField(tree, inner, field.property)))
}

/** Whether the block declares functions after the statement. They can be called before. */
export function declaresFunctionAfter(low: JavaScriptLowering, statement: number): boolean {
  const { id } = low.kinds
  const parent = low.tree.parent[statement]
  return parent < 0 || namedChildren(low.tree, parent).some((each) => each > statement && kindOf(low, each) === id.function_declaration)
}
