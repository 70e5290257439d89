import type { CodeSyntax } from '../../../model/language.ts'
import type { LoweredFile } from '../../../model/program.ts'
import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { createLowerWith } from '../../lowering/create-lower.ts'
import { createLowering, type FileToLower, finishLowering } from '../../lowering/create-lowering.ts'
import { readVariable } from '../../lowering/variables.ts'
import { isUpdatedHere } from '../../lowering/updated-place.ts'
import { lowerModule } from '../../lowering/lower-function.ts'
import { mapNames } from '../../lowering/map-names.ts'
import type { PythonKinds } from '../node-kinds.ts'
import { lowerChildren } from '../../lowering/visit-nodes.ts'
import { bindLanguage } from './python-language.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Lowers a Python file. */
export function createLower(kinds: PythonKinds, syntaxOf: () => CodeSyntax): NonNullable<CodeSyntax['lower']> {
  return createLowerWith({ kinds, language: bindLanguage(kinds) }, lowerFile, syntaxOf)
}

function lowerFile({ kinds, language }: Pick<PythonLowering, 'kinds' | 'language'>, input: FileToLower): LoweredFile {
  const { tree, text, symbols } = input
  const { id, table, field } = kinds
  const globals = new Set<string>()
  const functionNode = (node: number): number => {
    let at = tree.parent[node]
    while (at > 0 && table[tree.type[at]] !== id.function_definition) at = tree.parent[at]
    return at
  }
  // The symbol table knows that `self` is a receiver, but not where it is declared.
  const receiverOf = (node: number): number => {
    const word = nodeText(tree, text, node)
    if (word !== 'self' && word !== 'cls') return -1
    for (let home = functionNode(node); home > 0; home = functionNode(home)) {
      const list = childByField(tree, home, field.parameters)
      for (const parameter of list < 0 ? [] : namedChildren(tree, list)) if (nodeText(tree, text, parameter) === word) return parameter
    }
    return -1
  }
  for (let node = 0; node < tree.count; node++)
    if (table[tree.type[node]] === id.global_statement)
      for (const name of namedChildren(tree, node)) globals.add(`${functionNode(node)}:${nodeText(tree, text, name)}`)
  const names = mapNames({
    tree,
    symbols,
    isFunction: (node) => {
      const kind = table[tree.type[node]]
      return kind === id.function_definition || kind === id.lambda
    },
    declarationOf: (node) => {
      const declaration = symbols.declarationOf(node)
      return declaration >= 0 ? declaration : receiverOf(node)
    },
    isName: (node) => {
      if (table[tree.type[node]] !== id.identifier) return false
      const parent = tree.parent[node]
      const kind = table[tree.type[parent]]
      return !(kind === id.attribute && tree.field[node] === field.attribute) && !(kind === id.keyword_argument && tree.field[node] === field.name)
    },
    isAssigned: (node) => {
      const parent = tree.parent[node]
      const kind = table[tree.type[parent]]
      if (kind === id.assignment || kind === id.augmented_assignment || kind === id.for_statement) return tree.field[node] === field.left
      return kind === id.pattern_list || kind === id.tuple_pattern
    },
    isUpdated: (node) => isUpdatedHere({ tree, text, kinds, language }, node),
    ...(globals.size === 0 ? {} : { isGlobal: (node, home) => globals.has(`${home}:${nodeText(tree, text, node)}`) }),
    outerName: (node) => childByField(tree, node, field.name),
  })
  const low: PythonLowering = {
    ...createLowering(input, names),
    kinds,
    language,
    receiverClasses: new Map(),
    enumerations: new Set(),
    sanitizedFields: new Map(),
    records: new Map(),
    wildcardImports: [],
    moduleVariables: new Map(),
    dictionaryUses: undefined,
    constrainedOptions: undefined,
    classDepth: 0,
  }
  lowerModule(low, () => {
    lowerChildren(low, 0)
    low.frame.dead = false
    for (const [name, declaration] of low.moduleVariables) low.exports.push({ name, value: readVariable(low, declaration, declaration) })
  })
  return finishLowering(low)
}
