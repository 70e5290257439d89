import { kindOf, type PythonLowering } from './python-lowering.ts'

const WITHIN_IMPORTS: ReadonlySet<string> = new Set(['identifier', 'dotted_name', 'aliased_import'])

/** Whether a name stands for something of another module: `from .keys import STORE`. */
export function isTakenOfModule(low: PythonLowering, node: number): boolean {
  const { tree, kinds, names } = low
  let at = names.declarationOf[node]
  while (at >= 0 && WITHIN_IMPORTS.has(tree.names.typeName(tree.type[at]))) at = tree.parent[at]
  return at >= 0 && kindOf(low, at) === kinds.id.import_from_statement
}
