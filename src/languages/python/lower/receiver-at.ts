import { childByField, firstNamedChild } from '../../../model/tree-access.ts'
import type { PythonLowering } from './python-lowering.ts'

/** The variable of the receiver in the method that contains the node; -1 for none. */
export function receiverAt(low: PythonLowering, node: number): number {
  const home = low.names.functionOf[node]
  const list = home <= 0 ? -1 : childByField(low.tree, home, low.kinds.field.parameters)
  const self = list < 0 ? -1 : firstNamedChild(low.tree, list)
  const declaration = self < 0 ? -1 : low.names.declarationOf[self]
  return declaration >= 0 && low.receiverClasses.has(declaration) ? declaration : -1
}
