import { childByField } from '../../model/tree-access.ts'
import { lowerLoop } from './control-flow.ts'
import { NO_FACTS } from './guard-facts.ts'
import type { TableLowering } from './language.ts'
import { guardsOfEveryIteration } from './loop-guards.ts'
import { readCondition } from './read-condition.ts'
import { refine } from './refine.ts'
import { assignTo, kindOf, lowerExpression, lowerStatement } from './visit-nodes.ts'

/** Lowers `while`, and `do` with `isLate`. After a loop that exits only through its condition, the condition is false: `while (!ALLOWED.includes(x)) x = ask()`. */
export function lowerWhile<L extends TableLowering<L>>(low: L, node: number, isLate = false): void {
  const { tree, kinds, language } = low
  const { field } = kinds
  const condition = childByField(tree, node, field.condition)
  const body = (): void => lowerStatement(low, childByField(tree, node, field.body))
  const isEndless = language.knownTruth(low, condition) === true
  let known = NO_FACTS
  const round = (): void => {
    if (isLate) body()
    known = readCondition(low, condition)
    if (isLate) return
    refine(low, known.whenTrue)
    body()
  }
  const label = language.labelOf?.(low, node)
  const { exitsByCondition } = lowerLoop(low, node, label, round, isEndless ? 'always' : isLate ? 'once' : 'any', otherwiseOf(low, node))
  if (exitsByCondition && !isEndless) refine(low, known.whenFalse)
}

/** Lowers a loop over the elements or keys of a value. */
export function lowerForEach<L extends TableLowering<L>>(low: L, node: number): void {
  const { tree, kinds, language } = low
  const { field, id } = kinds
  const right = childByField(tree, node, field.right)
  const left = childByField(tree, node, field.left)
  const given = lowerExpression(low, right)
  let element = -1
  const round = (): void => {
    // Updates of an element are visible through the name of the collection.
    element = language.loopElement(low, node, right, kindOf(low, right) === id.identifier ? language.lowerName(low, right) : given)
    assignTo(low, left, element)
    lowerStatement(low, childByField(tree, node, field.body))
  }
  const { exitsByCondition, backEdges } = lowerLoop(low, node, language.labelOf?.(low, node), round, 'any', otherwiseOf(low, node))
  const variable = exitsByCondition && kindOf(low, left) === id.identifier ? low.names.declarationOf[left] : -1
  const guards = variable < 0 ? [] : guardsOfEveryIteration(low, backEdges, variable, element)
  if (guards.length > 0) language.guardElements(low, { loop: node, node: right, guards, backEdges })
}

/** The `else` clause of a loop. */
function otherwiseOf<L extends TableLowering<L>>(low: L, node: number): (() => void) | undefined {
  const clause = childByField(low.tree, node, low.kinds.field.alternative)
  return clause < 0 ? undefined : () => lowerStatement(low, clause)
}
