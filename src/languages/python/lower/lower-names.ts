import { OP } from '../../../model/program.ts'
import { nodeText } from '../../../model/tree-access.ts'
import { phi, addNary, addValue } from '../../lowering/values.ts'
import { readVariable } from '../../lowering/variables.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Imprecise lowering: all names in the code flow to the result. */
export function lowerCoarsely(low: PythonLowering, node: number): number {
  const found = new Set<number>()
  for (let at = node; at < low.tree.next[node]; at++)
    if (kindOf(low, at) === low.kinds.id.identifier && low.names.declarationOf[at] >= 0) found.add(lowerName(low, at))
  return addNary(low, OP.mix, node, [...found])
}

export function lowerName(low: PythonLowering, node: number): number {
  const declaration = low.names.declarationOf[node]
  if (declaration >= 0) return readVariable(low, declaration, node)
  const name = nodeText(low.tree, low.text, node)
  const variable = low.globalVariable(name)
  const known = low.frame.table.read(variable)
  if (known !== undefined) return known
  if (low.wildcardImports.length === 0) return addValue(low, OP.unknown, node)
  const found = low.wildcardImports.map((specifier) => {
    const made = addValue(low, OP.imported, node, low.imports.length)
    low.imports.push({ specifier, name, value: made })
    return made
  })
  return phi(low, node, found)
}
