import type { LanguageModels, SchemaWord, Validation } from '../model/call-models.ts'
import type { ModelSchemaSpec } from '../model/rule-spec.ts'
import { listOf } from './list-of.ts'
import { indexNames, type NameIndex } from './name-index.ts'
import { packageOf } from './package-of.ts'
import { readInput } from './read-model-place.ts'

type SchemaModels = Pick<
  LanguageModels,
  | 'validationOf'
  | 'validationMethods'
  | 'schemaWordOf'
  | 'schemaOptionsOf'
  | 'schemaDecoratorOf'
  | 'schemaTypeOf'
  | 'checkedPartOf'
  | 'isSchemaLibrary'
  | 'mentionsSchemaLibrary'
  | 'mentionsRequestChecks'
  | 'holdsAcceptedData'
  | 'isAcceptedPart'
>

/** The `schemas` of models. */
export function compileSchemas(specs: readonly ModelSchemaSpec[]): SchemaModels {
  const isWord = (spec: ModelSchemaSpec): boolean => spec.accepts !== undefined || spec.options !== undefined || spec['field-of'] !== undefined
  const calls = indexNames(specs.flatMap((spec) => (spec.call === undefined || isWord(spec) ? [] : [[spec.call, toValidation(spec)] as const])))
  const words = indexNames(specs.flatMap((spec) => toWords(spec, 'call')))
  const decorators = indexNames(specs.flatMap((spec) => toWords(spec, 'decorator')))
  const types = indexNames(specs.flatMap((spec) => toWords(spec, 'type')))
  const options = indexNames(
    specs.flatMap((spec) => (spec.call === undefined || spec.options === undefined ? [] : [[spec.call, spec.options] as const])),
  )
  const starts = indexNames(
    specs.flatMap((spec) => (spec.call === undefined || spec['field-of'] === undefined ? [] : [[spec.call, spec['field-of']] as const])),
  )
  const libraries = new Set(specs.flatMap((spec) => spec.import ?? []))
  const imported = importOf(libraries)
  const checking = importOf(new Set(specs.flatMap((spec) => (checksRequests(spec) ? listOf(spec.call ?? []).map((name) => packageOf(name)) : []))))
  const properties = new Set(specs.flatMap(({ property = [] }) => property))
  const parts = new Set(specs.flatMap((spec) => spec.parts ?? []))
  return {
    validationOf: (name, method) => firstOf(calls, name, method),
    validationMethods: calls.methods(),
    schemaWordOf: (name, method) => firstOf(words, name, method),
    schemaOptionsOf: (name, method) => firstOf(options, name, method),
    schemaDecoratorOf: (name, last) => firstOf(decorators, name, last),
    schemaTypeOf: (name, last) => firstOf(types, name, last),
    checkedPartOf: (name) => starts.named(name)?.[0],
    isSchemaLibrary: (name) => libraries.has(packageOf(name)),
    mentionsSchemaLibrary: (text) => imported.test(text),
    mentionsRequestChecks: (text) => checking.test(text),
    holdsAcceptedData: (property) => properties.has(property),
    isAcceptedPart: (property) => parts.has(property),
  }
}

/** Rows of a function come before those of a method of any object. */
function firstOf<Row>(rows: NameIndex<Row>, name: string, method: string): Row | undefined {
  return (rows.named(name) ?? rows.method(method))?.[0]
}

function toValidation({ gives = 'accepted', parts = [], schema }: ModelSchemaSpec): Validation {
  return { result: gives, parts, schema: schema === undefined ? undefined : readInput(schema) }
}

function toWords(spec: ModelSchemaSpec, kind: 'call' | 'decorator' | 'type'): (readonly [string | readonly string[], SchemaWord])[] {
  const { accepts, at = 'Argument[0]' } = spec
  const names = spec[kind]
  return names === undefined || accepts === undefined ? [] : [[names, { accepts, at: Number(at.slice('Argument['.length, -1)) }]]
}

function checksRequests({ gives, 'field-of': part }: ModelSchemaSpec): boolean {
  return part !== undefined || gives === 'checked-fields' || gives === 'middleware'
}

/** Matches files that import one of the packages. */
function importOf(packages: ReadonlySet<string>): RegExp {
  return packages.size === 0 ? NOTHING : new RegExp(`["'](?:${[...packages].map(escapeRegex).join('|')})["'/]`)
}

const NOTHING = /(?!)/

function escapeRegex(text: string): string {
  return text.replace(/[/.]/g, '\\$&')
}
