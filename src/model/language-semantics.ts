import { pythonImporting, pythonMethods, scriptDirective, scriptImporting, scriptMethods, scriptProperties } from './entry-functions.ts'
import { moduleFunctions, scriptExports } from './exported-functions.ts'
import type { MatcherSpec } from './rule-spec.ts'

/** What distinguishes languages outside their own folders: how modules, objects and blocks behave. The data flow asks for these traits, never for a name. */
export interface LanguageSemantics {
  /** How modules are named: by dotted names or by paths. */
  readonly modules: 'dotted' | 'paths'
  /** Whether a file states its exports. Otherwise every name of the module is exported, and an imported name may be a module. */
  readonly statesExports: boolean
  /** Whether a module is an object whose properties are its variables: `setattr(module, name, value)`. */
  readonly hasModuleObjects: boolean
  /** Whether the type of a parameter may be a model that constrains its fields. */
  readonly hasParameterModels: boolean
  /** Whether a framework offers the current request under a name that files import. */
  readonly importsRequest: boolean
  /** Parameter names by which handlers call the request. */
  readonly requestNames: ReadonlySet<string>
  /** Whether the second argument of a lookup is its default: `d.get(key, x)`. */
  readonly looksUpWithDefault: boolean
  /** Whether a loop over a dictionary yields its keys. */
  readonly iteratesKeys: boolean
  /** Whether the further arguments of an evaluator are only the names that its code may read: `eval(code, names)`. */
  readonly evaluatesWithNames: boolean
  /** Whether a property holds the number of elements: `list.length`. */
  readonly hasCountProperty: boolean
  /** How blocks are delimited. */
  readonly blocks: 'indentation' | 'braces'
  /** The matcher of the functions that a module exports under one of some names. */
  readonly exportedFunctions: (names: readonly string[]) => MatcherSpec
  /** The matcher of methods by their names and the names of base classes, with `*` for any characters. */
  readonly methodsOf: (methods: readonly string[], bases: readonly string[]) => MatcherSpec
  /** The matcher of functions that are properties of object literals, by their names. Undefined if there are no such objects. */
  readonly propertyFunctions?: (names: readonly string[]) => MatcherSpec
  /** The matcher of functions with a directive. Undefined if there are none. */
  readonly directedFunctions?: (directive: string) => MatcherSpec
  /** The matcher of code in files that import one of these modules, with `*` for any characters. */
  readonly importing: (modules: readonly string[]) => MatcherSpec
  /** A query for functions with a decorator. `@decorator` captures it, without the sign before it. */
  readonly decoratedFunction: string
  /** A query for parameters with a decorator, and the languages that have them. `@decorator` and `@type` capture parts of them. */
  readonly decoratedParameter?: { readonly languages: readonly string[]; readonly query: string }
  /** Node types of expressions that read a property, an element or the result of a call. */
  readonly readTypes: readonly string[]
  /** Node types of variables where they are read. */
  readonly variableTypes: readonly string[]
  /** Node types of patterns that read properties: `{ body }`, `{ body: payload }`. Undefined if there are none. */
  readonly propertyPatterns?: { readonly object: string; readonly pair: string; readonly shorthand: string; readonly name: string }
}

const SCRIPT: LanguageSemantics = {
  modules: 'paths',
  statesExports: true,
  hasModuleObjects: false,
  hasParameterModels: false,
  importsRequest: false,
  requestNames: new Set(['request', 'req']),
  looksUpWithDefault: false,
  iteratesKeys: false,
  evaluatesWithNames: false,
  hasCountProperty: true,
  blocks: 'braces',
  exportedFunctions: scriptExports,
  methodsOf: scriptMethods,
  propertyFunctions: scriptProperties,
  directedFunctions: scriptDirective,
  importing: scriptImporting,
  decoratedFunction: '(class_body (decorator (_) @decorator) . (method_definition) @match)',
  decoratedParameter: {
    languages: ['typescript'],
    query: `(required_parameter (decorator (call_expression) @decorator)
      pattern: [(identifier) @match (object_pattern [(shorthand_property_identifier_pattern) @match (pair_pattern value: (identifier) @match)])]
      type: (type_annotation (_) @type)?)`,
  },
  readTypes: ['member_expression', 'subscript_expression', 'call_expression'],
  variableTypes: ['identifier', 'shorthand_property_identifier'],
  propertyPatterns: { object: 'object_pattern', pair: 'pair_pattern', shorthand: 'shorthand_property_identifier_pattern', name: 'identifier' },
}

const PYTHON: LanguageSemantics = {
  modules: 'dotted',
  statesExports: false,
  hasModuleObjects: true,
  hasParameterModels: true,
  importsRequest: true,
  requestNames: new Set(['request']),
  looksUpWithDefault: true,
  iteratesKeys: true,
  evaluatesWithNames: true,
  hasCountProperty: false,
  blocks: 'indentation',
  exportedFunctions: moduleFunctions,
  methodsOf: pythonMethods,
  importing: pythonImporting,
  decoratedFunction: '(decorated_definition (decorator (_) @decorator) definition: (function_definition) @match)',
  readTypes: ['attribute', 'subscript', 'call'],
  variableTypes: ['identifier'],
}

const SEMANTICS: ReadonlyMap<string, LanguageSemantics> = new Map([
  ['javascript', SCRIPT],
  ['typescript', SCRIPT],
  ['python', PYTHON],
])

/** The traits of a language. Languages without a row have those of JavaScript. */
export function semanticsOf(language: string): LanguageSemantics {
  return SEMANTICS.get(language) ?? SCRIPT
}
