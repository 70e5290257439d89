import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

const IMPORT_NODES: ReadonlySet<string> = new Set(['identifier', 'dotted_name', 'aliased_import'])

/** Whether a name is imported: `from .keys import STORE`. */
export function isImported(low: PythonLowering, node: number): boolean {
  const { tree, kinds, names } = low
  let at = names.declarationOf[node]
  while (at >= 0 && IMPORT_NODES.has(tree.names.typeName(tree.type[at]))) at = tree.parent[at]
  return at >= 0 && kindOf(low, at) === kinds.id.import_from_statement
}
