import type { GrammarNames } from '../../../model/tree.ts'
import { type KindTable, tabulateKinds } from '../../symbols/kind-table.ts'

const TYPES = [
  'identifier', 'shorthand_property_identifier', 'shorthand_property_identifier_pattern', 'type_identifier', 'property_identifier', 'private_property_identifier',
  'this', 'super', 'import', 'string', 'template_string', 'template_substitution', 'number', 'true', 'false', 'null', 'undefined', 'regex', 'regex_pattern', 'regex_flags',
  'member_expression', 'subscript_expression', 'call_expression', 'new_expression', 'parenthesized_expression', 'sequence_expression', 'await_expression',
  'yield_expression', 'as_expression', 'satisfies_expression', 'non_null_expression', 'type_assertion', 'instantiation_expression',
  'binary_expression', 'unary_expression', 'ternary_expression', 'assignment_expression', 'augmented_assignment_expression', 'update_expression',
  'array', 'object', 'pair', 'spread_element', 'computed_property_name', 'function_expression', 'generator_function', 'arrow_function', 'class',
  'function_declaration', 'generator_function_declaration', 'class_declaration', 'abstract_class_declaration', 'method_definition', 'class_body', 'class_static_block',
  'class_heritage', 'extends_clause', 'implements_clause', 'field_definition', 'public_field_definition', 'decorator', 'formal_parameters', 'required_parameter', 'optional_parameter',
  'assignment_pattern', 'object_assignment_pattern', 'object_pattern', 'array_pattern', 'pair_pattern', 'rest_pattern',
  'program', 'statement_block', 'expression_statement', 'variable_declaration', 'lexical_declaration', 'variable_declarator', 'return_statement', 'throw_statement',
  'if_statement', 'else_clause', 'for_statement', 'for_in_statement', 'while_statement', 'do_statement', 'switch_statement', 'switch_body', 'switch_case', 'switch_default',
  'try_statement', 'catch_clause', 'finally_clause', 'labeled_statement', 'break_statement', 'continue_statement', 'import_statement', 'import_clause',
  'named_imports', 'namespace_import', 'import_specifier', 'import_require_clause', 'export_statement', 'export_clause', 'export_specifier', 'namespace_export',
  'jsx_element', 'jsx_self_closing_element', 'jsx_opening_element', 'jsx_attribute', 'jsx_expression', 'jsx_text', 'with_statement', 'enum_declaration', 'ERROR',
  'type_annotation', 'predefined_type', 'generic_type', 'arguments', 'interface_declaration', 'type_alias_declaration', 'ambient_declaration', 'internal_module', 'module', 'statement_identifier',
] as const

const FIELDS = [
  'name', 'value', 'object', 'property', 'index', 'function', 'constructor', 'arguments', 'left', 'right', 'operator', 'argument', 'condition', 'consequence', 'alternative',
  'parameters', 'parameter', 'pattern', 'type', 'source', 'alias', 'key', 'body', 'kind', 'initializer', 'increment', 'handler', 'finalizer', 'label', 'declaration', 'decorator',
  'open_tag', 'attribute',
] as const

/** Node types and fields that lowering reads. */
export type LowerKinds = KindTable<(typeof TYPES)[number], (typeof FIELDS)[number]>

export function bindLowerKinds(names: GrammarNames): LowerKinds {
  return tabulateKinds(names, TYPES, FIELDS)
}
