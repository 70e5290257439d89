import type { GrammarNames } from '../../model/tree.ts'
import { tabulateKinds } from '../symbols/kind-table.ts'

export type NodeKinds = ReturnType<typeof bindNodeKinds>

/** The node types and fields that are read. The JavaScript, TypeScript and TSX grammars number them differently; types that a grammar lacks never occur. */
export function bindNodeKinds(names: GrammarNames) {
  return tabulateKinds(names, TYPES, FIELDS)
}

const TYPES = [
  'identifier shorthand_property_identifier shorthand_property_identifier_pattern type_identifier property_identifier private_property_identifier',
  'nested_identifier nested_type_identifier statement_identifier this super import meta_property',
  'string string_fragment escape_sequence template_string template_substitution number true false null undefined regex regex_pattern regex_flags',
  'member_expression subscript_expression call_expression new_expression arguments spread_element computed_property_name',
  'parenthesized_expression sequence_expression await_expression yield_expression as_expression satisfies_expression non_null_expression',
  'type_assertion instantiation_expression binary_expression unary_expression ternary_expression update_expression',
  'assignment_expression augmented_assignment_expression array object pair',
  'function_expression generator_function arrow_function function_declaration generator_function_declaration function_signature method_definition',
  'class class_declaration abstract_class_declaration class_body class_static_block class_heritage extends_clause implements_clause',
  'field_definition public_field_definition decorator formal_parameters required_parameter optional_parameter',
  'object_pattern array_pattern pair_pattern rest_pattern assignment_pattern object_assignment_pattern',
  'program statement_block expression_statement variable_declaration lexical_declaration variable_declarator return_statement throw_statement',
  'if_statement else_clause for_statement for_in_statement while_statement do_statement switch_statement switch_body switch_case switch_default',
  'try_statement catch_clause finally_clause labeled_statement break_statement continue_statement with_statement',
  'import_statement import_clause named_imports namespace_import import_specifier import_require_clause import_alias',
  'export_statement export_clause export_specifier namespace_export enum_declaration enum_body enum_assignment',
  'jsx_element jsx_self_closing_element jsx_opening_element jsx_attribute jsx_expression jsx_text',
  'type_annotation predefined_type literal_type generic_type union_type intersection_type parenthesized_type array_type tuple_type readonly_type',
  'object_type function_type type_query type_arguments property_signature extends_type_clause',
  'interface_declaration type_alias_declaration ambient_declaration internal_module module ERROR',
] as const

const FIELDS = [
  'name value object property index function constructor arguments left right operator argument condition consequence alternative',
  'parameters parameter pattern type return_type type_arguments source alias key body kind member decorator',
  'initializer increment handler finalizer label declaration open_tag attribute',
] as const
