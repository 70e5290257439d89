import type { PatternSyntax } from '../../model/language.ts'
import type { GrammarNames } from '../../model/tree.ts'
import { tokenIdSet, typeIdSet } from '../symbols/node-table.ts'

/** How patterns of Python are parsed and compared. */
export function bindPatternSyntax(names: GrammarNames): PatternSyntax {
  return {
    contexts: [
      { before: '', after: '', path: ['module'] },
      { before: 'async def _():\n ', after: '\n', path: ['module', 'function_definition', 'block'] },
      { before: '_(', after: ')', path: ['module', 'expression_statement', 'call', 'argument_list'] },
      { before: '', after: '\ndef _(): pass\n', path: ['module', 'decorated_definition'] },
    ],
    ignoredTypes: new Set([...tokenIdSet(names, [',', ';', '.', '(', ')', ':']), ...typeIdSet(names, ['string_start', 'string_end'])]),
    unlikelyTypes: typeIdSet(names, []),
    optionalTypes: new Set([
      ...typeIdSet(names, ['type', 'type_parameter', 'else_clause', 'elif_clause', 'finally_clause']),
      ...tokenIdSet(names, ['async', '->']),
    ]),
    unorderedChildTypes: typeIdSet(names, ['keyword_argument', 'dictionary_splat']),
    unorderedTypes: typeIdSet(names, ['dictionary', 'set']),
    opaqueTypes: typeIdSet(names, []),
    omittableTypes: typeIdSet(names, ['argument_list']),
    parameterListTypes: typeIdSet(names, []),
    parenthesesTypes: typeIdSet(names, ['parenthesized_expression']),
    templateTypes: typeIdSet(names, ['string']),
    templateStart: /^[rR]?[fFtT]/,
    interpolationTypes: typeIdSet(names, ['interpolation']),
    pairTypes: typeIdSet(names, []),
    shorthandTypes: typeIdSet(names, []),
    identifierTypes: typeIdSet(names, ['identifier']),
    stringTypes: typeIdSet(names, ['string', 'concatenated_string']),
    nameTypes: typeIdSet(names, ['identifier', 'attribute', 'subscript', 'dotted_name']),
    blockTypes: typeIdSet(names, ['module', 'block']),
    expressionStatementTypes: typeIdSet(names, ['expression_statement']),
    nameableTypes: new Set(),
    equivalents: [{ pattern: 'assignment', target: 'named_expression', fields: { left: 'name', right: 'value' } }],
  }
}
