import type { OutlineSyntax } from '../../model/language.ts'
import type { GrammarNames } from '../../model/tree.ts'
import { typeIdSet } from '../symbols/node-table.ts'

/** The outline of Python. */
export function bindOutlineSyntax(names: GrammarNames): OutlineSyntax {
  const types = (...list: readonly string[]): ReadonlySet<number> => typeIdSet(names, list)
  return {
    functionTypes: types('function_definition'),
    wrapperTypes: types('decorated_definition'),
    importTypes: types('import_statement', 'import_from_statement', 'future_import_statement'),
    stringTypes: types('string'),
    interpolationTypes: types('interpolation'),
    proseTypes: types(),
    regexTypes: types(),
    conditionTypes: types(
      'if_statement',
      'elif_clause',
      'conditional_expression',
      'while_statement',
      'match_statement',
      'assert_statement',
      'if_clause',
    ),
    identifierTypes: types('identifier'),
    expressionStatementTypes: types('expression_statement', 'concatenated_string'),
  }
}
