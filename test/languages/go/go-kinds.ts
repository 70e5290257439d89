import { tabulateKinds } from '../../../src/languages/symbols/kind-table.ts'
import type { GrammarNames } from '../../../src/model/tree.ts'

/** The node types of the subset of Go that the lowering knows. The operands of all other expressions flow to their result. */
const KINDS = [
  'block statement_list function_declaration func_literal parameter_declaration variadic_parameter_declaration import_spec',
  'short_var_declaration assignment_statement var_spec const_spec if_statement else_clause finally_clause for_statement',
  'for_clause range_clause expression_switch_statement expression_case default_case return_statement break_statement continue_statement',
  'identifier selector_expression index_expression call_expression binary_expression parenthesized_expression',
  'composite_literal keyed_element literal_element interpreted_string_literal int_literal',
] as const
const FIELDS = [
  'name parameters body left right operator value initializer condition update consequence alternative',
  'operand field index function arguments key path',
] as const

export type GoKinds = ReturnType<typeof bindGoKinds>

export function bindGoKinds(names: GrammarNames) {
  return tabulateKinds(names, KINDS, FIELDS)
}
