import type { GrammarNames } from '../../model/tree.ts'
import { tabulateKinds } from '../symbols/kind-table.ts'

export type PythonKinds = ReturnType<typeof bindNodeKinds>

/** The node types and fields that are read. */
export function bindNodeKinds(names: GrammarNames) {
  return tabulateKinds(names, TYPES, FIELDS)
}

const TYPES = [
  'module block identifier dotted_name attribute subscript slice call argument_list keyword_argument list_splat dictionary_splat',
  'string concatenated_string string_start string_content escape_sequence escape_interpolation interpolation format_specifier format_expression',
  'type_conversion integer float true false none ellipsis parenthesized_expression await yield lambda named_expression conditional_expression',
  'binary_operator unary_operator not_operator boolean_operator comparison_operator list tuple set dictionary pair expression_list',
  'list_comprehension set_comprehension dictionary_comprehension generator_expression for_in_clause if_clause',
  'assignment augmented_assignment pattern_list tuple_pattern list_pattern list_splat_pattern dictionary_splat_pattern as_pattern as_pattern_target',
  'function_definition class_definition decorated_definition decorator parameters lambda_parameters',
  'typed_parameter typed_default_parameter default_parameter',
  'expression_statement return_statement raise_statement delete_statement assert_statement print_statement exec_statement pass_statement',
  'if_statement elif_clause else_clause for_statement while_statement break_statement continue_statement',
  'try_statement except_clause except_group_clause finally_clause with_statement with_clause with_item',
  'match_statement case_clause case_pattern class_pattern keyword_pattern global_statement nonlocal_statement',
  'import_statement import_from_statement future_import_statement aliased_import relative_import wildcard_import',
  'type generic_type union_type type_parameter type_alias_statement',
] as const

const FIELDS = [
  'name value object attribute subscript function arguments left right operator operators argument condition consequence alternative',
  'parameters type return_type module_name alias key body definition expression superclasses subject guard cause type_conversion format_specifier',
] as const
