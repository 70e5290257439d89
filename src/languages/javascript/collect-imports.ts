import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import { createBinding } from '../symbols/binding.ts'
import { propertyKey } from './call-sites.ts'
import type { Collector } from './collector.ts'
import { isOwnModule, moduleMember, moduleName } from './module-name.ts'
import { stringValue } from './string-value.ts'

/** Declares the names of `import … from` and `import x = require(…)`. */
export function collectImport(collector: Collector, node: number): void {
  const { kinds, tree, text } = collector
  const { id, field, table } = kinds
  const source = childByField(tree, node, field.source)
  const module = source < 0 ? undefined : stringValue(kinds, tree, text, source)
  for (const clause of namedChildren(tree, node)) {
    const kind = table[tree.type[clause]]
    if (kind === id.import_require_clause) {
      const path = childByField(tree, clause, field.source)
      const name = firstNamedChild(tree, clause)
      if (path >= 0 && name >= 0) declareImport(collector, name, stringValue(kinds, tree, text, path), undefined)
    } else if (kind === id.import_clause && module !== undefined) collectImportClause(collector, clause, module)
  }
}

function collectImportClause(collector: Collector, clause: number, module: string): void {
  const { kinds, tree, text } = collector
  const { id, field, table } = kinds
  for (const part of namedChildren(tree, clause)) {
    const kind = table[tree.type[part]]
    if (kind === id.identifier) declareImport(collector, part, module, undefined)
    else if (kind === id.namespace_import) declareImport(collector, firstNamedChild(tree, part), module, undefined)
    else if (kind === id.named_imports) {
      for (const specifier of namedChildren(tree, part)) {
        const name = childByField(tree, specifier, field.name)
        const alias = childByField(tree, specifier, field.alias)
        if (name >= 0) declareImport(collector, alias < 0 ? name : alias, module, propertyKey(kinds, tree, text, name))
      }
    }
  }
}

function declareImport({ tree, text, scopes, isNull }: Collector, local: number, module: string, member: string | undefined): void {
  if (local < 0) return
  const name = nodeText(tree, text, local)
  scopes.declare(
    0,
    name,
    createBinding(
      { kind: 'import', node: local, imported: moduleMember(module, member) ?? moduleName(module, name), foreign: !isOwnModule(module), writes: 1 },
      isNull,
    ),
  )
}
