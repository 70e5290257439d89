import type { GrammarNames } from '../../../model/tree.ts'
import { type KindTable, tabulateKinds } from '../../symbols/kind-table.ts'

const TYPES = [
  'module', 'block', 'identifier', 'attribute', 'subscript', 'slice', 'call', 'argument_list', 'keyword_argument', 'list_splat', 'dictionary_splat', 'parenthesized_expression', 'await',
  'string', 'concatenated_string', 'interpolation', 'format_specifier', 'format_expression', 'string_content', 'integer', 'float', 'true', 'false', 'none', 'ellipsis',
  'binary_operator', 'unary_operator', 'not_operator', 'boolean_operator', 'comparison_operator', 'conditional_expression', 'named_expression',
  'list', 'tuple', 'set', 'dictionary', 'pair', 'expression_list', 'lambda', 'function_definition', 'class_definition', 'decorated_definition', 'decorator',
  'assignment', 'augmented_assignment', 'expression_statement', 'return_statement', 'raise_statement', 'delete_statement', 'assert_statement', 'print_statement', 'exec_statement', 'pass_statement',
  'if_statement', 'elif_clause', 'else_clause', 'for_statement', 'while_statement', 'try_statement', 'except_clause', 'except_group_clause', 'finally_clause', 'with_statement', 'with_clause', 'with_item',
  'match_statement', 'case_clause', 'case_pattern', 'if_clause', 'for_in_clause', 'list_comprehension', 'set_comprehension', 'dictionary_comprehension', 'generator_expression',
  'break_statement', 'continue_statement', 'import_statement', 'import_from_statement', 'future_import_statement', 'aliased_import', 'dotted_name', 'relative_import', 'wildcard_import',
  'global_statement', 'nonlocal_statement', 'yield', 'as_pattern', 'as_pattern_target', 'pattern_list', 'tuple_pattern', 'list_pattern', 'list_splat_pattern', 'dictionary_splat_pattern',
  'typed_parameter', 'typed_default_parameter', 'default_parameter', 'type', 'parameters', 'lambda_parameters', 'type_alias_statement', 'generic_type', 'type_parameter',
] as const

const FIELDS = [
  'name', 'value', 'object', 'attribute', 'subscript', 'function', 'arguments', 'left', 'right', 'operator', 'operators', 'argument', 'parameters', 'type', 'module_name', 'alias', 'key', 'body',
  'definition', 'expression', 'superclasses', 'condition', 'consequence', 'alternative', 'subject', 'guard', 'cause',
] as const

/** Node types and fields that lowering reads. */
export type LowerKinds = KindTable<(typeof TYPES)[number], (typeof FIELDS)[number]>

export function bindLowerKinds(names: GrammarNames): LowerKinds {
  return tabulateKinds(names, TYPES, FIELDS)
}
