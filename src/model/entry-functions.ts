import { anyExport } from './exported-functions.ts'
import type { MatcherSpec } from './rule-spec.ts'

const FUNCTION = '[(arrow_function) (function_expression)]'

/** Methods of JavaScript classes by their names and the names of their base classes (empty for all), with `*` for any characters. */
export function scriptMethods(methods: readonly string[], bases: readonly string[]): MatcherSpec {
  const heritage = bases.length === 0 ? '' : '(class_heritage) @_bases'
  return {
    query: `((class_declaration ${heritage} body: (class_body (method_definition name: (_) @_name) @match)) ${named('@_name', methods)}
      ${extending(bases)})`,
  }
}

/** The same of Python, also where the file derives a base class from one of these. A query from the class to its methods would exceed the limit of matches in progress. */
export function pythonMethods(methods: readonly string[], bases: readonly string[]): MatcherSpec {
  const isMethod = `((function_definition name: (identifier) @_name) @match ${named('@_name', methods)})`
  const until: MatcherSpec = { kind: 'function_definition' }
  const derived = `((class_definition name: (identifier) @base superclasses: (argument_list) @_bases) @match ${extending(bases)})`
  if (bases.length === 0) return { query: isMethod, inside: { kind: 'class_definition', until } }
  return {
    query: isMethod,
    any: [
      { inside: { query: `((class_definition superclasses: (argument_list) @_bases) @match ${extending(bases)})`, until } },
      {
        inside: {
          query: '(class_definition superclasses: (argument_list (identifier) @base)) @match',
          until,
          inside: { kind: 'module', has: { query: derived } },
        },
      },
    ],
  }
}

/** Functions that are properties of JavaScript objects, by the name of the property or of the property around it too: `resolve`, `Query.*`. */
export function scriptProperties(names: readonly string[]): MatcherSpec {
  return { any: names.map((name) => ({ query: propertyQuery(name) })) }
}

function propertyQuery(written: string): string {
  const [first, second] = written.split('.')
  const isNamed = (name: string | undefined): string => (name === undefined || name === '*' ? '' : `(#eq? @_name ${JSON.stringify(name)})`)
  const own = `[(pair key: (property_identifier) @_name value: ${FUNCTION} @match) (method_definition name: (property_identifier) @_name) @match]`
  if (second === undefined) return `(${own} ${isNamed(first)})`
  return `((pair key: (property_identifier) @_around value: (object ${own})) (#eq? @_around ${JSON.stringify(first)}) ${isNamed(second)})`
}

/** JavaScript functions that begin with a directive, and those that a file exports which begins with it. */
export function scriptDirective(directive: string): MatcherSpec {
  const says = `body: (statement_block . (expression_statement (string (string_fragment) @_says)))`
  return {
    any: [
      { query: `([(function_declaration ${says}) (function_expression ${says}) (arrow_function ${says})] @match (#eq? @_says "${directive}"))` },
      {
        any: [anyExport],
        inside: { kind: 'program', has: { kind: 'expression_statement', regex: `^['"]${directive}['"];?$`, until: 'immediate' } },
      },
    ],
  }
}

/** Code of a JavaScript file that imports one of these modules. */
export function scriptImporting(modules: readonly string[]): MatcherSpec {
  return { inside: { kind: 'program', has: { kind: 'string', regex: `^.(?:node:)?(?:${modules.map(toRegex).join('|')}).$` } } }
}

/** Code of a Python file that imports one of these modules, or names of them. */
export function pythonImporting(modules: readonly string[]): MatcherSpec {
  return { inside: { kind: 'module', regex: `(?m)^\\s*(?:from|import)\\s+(?:${modules.map(toRegex).join('|')})(?:[\\s.,]|$)` } }
}

function named(capture: string, names: readonly string[]): string {
  return `(#match? ${capture} ${JSON.stringify(`^(${names.map(toRegex).join('|')})$`)})`
}

function extending(bases: readonly string[]): string {
  return bases.length === 0 ? '' : `(#match? @_bases ${JSON.stringify(`(^|[^\\w$])(${bases.map(toRegex).join('|')})($|[^\\w$])`)})`
}

/** A name with `*` for any characters of one, as a regular expression. */
function toRegex(name: string): string {
  return name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[\\w$/@.-]*')
}
