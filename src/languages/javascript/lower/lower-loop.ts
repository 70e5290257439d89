import { SYNTHETIC_KEY } from '../../../model/program.ts'
import { readCondition } from '../../lowering/read-condition.ts'
import { childByField, firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { lowerBranches, lowerLoop } from '../../lowering/control-flow.ts'
import { operatorOf } from '../../lowering/lower-expression.ts'
import { lowerWhile } from '../../lowering/lower-loop.ts'
import { load } from '../../lowering/values.ts'
import { refine } from '../../lowering/refine.ts'
import { kindOf, lowerExpression, lowerStatement } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

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

export function lowerDo(low: JavaScriptLowering, node: number): void {
  lowerWhile(low, node, true)
}

/** Whether the loop iterates keys: `for (const key in object)`. */
export function iteratesKeys(low: JavaScriptLowering, loop: number): boolean {
  return operatorOf(low, loop) === 'in'
}

export function loopElement(low: JavaScriptLowering, loop: number, _right: number, over: number): number {
  return load(low, over, iteratesKeys(low, loop) ? SYNTHETIC_KEY.keys : undefined, loop)
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
