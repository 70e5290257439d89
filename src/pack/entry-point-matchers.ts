import { addToGroup } from '../model/group-by.ts'
import { semanticsOf } from '../model/language-semantics.ts'
import type { ModelEntryPointSpec, NamedMatcherSpec } from '../model/rule-spec.ts'
import { expandBraces } from '../model/expand-braces.ts'
import { type ReadModel, splitBySemantics } from './read-models.ts'
import type { PlacedMatcher } from './read-shared.ts'

/**
 * The named matchers of the `entry-points` of models: `parameter-of-<kind>` for each kind of data, and one for each parameter of a row, which it
 * uses. Rules use the first, so that rows of any rule folder extend the sources of all rules.
 */
export function entryPointMatchers(models: readonly ReadModel[]): ReadonlyMap<string, PlacedMatcher> {
  const found = new Map<string, PlacedMatcher>()
  const byKind = new Map<string, string[]>()
  const partsOf = partsOfTypes(models)
  for (const { file, spec, positions } of models.flatMap(splitBySemantics))
    for (const [index, row] of (spec['entry-points'] ?? []).entries())
      for (const [at, [written, given]] of Object.entries(row.parameters).entries())
        for (const [kind, parts] of given.includes('.') ? (partsOf.get(given) ?? []) : [[given, ['']] as const]) {
          const name = `entry-point ${file.path} ${spec.languages.join(' ')} ${index} ${at} ${kind}`
          found.set(name, { spec: matcherOf(row, readParameter(written, parts), spec.languages), path: ['entry-points', index], positions })
          addToGroup(byKind, kind, name)
          const all = found.get(`parameter-of-${kind}`) ?? { path: ['entry-points', index, 'parameters', written], positions }
          found.set(`parameter-of-${kind}`, { ...all, spec: { any: (byKind.get(kind) ?? []).map((use) => ({ use })) } })
        }
  return found
}

/** By type: its parts by the kind of their data, from the `sources` of models. */
function partsOfTypes(models: readonly ReadModel[]): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const types = new Map<string, Map<string, string[]>>()
  for (const { spec } of models)
    for (const { value = [], kind } of spec.sources ?? [])
      for (const name of namesOf(value)) {
        const [, type, part] = PART_OF_TYPE.exec(name) ?? []
        if (type === undefined || part === undefined) continue
        const kinds = types.get(type) ?? new Map<string, string[]>()
        types.set(type, kinds)
        addToGroup(kinds, kind, part)
      }
  return types
}

/** A property or the result of a method of an instance: `acme.Request().body`. */
const PART_OF_TYPE = /^(?=[^()]*\.)([^()*]+)\(\)\.([^*]+)$/

function matcherOf(row: ModelEntryPointSpec, parameter: string, languages: readonly string[]): NamedMatcherSpec {
  const { files, except, texts, imports } = row
  const functions: NamedMatcherSpec = {
    ...functionsOf(row, languages[0] ?? ''),
    languages: [...languages],
    parameter,
    ...(files && { files }),
    ...(except && { except }),
    ...(texts && { texts }),
  }
  return imports === undefined ? functions : { ...functions, all: [semanticsOf(languages[0] ?? '').importing(imports)] }
}

/** The functions of a row, or the calls that they are passed to. A matcher without a language has none. */
function functionsOf(row: ModelEntryPointSpec, language: string): NamedMatcherSpec {
  const { exportedFunctions, propertyFunctions, methodsOf, directedFunctions, decoratedFunction, decoratedParameter } = semanticsOf(language)
  const { call, decorator, exports, properties, methods, directive, bases = [] } = row
  if (call !== undefined)
    return { call: namesOf(call), ...(row.arguments && { arguments: row.arguments }), ...(row.function && { function: row.function }) }
  const isOpen = row.arguments === undefined && row.imports === undefined
  if (decorator !== undefined && isOpen && decoratedParameter !== undefined) return { decorator: namesOf(decorator) }
  if (decorator !== undefined) {
    const called = { call: namesOf(decorator), ...(row.arguments && { arguments: row.arguments }) }
    return { query: decoratedFunction, where: { $DECORATOR: row.arguments ? called : { any: [called, { symbol: namesOf(decorator) }] } } }
  }
  if (methods !== undefined) return methodsOf(methods, bases)
  return (
    (exports && exportedFunctions(exports)) ??
    (properties && propertyFunctions?.(properties)) ??
    (directive === undefined ? undefined : directedFunctions?.(directive)) ?? { kind: [] }
  )
}

/** `Parameter[0].Property[body]`, in the form that the schema makes sure of, and parts of it. */
function readParameter(written: string, parts: readonly string[]): string {
  const [, which = '', property = ''] = /^Parameter\[([^\]]+)\](?:\.Property\[(.+)\])?$/.exec(written) ?? []
  const properties = property.replace(/^\{|\}$/g, '').split(/, ?/)
  const all = properties.flatMap((each) => parts.map((part) => [each, part].filter((key) => key !== '').join('.'))).filter((path) => path !== '')
  return all.length === 0 ? which : `${which}.{${all.join(',')}}`
}

function namesOf(written: string | readonly string[]): string[] {
  return (typeof written === 'string' ? [written] : written).flatMap(expandBraces)
}
