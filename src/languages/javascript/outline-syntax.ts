import type { OutlineSyntax } from '../../model/language.ts'
import type { GrammarNames } from '../../model/tree.ts'
import { typeIdSet } from '../symbols/node-table.ts'

const FUNCTIONS = [
  'function_declaration',
  'function_expression',
  'arrow_function',
  'generator_function_declaration',
  'generator_function',
  'method_definition',
]

/** The outline of JavaScript, TypeScript and JSX. */
export function bindOutlineSyntax(names: GrammarNames): OutlineSyntax {
  const types = (...list: readonly string[]): ReadonlySet<number> => typeIdSet(names, list)
  return {
    functionTypes: types(...FUNCTIONS),
    wrapperTypes: types('export_statement', 'decorator', 'arguments', 'call_expression', 'await_expression', 'expression_statement'),
    importTypes: types('import_statement', 'import_require_clause'),
    stringTypes: types('string', 'template_string'),
    interpolationTypes: types('template_substitution'),
    proseTypes: types('jsx_text', 'html_character_reference'),
    regexTypes: types('regex'),
    conditionTypes: types('if_statement', 'ternary_expression', 'switch_statement', 'while_statement'),
    identifierTypes: types(
      'identifier',
      'property_identifier',
      'private_property_identifier',
      'shorthand_property_identifier',
      'shorthand_property_identifier_pattern',
      'type_identifier',
      'statement_identifier',
    ),
    expressionStatementTypes: types('expression_statement'),
  }
}
