import type { PatternSyntax } from '../../model/language.ts'
import type { GrammarNames } from '../../model/tree.ts'
import { tokenIdSet, typeIdSet } from '../symbols/node-table.ts'

/** How patterns of JavaScript, TypeScript and JSX are parsed and compared. */
export function bindPatternSyntax(names: GrammarNames): PatternSyntax {
  return {
    contexts: [
      { before: '(', after: ')', path: ['program', 'expression_statement', 'parenthesized_expression'] },
      { before: '', after: '', path: ['program'] },
      { before: 'async function* _(){', after: '}', path: ['program', 'generator_function_declaration', 'statement_block'] },
      { before: '({', after: '})', path: ['program', 'expression_statement', 'parenthesized_expression', 'object'] },
      { before: 'class _ {', after: '}', path: ['program', 'class_declaration', 'class_body'] },
      { before: '<_ ', after: '/>', path: ['program', 'expression_statement', 'jsx_self_closing_element'] },
    ],
    ignoredTypes: new Set([...tokenIdSet(names, [';', ',', '"', "'", '?.', '.', '(', ')']), ...typeIdSet(names, ['optional_chain'])]),
    unlikelyTypes: typeIdSet(names, ['labeled_statement', 'type_annotation']),
    optionalTypes: new Set([
      ...typeIdSet(names, ['type_annotation', 'type_arguments', 'type_parameters', 'accessibility_modifier', 'override_modifier', 'decorator', 'else_clause', 'finally_clause', 'asserts_annotation', 'type_predicate_annotation']),
      ...tokenIdSet(names, ['async', 'static', 'readonly', 'declare', 'abstract', '!']),
    ]),
    unorderedChildTypes: new Set(),
    unorderedTypes: typeIdSet(names, ['object', 'object_pattern', 'jsx_opening_element', 'jsx_self_closing_element', 'named_imports']),
    identifierTypes: typeIdSet(names, [
      'identifier',
      'property_identifier',
      'shorthand_property_identifier',
      'shorthand_property_identifier_pattern',
      'type_identifier',
      'private_property_identifier',
      'statement_identifier',
    ]),
    stringTypes: typeIdSet(names, ['string']),
    nameTypes: typeIdSet(names, ['identifier', 'member_expression', 'subscript_expression', 'nested_type_identifier']),
    blockTypes: typeIdSet(names, ['program', 'statement_block', 'switch_case', 'switch_default', 'class_body']),
    expressionStatementTypes: typeIdSet(names, ['expression_statement']),
    equivalents: [
      { pattern: 'assignment_expression', target: 'variable_declarator', fields: { left: 'name', right: 'value' } },
      { pattern: 'assignment_expression', target: 'field_definition', fields: { left: 'property', right: 'value' } },
      { pattern: 'assignment_expression', target: 'public_field_definition', fields: { left: 'name', right: 'value' } },
      { pattern: 'function_declaration', target: 'generator_function_declaration', fields: {} },
      { pattern: 'function_expression', target: 'function_declaration', fields: {} },
    ],
  }
}
