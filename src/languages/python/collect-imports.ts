import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { Collector } from './collector.ts'
import { declareName } from './declare-name.ts'

/** Declares the names of `import a.b, c as d`. */
export function collectImport(collector: Collector, node: number): void {
  const { kinds, tree } = collector
  const { id, field, table } = kinds
  for (const part of namedChildren(tree, node)) {
    if (table[tree.type[part]] === id.aliased_import) {
      const alias = childByField(tree, part, field.alias)
      const name = childByField(tree, part, field.name)
      if (alias >= 0 && name >= 0)
        declareName(collector, node, alias, { kind: 'import', imported: dotted(collector, name), foreign: true, writes: 1 })
    } else if (table[tree.type[part]] === id.dotted_name) {
      // `import os.path` binds `os`, and so does `import os` beside it.
      const root = firstNamedChild(tree, part)
      if (root >= 0) declareName(collector, node, root, { kind: 'import', imported: dotted(collector, root), foreign: true, writes: 0 })
    }
  }
}

/** Declares the names of `from a import b as c`. What comes from a module of the project itself keeps the name it is imported by. */
export function collectImportFrom(collector: Collector, node: number): void {
  const { kinds, tree, starred } = collector
  const { id, field, table } = kinds
  const moduleNode = childByField(tree, node, field.module_name)
  if (moduleNode < 0) return
  const relative = table[tree.type[moduleNode]] === id.relative_import
  const module = relative ? '' : dotted(collector, moduleNode)
  for (const part of namedChildren(tree, node)) {
    if (part === moduleNode) continue
    if (table[tree.type[part]] === id.wildcard_import) starred.push(module)
    const aliased = table[tree.type[part]] === id.aliased_import
    const name = aliased ? childByField(tree, part, field.name) : part
    const local = aliased ? childByField(tree, part, field.alias) : firstNamedChild(tree, part)
    if (name < 0 || local < 0 || table[tree.type[name]] !== id.dotted_name) continue
    const member = dotted(collector, name)
    declareName(collector, node, local, {
      kind: 'import',
      imported: module === '' || module === 'builtins' ? member : `${module}.${member}`,
      foreign: !relative,
      writes: 1,
    })
  }
}

/** White space may stand around the dots. */
function dotted({ tree, text }: Collector, node: number): string {
  return nodeText(tree, text, node).replace(/\s+|\\\n/g, '')
}
