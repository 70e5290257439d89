import type { CallSite } from '../../../model/language.ts'
import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { storeField, addValue } from '../../lowering/values.ts'
import { readVariable, writeVariable } from '../../lowering/variables.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { kindOf, lowerExpression, lowerStatement } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { lowerClass } from './lower-class.ts'
import { lowerFunctionValue, lowerNamedFunction } from './lower-functions.ts'

function addImport(low: JavaScriptLowering, node: number, specifier: string, name: string): number {
  const made = addValue(low, OP.imported, node, low.imports.length)
  low.imports.push({ specifier, name, value: made })
  return made
}

function stringOf(low: JavaScriptLowering, node: number): string {
  return node < 0 ? '' : String(low.symbols.constantOf(node) ?? '')
}

export function lowerImport(low: JavaScriptLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const specifier = stringOf(low, childByField(tree, node, field.source))
  const bind = (local: number, name: string, from = specifier): void => {
    if (local < 0) return
    const declaration = low.names.declarationOf[local]
    const made = addImport(low, local, from, name)
    low.valueAt[local] = made
    if (declaration >= 0) writeVariable(low, declaration, made)
  }
  for (const clause of namedChildren(tree, node)) {
    if (kindOf(low, clause) === id.import_require_clause)
      bind(firstNamedChild(tree, clause), '', stringOf(low, childByField(tree, clause, field.source)))
    if (kindOf(low, clause) !== id.import_clause) continue
    for (const part of namedChildren(tree, clause)) {
      const kind = kindOf(low, part)
      if (kind === id.identifier) bind(part, 'default')
      else if (kind === id.namespace_import) bind(firstNamedChild(tree, part), '')
      else if (kind === id.named_imports) {
        for (const each of namedChildren(tree, part)) {
          const name = childByField(tree, each, field.name)
          const alias = childByField(tree, each, field.alias)
          if (name >= 0) bind(alias < 0 ? name : alias, nameOf(low, name))
        }
      }
    }
  }
}

function nameOf(low: JavaScriptLowering, node: number): string {
  return kindOf(low, node) === low.kinds.id.string ? stringOf(low, node) : nodeText(low.tree, low.text, node)
}

export function lowerExport(low: JavaScriptLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const source = childByField(tree, node, field.source)
  const from = source < 0 ? undefined : stringOf(low, source)
  const declaration = childByField(tree, node, field.declaration)
  const isDefault = /^export\s+default\b/.test(low.text.slice(tree.start[node], tree.start[node] + 40).replace(/^(?:@.*\n)*/, ''))
  if (declaration >= 0) {
    exportDeclaration(low, declaration, isDefault)
    return
  }
  const head = low.text.slice(tree.start[node], tree.start[node] + 40)
  if (/^export\s*=/.test(head)) {
    low.exports.push({ name: '', value: lowerExpression(low, firstNamedChild(tree, node)) })
    return
  }
  const given = childByField(tree, node, field.value)
  if (given >= 0) {
    low.exports.push({ name: 'default', value: lowerExpression(low, given) })
    return
  }
  let listed = false
  for (const child of namedChildren(tree, node)) {
    if (kindOf(low, child) === id.export_clause) {
      listed = true
      for (const each of namedChildren(tree, child)) exportSpecifier(low, each, from)
    } else if (kindOf(low, child) === id.namespace_export && from !== undefined) {
      listed = true
      const name = firstNamedChild(tree, child)
      if (name >= 0) low.exports.push({ name: nameOf(low, name), value: addImport(low, child, from, '') })
    }
  }
  if (!listed && from !== undefined) low.exports.push({ name: '*', value: -1, from, imported: '*' })
}

