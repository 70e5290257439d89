import { namedChildren, nodeText } from '../../../model/tree-access.ts'
import { storeField } from '../../lowering/values.ts'
import { readVariable, writeBack } from '../../lowering/variables.ts'
import { receiverVariable } from '../../lowering/variable-ids.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Whether a class is an error, by the name of its superclass. */
export function isErrorClass({ tree, text, kinds }: JavaScriptLowering, classNode: number): boolean {
  const heritage = namedChildren(tree, classNode).find((child) => kinds.table[tree.type[child]] === kinds.id.class_heritage)
  return heritage !== undefined && /(?:Error|Exception)\b/.test(nodeText(tree, text, heritage))
}

/** Stores the constructor argument of an error in its `message`. */
export function storeErrorMessage(low: JavaScriptLowering, node: number, functionNode: number, message: number): void {
  const self = readVariable(low, receiverVariable(functionNode), node)
  writeBack(low, self, storeField(low, self, 'message', message, node), node)
}

/** The same for `super(…)` in a constructor. */
export function storeSuperMessage(low: JavaScriptLowering, node: number, message: number): void {
  const { tree, kinds, names } = low
  const home = names.functionOf[node]
  if (kindOf(low, home) !== kinds.id.method_definition) return
  const body = tree.parent[home]
  if (body > 0 && isErrorClass(low, tree.parent[body])) storeErrorMessage(low, node, home, message)
}
