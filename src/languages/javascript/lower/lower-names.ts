import { OP } from '../../../model/program.ts'
import { nodeText } from '../../../model/tree-access.ts'
import { addNary, addValue } from '../../lowering/values.ts'
import { readVariable } from '../../lowering/variables.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Imprecise lowering: all names in the code flow to the result. */
export function lowerCoarsely(low: JavaScriptLowering, node: number): number {
  const { tree } = low
  const found = new Set<number>()
  for (let at = node; at < tree.next[node]; at++) {
    if (kindOf(low, at) === low.kinds.id.identifier) found.add(lowerName(low, at))
  }
  return addNary(low, OP.mix, node, [...found])
}

/** The value of a name at this place. */
export function lowerName(low: JavaScriptLowering, node: number): number {
  const { names } = low
  const declaration = names.declarationOf[node]
  if (declaration >= 0) return readVariable(low, declaration, node)
  const name = nodeText(low.tree, low.text, node)
  if (name === 'undefined') return addValue(low, OP.unknown, node)
  if (name === 'arguments') {
    let home = names.functionOf[node]
    while (home > 0 && kindOf(low, home) === low.kinds.id.arrow_function) home = names.functionOf[home]
    const held = low.argumentsOf.get(home)
    if (held !== undefined && low.names.nodes[low.frame.index] === home) return held
  }
  const shared = low.frame.index === 0 ? undefined : low.moduleObjects.get(name)
  if (shared !== undefined && shared >= 0) return shared
  return readVariable(low, low.globalVariable(name), node)
}
