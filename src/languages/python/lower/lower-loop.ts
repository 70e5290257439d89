import { childByField } from '../../../model/tree-access.ts'
import { lowerLoop } from '../../lowering/control-flow.ts'
import { guardsOfEveryIteration } from '../../lowering/loop-guards.ts'
import { NO_FACTS } from '../../lowering/guard-facts.ts'
import { refine } from '../../lowering/refine.ts'
import { guardElements } from './element-guards.ts'
import { knownTruth } from './known-truth.ts'
import { loadLoopElement } from './loop-element.ts'
import { lowerName } from './lower-names.ts'
import { assignTo } from './lower-target.ts'
import { kindOf, lowerExpression, lowerStatement } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { readCondition } from './read-condition.ts'

export function lowerFor(low: PythonLowering, node: number): void {
  const { tree, kinds } = low
  const { field } = kinds
  const right = childByField(tree, node, field.right)
  const given = lowerExpression(low, right)
  const left = childByField(tree, node, field.left)
  let element = -1
  const { exitsByCondition, backEdges } = lowerLoop(
    low,
    node,
    undefined,
    () => {
      // Updates of an element are visible through the name of the collection.
      const over = kindOf(low, right) === kinds.id.identifier ? lowerName(low, right) : given
      element = loadLoopElement(low, right, over, node)
      assignTo(low, left, element)
      lowerStatement(low, childByField(tree, node, field.body))
    },
    'any',
    otherwise(low, childByField(tree, node, field.alternative)),
  )
  const variable = exitsByCondition && kindOf(low, left) === kinds.id.identifier ? low.names.declarationOf[left] : -1
  const checks = variable < 0 ? [] : guardsOfEveryIteration(low, backEdges, variable, element)
  if (checks.length > 0) guardElements(low, right, checks, backEdges)
}

/** After a loop that exits only through its condition, the condition is false: `while x not in ALLOWED: x = ask()`. */
export function lowerWhile(low: PythonLowering, node: number): void {
  const { tree, kinds } = low
  const { field } = kinds
  const condition = childByField(tree, node, field.condition)
  const isEndless = knownTruth(low, condition) === true
  let known = NO_FACTS
  const { exitsByCondition } = lowerLoop(
    low,
    node,
    undefined,
    () => {
      known = readCondition(low, condition)
      refine(low, known.whenTrue)
      lowerStatement(low, childByField(tree, node, field.body))
    },
    isEndless ? 'always' : 'any',
    otherwise(low, childByField(tree, node, field.alternative)),
  )
  if (exitsByCondition && !isEndless) refine(low, known.whenFalse)
}

function otherwise(low: PythonLowering, node: number): (() => void) | undefined {
  return node < 0 ? undefined : () => lowerStatement(low, node)
}
