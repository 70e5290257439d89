import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { storeField, addValue } from '../../lowering/values.ts'
import { readVariable } from '../../lowering/variables.ts'
import { assignTo, kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

function addImport(low: PythonLowering, node: number, specifier: string, name: string): number {
  const made = addValue(low, OP.imported, node, low.imports.length)
  low.imports.push({ specifier, name, value: made })
  return made
}

/** `import a.b` binds `a` with the property `b`; `import a.b as c` binds the inner module. */
export function lowerImport(low: PythonLowering, node: number): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  for (const part of namedChildren(tree, node)) {
    if (kindOf(low, part) === id.aliased_import) {
      const name = childByField(tree, part, field.name)
      if (name >= 0) assignTo(low, childByField(tree, part, field.alias), addImport(low, part, nodeText(tree, text, name), ''))
    } else if (kindOf(low, part) === id.dotted_name) {
      const names = namedChildren(tree, part)
      const [first = -1] = names
      if (first < 0) continue
      const declaration = low.names.declarationOf[first]
      const words = names.map((name) => nodeText(tree, text, name))
      const known = declaration >= 0 ? low.frame.table.read(declaration) : undefined
      let held = addImport(low, part, words.join('.'), '')
      for (let depth = words.length - 1; depth > 0; depth--) {
        const outer =
          depth === 1 && known !== undefined ? readVariable(low, declaration, part) : addImport(low, part, words.slice(0, depth).join('.'), '')
        held = storeField(low, outer, words[depth], held, part)
      }
      assignTo(low, first, held)
    }
  }
}

export function lowerImportFrom(low: PythonLowering, node: number): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const module = childByField(tree, node, field.module_name)
  if (module < 0) return
  const specifier = nodeText(tree, text, module).replace(/\s/g, '')
  for (const part of namedChildren(tree, node)) {
    if (part === module) continue
    const kind = kindOf(low, part)
    if (kind === id.wildcard_import) {
      low.wildcardImports.push(specifier)
      if (low.frame.index === 0) low.exports.push({ name: '*', value: -1, from: specifier, imported: '*' })
      continue
    }
    const name = kind === id.aliased_import ? childByField(tree, part, field.name) : part
    const local = kind === id.aliased_import ? childByField(tree, part, field.alias) : firstNamedChild(tree, part)
    if (name >= 0 && local >= 0) assignTo(low, local, addImport(low, part, specifier, nodeText(tree, text, name)))
  }
}
