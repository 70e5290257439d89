import type { CodeSyntax } from '../../../model/language.ts'
import { type LoweredFile, OP } from '../../../model/program.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import { createLowerWith } from '../../lowering/create-lower.ts'
import { createLowering, type FileToLower, finishLowering } from '../../lowering/create-lowering.ts'
import { isUpdatedHere } from '../../lowering/updated-place.ts'
import { lowerModule } from '../../lowering/lower-function.ts'
import { mapNames } from '../../lowering/map-names.ts'
import { storeField, addValue } from '../../lowering/values.ts'
import { writeVariable } from '../../lowering/variables.ts'
import type { NodeKinds } from '../node-kinds.ts'
import { isFieldFunction } from './field-function.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { USES_REQUEST_SCHEMAS } from './request-schema.ts'
import { declaredTypes, lowerInterface, lowerIntersection, lowerObjectType } from './lower-interface.ts'
import { bindLanguage } from './javascript-language.ts'
import { lowerStatements } from './lower-statement.ts'

/** Lowers a JavaScript or TypeScript file. */
export function createLower(kinds: NodeKinds, syntaxOf: () => CodeSyntax): NonNullable<CodeSyntax['lower']> {
  return createLowerWith({ kinds, language: bindLanguage(kinds) }, lowerFile, syntaxOf)
}

function lowerFile({ kinds, language }: Pick<JavaScriptLowering, 'kinds' | 'language'>, input: FileToLower): LoweredFile {
  const { tree, text, symbols } = input
  const { id, table, field } = kinds
  const isFunctionKind = new Uint8Array(256)
  for (const kind of [
    id.function_declaration,
    id.generator_function_declaration,
    id.function_expression,
    id.generator_function,
    id.arrow_function,
    id.method_definition,
    id.class_static_block,
    id.field_definition,
    id.public_field_definition,
  ])
    isFunctionKind[kind] = 1
  const isFunction = (node: number): boolean => isFunctionKind[table[tree.type[node]]] === 1
  const names = mapNames({
    tree,
    symbols,
    isFunction,
    isName: (node) => {
      const kind = table[tree.type[node]]
      return (
        kind === id.identifier ||
        kind === id.shorthand_property_identifier ||
        kind === id.shorthand_property_identifier_pattern ||
        kind === id.type_identifier
      )
    },
    isAssigned: (node) => {
      const parent = tree.parent[node]
      const kind = table[tree.type[parent]]
      if (kind === id.update_expression) return true
      if (kind === id.assignment_expression || kind === id.augmented_assignment_expression || kind === id.for_in_statement)
        return tree.field[node] === field.left
      return kind === id.array_pattern || kind === id.object_pattern || kind === id.pair_pattern
    },
    isUpdated: (node) => isUpdatedHere({ tree, text, kinds, language }, node),
    isReceiver: (node) => table[tree.type[node]] === id.this,
    hasReceiver: (node) => table[tree.type[node]] !== id.arrow_function || isFieldFunction(tree, text, kinds, node),
    outerName: (node) => {
      const kind = table[tree.type[node]]
      return kind === id.function_declaration || kind === id.generator_function_declaration ? childByField(tree, node, field.name) : -1
    },
  })
  const low: JavaScriptLowering = {
    ...createLowering(input, names),
    kinds,
    language,
    usesArguments: /\barguments\b/.test(text),
    argumentsOf: new Map(),
    usesRequestSchemas: USES_REQUEST_SCHEMAS.test(text) || input.models.mentionsRequestChecks(text),
    importsSchemas: input.models.mentionsSchemaLibrary(text),
    callsByArgument: new Map(),
    exportedNames: [],
    moduleObjects: new Map(),
    declaredTypes: declaredTypes({ tree, text, kinds }),
    visit: {
      type: lowerInterface,
      objectType: (lowering, node) =>
        kindOf(lowering, node) === id.object_type ? lowerObjectType(lowering, node) : lowerIntersection(lowering, node),
    },
  }
  lowerModule(low, () => {
    if (EXPORTS.test(text)) beginExports(low)
    lowerStatements(low, 0)
    low.frame.dead = false
    for (const name of ['exports', 'module']) low.moduleObjects.set(name, low.frame.table.read(low.globalVariable(name)) ?? -1)
    for (const { name, node } of low.exportedNames) low.exports.push({ name, value: exportedType(low, node) ?? lowerExpression(low, node) })
  })
  return finishLowering(low)
}

/** `export type { Deps }` */
function exportedType(low: JavaScriptLowering, node: number): number | undefined {
  const declared = low.names.declarationOf[node] < 0 ? low.declaredTypes.get(nodeText(low.tree, low.text, node)) : undefined
  const made = declared === undefined ? -1 : lowerInterface(low, declared)
  return made < 0 ? undefined : made
}

const EXPORTS = /\bexports\b/

/** `exports` and `module.exports` exist before the module runs. */
function beginExports(low: JavaScriptLowering): void {
  const held = addValue(low, OP.unknown, 0)
  writeVariable(low, low.globalVariable('exports'), held)
  writeVariable(low, low.globalVariable('module'), storeField(low, addValue(low, OP.unknown, 0), 'exports', held, 0))
}
