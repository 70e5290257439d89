import type { CodeSyntax } from '../../model/language.ts'
import type { GrammarNames } from '../../model/tree.ts'
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
import { innerOf } from './inner-of.ts'
import { REGEX_SYNTAX } from './regex-syntax.ts'

const STATEMENTS = [
  'expression_statement',
  'variable_declaration',
  'lexical_declaration',
  'return_statement',
  'throw_statement',
  'import_statement',
  'export_statement',
  'field_definition',
  'public_field_definition',
  'pair',
  'jsx_attribute',
  'if_statement',
  'for_statement',
  'for_in_statement',
  'while_statement',
]

/** All that matching must know of JavaScript, TypeScript and JSX. */
export function bindSyntax(names: GrammarNames): CodeSyntax {
  const kinds = bindNodeKinds(names)
  const commentTypes = typeIdSet(names, ['comment', 'html_comment', 'hash_bang_line'])
  const callTypes = typeIdSet(names, ['call_expression', 'new_expression'])
  const statements = typeIdSet(names, STATEMENTS)
  const tables = { kinds, commentTypes, collect: bindCollectTable(kinds), forms: bindForms(kinds) }
  const syntax: CodeSyntax = {
    names,
    commentTypes,
    callTypes,
    calleeAt: (tree, _text, node) => readCallee(kinds, tree, node),
    callAt: (tree, _text, node) => readCall(kinds, commentTypes, tree, node),
    handedAt: (tree, text, node) => readHanded(kinds, commentTypes, tree, text, node),
    propertiesAt: (tree, text, node) => readProperties(kinds, tree, text, node),
    unwrap: (tree, node) => innerOf(kinds, tree, node),
    resolveSymbols: (tree, text) => resolveSymbols(tables, tree, text),
    outline: bindOutlineSyntax(names),
    pattern: bindPatternSyntax(names),
    regexes: REGEX_SYNTAX,
    statementOf: (tree, node) => enclosingOf(tree, node, statements),
    lower: createLower(kinds, () => syntax),
  }
  return syntax
}
