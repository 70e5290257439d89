import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { rootDeclaration } from '../../lowering/element-comparison.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** List methods that find an element by a predicate. */
export const FIND_METHODS: ReadonlySet<string> = new Set(['some', 'find', 'findLast'])

/** Whether a loop assigns each element to the variable. */
export function isLoopVariable({ tree, kinds }: JavaScriptLowering, declaration: number): boolean {
  const loop = tree.parent[declaration]
  return kinds.table[tree.type[loop]] === kinds.id.for_in_statement && childByField(tree, loop, kinds.field.left) === declaration
}

/** `(each) => each.name === x && …`: the nodes of `x` and of the comparison; -1 for other functions. */
export function comparisonInCallback(low: JavaScriptLowering, node: number): { readonly operand: number; readonly comparison: number } {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const made = low.syntax.unwrap(tree, node)
  if (kindOf(low, made) !== id.arrow_function && kindOf(low, made) !== id.function_expression) return NO_COMPARISON
  const operatorOf = (each: number): string =>
    each >= 0 && kindOf(low, each) === id.binary_expression ? nodeText(tree, text, childByField(tree, each, field.operator)) : ''
  let body = returnedExpression(low, childByField(tree, made, field.body))
  while (operatorOf(body) === '&&') body = low.syntax.unwrap(tree, childByField(tree, body, field.left))
  if (!/^===?$/.test(operatorOf(body))) return NO_COMPARISON
  const left = childByField(tree, body, field.left)
  const right = childByField(tree, body, field.right)
  const isParameter = (side: number): boolean => {
    const declaration = rootDeclaration(low, side)
    return declaration >= 0 && low.names.functionOf[declaration] === made
  }
  if (isParameter(left) === isParameter(right)) return NO_COMPARISON
  return { operand: isParameter(left) ? right : left, comparison: body }
}

/** The returned expression of a function that only returns. */
function returnedExpression(low: JavaScriptLowering, body: number): number {
  const { tree } = low
  const { id } = low.kinds
  const inner = low.syntax.unwrap(tree, body)
  if (inner < 0 || kindOf(low, inner) !== id.statement_block) return inner
  const [only = -1, ...others] = namedChildren(tree, inner)
  if (others.length > 0 || only < 0 || kindOf(low, only) !== id.return_statement) return -1
  return low.syntax.unwrap(tree, firstNamedChild(tree, only))
}

const NO_COMPARISON = { operand: -1, comparison: -1 }
