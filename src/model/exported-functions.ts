import type { MatcherSpec } from './rule-spec.ts'

const FUNCTION = '[(arrow_function) (function_expression)]'
/** A function, also as the argument of one that wraps it: `withUser(async (request) => …)`. */
const WRAPPED = `[${FUNCTION} @match (call_expression arguments: (arguments ${FUNCTION} @match))]`

/** Functions that a JavaScript file exports under one of these names. `default` is the default export. */
export function scriptExports(names: readonly string[]): MatcherSpec {
  const named = names.filter((name) => name !== 'default')
  return { any: [...(named.length > 0 ? namedExports(anyOf(named)) : []), ...(named.length < names.length ? DEFAULT_EXPORTS : [])] }
}

function namedExports(isNamed: string): MatcherSpec[] {
  return [
    { query: `((export_statement declaration: (function_declaration name: (identifier) @_name) @match) ${isNamed})` },
    { query: `((export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @_name value: ${WRAPPED}))) ${isNamed})` },
    {
      query: `((assignment_expression left: (member_expression object: (_) @_exports property: (property_identifier) @_name) right: ${WRAPPED})
        (#any-of? @_exports "exports" "module.exports") ${isNamed})`,
    },
    // export const GET = handle; export { handle as GET }
    declaredBefore(
      `[(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @_name value: (identifier) @own)))
      (export_specifier name: (identifier) @own alias: (identifier) @_name)] @match`,
      isNamed,
    ),
    declaredBefore('(export_specifier !alias name: (identifier) @own @_name) @match', isNamed),
  ]
}

const DEFAULT_EXPORTS: MatcherSpec[] = [
  { query: '(export_statement "default" declaration: (function_declaration) @match)' },
  { query: `(export_statement "default" value: ${WRAPPED})` },
  // export default handle
  declaredBefore('(export_statement "default" value: [(identifier) @own (call_expression arguments: (arguments (identifier) @own))]) @match', ''),
]

/** Every function that a JavaScript file exports. */
export const anyExport: MatcherSpec = { any: [...namedExports(''), ...DEFAULT_EXPORTS] }

/** A function that the file exports elsewhere. `@own` of the query captures its name. */
function declaredBefore(query: string, predicate: string): MatcherSpec {
  return {
    query: `[(function_declaration name: (identifier) @own) @match (variable_declarator name: (identifier) @own value: ${WRAPPED})]`,
    inside: { kind: 'program', has: { query: `(${query} ${predicate})` } },
  }
}

/** Functions of a Python module with one of these names. */
export function moduleFunctions(names: readonly string[]): MatcherSpec {
  return {
    query: `((module [
      (function_definition name: (identifier) @_name) @match
      (decorated_definition (function_definition name: (identifier) @_name) @match)]) ${anyOf(names)})`,
  }
}

function anyOf(names: readonly string[]): string {
  return `(#any-of? @_name ${names.map((name) => JSON.stringify(name)).join(' ')})`
}