function exportSpecifier(low: JavaScriptLowering, node: number, from: string | undefined): void {
  const { tree, kinds } = low
  const name = childByField(tree, node, kinds.field.name)
  const alias = childByField(tree, node, kinds.field.alias)
  if (name < 0) return
  const outside = nameOf(low, alias < 0 ? name : alias)
  if (from !== undefined) low.exports.push({ name: outside, value: -1, from, imported: nameOf(low, name) })
  else low.exportedNames.push({ name: outside, node: name })
}

function exportDeclaration(low: JavaScriptLowering, declaration: number, isDefault: boolean): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const kind = kindOf(low, declaration)
  if (kind === id.class_declaration || kind === id.abstract_class_declaration) lowerClass(low, declaration)
  else if (kind === id.function_declaration || kind === id.generator_function_declaration) lowerNamedFunction(low, declaration)
  else lowerStatement(low, declaration)
  if (kind === id.lexical_declaration || kind === id.variable_declaration) {
    for (const declarator of namedChildren(tree, declaration)) {
      const target = childByField(tree, declarator, field.name)
      if (target < 0) continue
      for (let at = target; at < tree.next[target]; at++) {
        const inner = kindOf(low, at)
        if ((inner !== id.identifier && inner !== id.shorthand_property_identifier_pattern) || low.valueAt[at] < 0) continue
        const changes = low.names.assignedByNested.has(at) || low.names.updatedByNested.has(at)
        if (changes) low.exportedNames.push({ name: nodeText(tree, text, at), node: at })
        else low.exports.push({ name: nodeText(tree, text, at), value: low.valueAt[at] })
      }
    }
    return
  }
  const name = childByField(tree, declaration, field.name)
  const made = name >= 0 ? low.valueAt[name] : kind === id.function_declaration ? lowerFunctionValue(low, declaration) : low.valueAt[declaration]
  if (made < 0) return
  if (name >= 0) low.exports.push({ name: isDefault ? 'default' : nodeText(tree, text, name), value: made })
  else if (isDefault) low.exports.push({ name: 'default', value: made })
}

/** A namespace is an object of its exports, merged with functions and classes of the same name. */
export function lowerNamespace(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const body = childByField(tree, node, kinds.field.body)
  const name = childByField(tree, node, kinds.field.name)
  if (body < 0) return addValue(low, OP.unknown, node)
  const outside = low.exports.length
  const named = low.exportedNames.length
  lowerStatement(low, body)
  const declaration = name >= 0 && kindOf(low, name) === kinds.id.identifier ? low.names.declarationOf[name] : -1
  const variable = declaration >= 0 ? declaration : name >= 0 ? low.globalVariable(nodeText(tree, low.text, name)) : -1
  let made = variable < 0 ? addValue(low, OP.unknown, node) : readVariable(low, variable, node)
  for (const { name: key, node: held } of low.exportedNames.splice(named)) made = storeField(low, made, key, lowerExpression(low, held), node)
  for (const each of low.exports.splice(outside)) if (each.value >= 0) made = storeField(low, made, each.name, each.value, node)
  if (name >= 0) low.valueAt[name] = made
  if (variable >= 0) writeVariable(low, variable, made)
  return made
}

/** The module of `require('./x')` and `import('./x')`; -1 for other calls. */
export function moduleValue(low: JavaScriptLowering, node: number, site: CallSite): number {
  const { tree, text, kinds } = low
  const callee = nodeText(tree, text, site.callee)
  if (callee !== 'require' && callee !== 'import') return -1
  if (low.names.declarationOf[site.callee] >= 0) return -1
  const first = site.arguments[0]
  if (first === undefined || kindOf(low, first.node) !== kinds.id.string) return -1
  const made = addImport(low, node, stringOf(low, first.node), '')
  if (callee === 'require') return made
  // A dynamic import is also a call, so that rules can match `import(…)`.
  lowerCall(low, {
    node,
    callee: addValue(low, OP.unknown, node),
    receiver: -1,
    name: 'import',
    spelledName: 'import',
    arguments: [],
    isConstruct: false,
    isTaggedTemplate: false,
  })
  return made
}
