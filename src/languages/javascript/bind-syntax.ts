import type { CodeSyntax } from '../../model/language.ts'
import type { GrammarNames } from '../../model/tree.ts'
import { enclosingOf } from '../symbols/enclosing-of.ts'
import { typeIdSet } from '../symbols/node-table.ts'
import { readCall, readProperties } from './call-sites.ts'
import { readForm } from './expression-forms.ts'
import { bindNodeKinds } from './node-kinds.ts'
import { bindPatternSyntax } from './pattern-syntax.ts'
import { resolveSymbols } from './resolve-symbols.ts'

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
  return {
    names,
    commentTypes,
    callTypes,
    callAt: (tree, _text, node) => readCall(kinds, commentTypes, tree, node),
    propertiesAt: (tree, text, node) => readProperties(kinds, tree, text, node),
    unwrap: (tree, node) => {
      let at = node
      for (let steps = 0; steps < 20; steps++) {
        // The text is not needed to tell a wrapper.
        const form = readForm(kinds, commentTypes, tree, '', at)
        if (form.kind !== 'wrapper' || form.inner < 0 || kinds.table[tree.type[at]] === kinds.id.assignment_expression) return at
        at = form.inner
      }
      return at
    },
    resolveSymbols: (tree, text) => resolveSymbols(kinds, commentTypes, tree, text),
    pattern: bindPatternSyntax(names),
    statementOf: (tree, node) => enclosingOf(tree, node, statements),
  }
}
