import { BOUNDS } from '../../model/bounds.ts'
import type { CodeSyntax } from '../../model/language.ts'
import type { GrammarNames } from '../../model/tree.ts'
import { firstNamedChild } from '../../model/tree-access.ts'
import { enclosingOf } from '../symbols/enclosing-of.ts'
import { typeIdSet } from '../symbols/node-table.ts'
import { readCall, readCallee, readProperties } from './call-sites.ts'
import { bindCollectTable } from './collect-bindings.ts'
import { bindForms } from './expression-forms.ts'
import { readHanded } from './handed-function.ts'
import { createLower } from './lower/lower-file.ts'
import { bindNodeKinds } from './node-kinds.ts'
import { bindOutlineSyntax } from './outline-syntax.ts'
import { bindPatternSyntax } from './pattern-syntax.ts'
import { resolveSymbols } from './resolve-symbols.ts'
import { REGEX_SYNTAX } from './regex-syntax.ts'

const STATEMENTS = [
  'expression_statement',
  'return_statement',
  'raise_statement',
  'assert_statement',
  'import_statement',
  'import_from_statement',
  'delete_statement',
  'decorator',
  'keyword_argument',
  'if_statement',
  'for_statement',
  'while_statement',
  'with_statement',
]

const MAX_WRAPPERS = BOUNDS.wrapperDepth.value

/** All that matching must know of Python. */
export function bindSyntax(names: GrammarNames): CodeSyntax {
  const kinds = bindNodeKinds(names)
  const commentTypes = typeIdSet(names, ['comment'])
  const statements = typeIdSet(names, STATEMENTS)
  const tables = { kinds, commentTypes, collect: bindCollectTable(kinds), forms: bindForms(kinds) }
  const wrappers = typeIdSet(names, ['parenthesized_expression', 'await'])
  const splats = typeIdSet(names, ['list_splat'])
  const holders = typeIdSet(names, ['call', 'attribute', 'subscript'])
  const syntax: CodeSyntax = {
    names,
    commentTypes,
    callTypes: typeIdSet(names, ['call']),
    calleeAt: (tree, text, node) => readCallee(kinds, commentTypes, tree, text, node),
    callAt: (tree, text, node) => readCall(kinds, commentTypes, tree, text, node),
    handedAt: (tree, text, node) => readHanded(kinds, commentTypes, tree, text, node),
    propertiesAt: (tree, text, node) => readProperties(kinds, tree, text, node),
    unwrap: (tree, node) => {
      let at = node
      // Of `[*f(x)]` the grammar makes a call of `*f`.
      const isWrapper = (): boolean => wrappers.has(tree.type[at]) || (splats.has(tree.type[at]) && holders.has(tree.type[tree.parent[at]]))
      for (let level = 0; level < MAX_WRAPPERS && isWrapper(); level++) {
        const inner = firstNamedChild(tree, at)
        if (inner < 0) return at
        at = inner
      }
      return at
    },
    resolveSymbols: (tree, text) => resolveSymbols(tables, tree, text),
    outline: bindOutlineSyntax(names),
    pattern: bindPatternSyntax(names),
    regexes: REGEX_SYNTAX,
    statementOf: (tree, node) => enclosingOf(tree, node, statements),
    lower: createLower(kinds, () => syntax),
  }
  return syntax
}
