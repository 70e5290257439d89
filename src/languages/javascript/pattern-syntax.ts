import type { PatternSyntax } from '../../model/language.ts'
import type { GrammarNames } from '../../model/tree.ts'
import { tokenIdSet, typeIdSet } from '../symbols/node-table.ts'

/** An attribute of JSX, by how everybody writes it: without white space around the sign. */
const ATTRIBUTE = /^[\wǀ:-]+=["'{]/
/** Statements, whose keywords the grammars take for names where an expression stands; and attributes. */
const NO_EXPRESSION = /^(?:return|throw|break|continue|debugger|if|for|while|do|switch|try|with)\b(?!\s*:)|^[\wǀ:-]+=["'{]/

/** How patterns of JavaScript, TypeScript and JSX are parsed and compared. */
export function bindPatternSyntax(names: GrammarNames): PatternSyntax {
  return {
    contexts: [
      { before: '<_ ', after: '/>', path: ['program', 'expression_statement', 'jsx_self_closing_element'], when: ATTRIBUTE },
      { before: '(', after: ')', path: ['program', 'expression_statement', 'parenthesized_expression'], unless: NO_EXPRESSION },
      { before: '', after: '', path: ['program'], unless: ATTRIBUTE },
      { before: 'async function* _(){', after: '}', path: ['program', 'generator_function_declaration', 'statement_block'], unless: ATTRIBUTE },
      { before: '({', after: '})', path: ['program', 'expression_statement', 'parenthesized_expression', 'object'], unless: NO_EXPRESSION },
      { before: 'class _ {', after: '}', path: ['program', 'class_declaration', 'class_body'], unless: NO_EXPRESSION },
    ],
    ignoredTypes: new Set([...tokenIdSet(names, [';', ',', '"', "'", '?.', '.', '(', ')', '/>', '>']), ...typeIdSet(names, ['optional_chain'])]),
    unlikelyTypes: typeIdSet(names, ['labeled_statement', 'type_annotation']),
    optionalTypes: new Set([
      ...typeIdSet(names, [
        'type_annotation',
        'type_arguments',
        'type_parameters',
        'accessibility_modifier',
        'override_modifier',
        'decorator',
        'else_clause',
        'finally_clause',
        'asserts_annotation',
        'type_predicate_annotation',
      ]),
      ...tokenIdSet(names, ['async', 'static', 'readonly', 'declare', 'abstract', '!']),
    ]),
    unorderedChildTypes: new Set(),
    unorderedTypes: typeIdSet(names, ['object', 'object_pattern', 'jsx_opening_element', 'jsx_self_closing_element', 'named_imports']),
    opaqueTypes: typeIdSet(names, ['variable_declarator', 'import_clause']),
    omittableTypes: typeIdSet(names, ['arguments']),
    parameterListTypes: typeIdSet(names, ['formal_parameters']),
    parenthesesTypes: typeIdSet(names, ['parenthesized_expression']),
    templateTypes: typeIdSet(names, ['template_string']),
    templateStart: /^`/,
    interpolationTypes: typeIdSet(names, ['template_substitution']),
    pairTypes: typeIdSet(names, ['pair']),
    shorthandTypes: typeIdSet(names, ['shorthand_property_identifier']),
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
    nameTypes: typeIdSet(names, [
      'identifier',
      'shorthand_property_identifier',
      'member_expression',
      'subscript_expression',
      'nested_type_identifier',
    ]),
    blockTypes: typeIdSet(names, ['program', 'statement_block', 'switch_case', 'switch_default', 'class_body']),
    expressionStatementTypes: typeIdSet(names, ['expression_statement']),
    nameableTypes: typeIdSet(names, ['function_expression', 'generator_function']),
    equivalents: [
      { pattern: 'assignment_expression', target: 'variable_declarator', fields: { left: 'name', right: 'value' } },
      { pattern: 'assignment_expression', target: 'field_definition', fields: { left: 'property', right: 'value' } },
      { pattern: 'assignment_expression', target: 'public_field_definition', fields: { left: 'name', right: 'value' } },
      { pattern: 'function_declaration', target: 'generator_function_declaration', fields: {} },
      { pattern: 'function_expression', target: 'function_declaration', fields: {} },
      { pattern: 'generator_function', target: 'generator_function_declaration', fields: {} },
      { pattern: 'member_expression', target: 'subscript_expression', fields: { object: 'object', property: 'index' }, spelled: 'property' },
      { pattern: 'subscript_expression', target: 'member_expression', fields: { object: 'object', index: 'property' }, spelled: 'index' },
      { pattern: 'class', target: 'class_declaration', fields: {} },
      { pattern: 'class', target: 'abstract_class_declaration', fields: {} },
      { pattern: 'class_declaration', target: 'abstract_class_declaration', fields: {} },
      { pattern: 'class_declaration', target: 'class', fields: {} },
      { pattern: 'jsx_self_closing_element', target: 'jsx_opening_element', fields: {} },
    ],
  }
}
