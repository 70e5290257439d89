import { SYNTHETIC_KEY } from '../../../model/program.ts'
import { childByField, firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { lowerBranches, lowerLoop } from '../../lowering/control-flow.ts'
import { load } from '../../lowering/values.ts'
import { NO_FACTS } from '../../lowering/guard-facts.ts'
import { refine } from '../../lowering/refine.ts'
import { kindOf, lowerExpression, lowerStatement } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { lowerName } from './lower-names.ts'
import { assignTo } from './lower-pattern.ts'
import { readCondition } from './read-condition.ts'
import { guardsOfEveryIteration } from '../../lowering/loop-guards.ts'
import { guardElements } from './element-guards.ts'

export function lowerFor(low: JavaScriptLowering, node: number): void {
  const { tree, kinds } = low
  const { field } = kinds
  lowerStatement(low, childByField(tree, node, field.initializer))
  lowerLoop(low, node, labelOf(low, node), () => {
    const condition = childByField(tree, node, field.condition)
    if (condition >= 0 && kindOf(low, condition) !== 0)
      refine(
        low,
        readCondition(low, kindOf(low, condition) === kinds.id.expression_statement ? firstNamedChild(tree, condition) : condition).whenTrue,
      )
    lowerStatement(low, childByField(tree, node, field.body))
    const increment = childByField(tree, node, field.increment)
    if (increment >= 0) lowerExpression(low, increment)
  })
}

/** After a loop that exits only through its condition, the condition is false: `while (!ALLOWED.includes(x)) x = ask()`. */
export function lowerWhile(low: JavaScriptLowering, node: number): void {
  const { tree, kinds, symbols } = low
  const { id, field } = kinds
  const isLate = kindOf(low, node) === id.do_statement
  const condition = childByField(tree, node, field.condition)
  const body = (): void => lowerStatement(low, childByField(tree, node, field.body))
  const isEndless = condition >= 0 && symbols.constantOf(condition) === true
  let known = NO_FACTS
  const { exitsByCondition } = lowerLoop(
    low,
    node,
    labelOf(low, node),
    () => {
      if (isLate) body()
      known = readCondition(low, condition)
      if (isLate) return
      refine(low, known.whenTrue)
      body()
    },
    isEndless ? 'always' : isLate ? 'once' : 'any',
  )
  if (exitsByCondition && !isEndless) refine(low, known.whenFalse)
}

/** `for…of` iterates elements, `for…in` keys. */
export function lowerForIn(low: JavaScriptLowering, node: number): void {
  const { tree, kinds } = low
  const { field } = kinds
  const right = childByField(tree, node, field.right)
  const given = lowerExpression(low, right)
  const operator = childByField(tree, node, field.operator)
  const iteratesKeys = operator >= 0 && nodeText(tree, low.text, operator) === 'in'
  const left = childByField(tree, node, field.left)
  let element = -1
  const { exitsByCondition, backEdges } = lowerLoop(low, node, labelOf(low, node), () => {
    // Updates of an element are visible through the name of the collection.
    const over = kindOf(low, right) === kinds.id.identifier ? lowerName(low, right) : given
    element = iteratesKeys ? load(low, over, SYNTHETIC_KEY.keys, node) : load(low, over, undefined, node)
    if (left >= 0) assignTo(low, left, element)
    lowerStatement(low, childByField(tree, node, field.body))
  })
  if (!exitsByCondition || left < 0 || kindOf(low, left) !== kinds.id.identifier) return
  const guards = guardsOfEveryIteration(low, backEdges, low.names.declarationOf[left], element)
  if (guards.length > 0) guardElements(low, { node: right, iteratesKeys, guards, backEdges })
}

export function lowerLabelled(low: JavaScriptLowering, node: number): void {
  const { tree, kinds } = low
  const body = childByField(tree, node, kinds.field.body)
  const label = childByField(tree, node, kinds.field.label)
  if (body < 0) return
  const kind = kindOf(low, body)
  const { id } = kinds
  if (
    kind === id.for_statement ||
    kind === id.for_in_statement ||
    kind === id.while_statement ||
    kind === id.do_statement ||
    kind === id.switch_statement
  ) {
    lowerStatement(low, body)
    return
  }
  const target = {
    kind: 'block' as const,
    label: label < 0 ? undefined : nodeText(tree, low.text, label),
    depth: low.frame.table.depth(),
    breaks: [],
    continues: [],
  }
  low.frame.jumpTargets.push(target)
  lowerBranches(low, node, [() => lowerStatement(low, body), () => {}])
  low.frame.jumpTargets.pop()
}

export function labelOf(low: JavaScriptLowering, node: number): string | undefined {
  const parent = low.tree.parent[node]
  if (parent < 0 || kindOf(low, parent) !== low.kinds.id.labeled_statement) return undefined
  const label = childByField(low.tree, parent, low.kinds.field.label)
  return label < 0 ? undefined : nodeText(low.tree, low.text, label)
}
