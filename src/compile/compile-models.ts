import type { Barrier, CallModels, FlowRow, LanguageModels, ObjectKind } from '../model/call-models.ts'
import type { ModelFlowSpec, ModelSpec, ModelTypeSpec } from '../model/rule-spec.ts'
import { compileBarriers } from './compile-barriers.ts'
import { compileCallbacks } from './compile-callbacks.ts'
import { compileJumps } from './compile-jumps.ts'
import { compileSchemas } from './compile-schemas.ts'
import { compileUnknownCalls } from './compile-unknown-calls.ts'
import { expandBraces } from '../model/expand-braces.ts'
import { listOf } from './list-of.ts'
import { packageOf } from './package-of.ts'
import { indexNames } from './name-index.ts'
import { readInput, readPlace } from './read-model-place.ts'

/** Prepares models for queries. The models of a language are compiled on first use. */
export function compileModels(specs: readonly ModelSpec[]): CallModels {
  const known = new Map<string, LanguageModels>()
  return {
    forLanguage: (language) => {
      const models = known.get(language) ?? compileLanguage(specs.filter(({ languages }) => languages.some((each) => each === language)))
      known.set(language, models)
      return models
    },
  }
}

function compileLanguage(specs: readonly ModelSpec[]): LanguageModels {
  const flows = specs.flatMap((spec) => spec.flows ?? [])
  const rows = indexNames(flows.flatMap((spec) => (spec.template ? [] : [[spec.call, toRow(spec)] as const])))
  const templates = indexNames(flows.flatMap((spec) => (spec.template ? [[spec.call, toRow(spec)] as const] : [])))
  const callbacks = compileCallbacks(specs.flatMap((spec) => spec.callbacks ?? []))
  const barriers = compileBarriers(specs.flatMap((spec) => spec.barriers ?? []))
  const types = specs.flatMap((spec) => spec.types ?? [])
  const results = indexNames(types.flatMap((spec) => (spec.call === undefined ? [] : [[spec.call, spec] as const])))
  const imports = kindsOfImports(types)
  const parameters = new Set(types.flatMap(({ kind, parameters: names = [] }) => names.map((name) => `${kind} ${name}`)))
  return {
    rowsOf: rows.named,
    methodRowsOf: rows.method,
    templateRowsOf: templates.method,
    callbackOf: (name) => callbacks.named(name)?.[0],
    methodCallbackOf: (method) => callbacks.method(method)?.[0],
    kindOfResult: (name, last = '') => (results.named(name) ?? results.method(last))?.flatMap(({ kind }) => kind ?? [])[0],
    mentionsKind: mentionedKinds(types),
    kindOfImport: (name) => imports.get(name),
    isParameterOf: (kind, name) => parameters.has(`${kind} ${name}`),
    neverReturns: (name) => results.named(name)?.some(({ returns }) => returns === 'never') ?? false,
    returnsArgument: (name) => results.named(name)?.some(({ returns }) => returns === 'Argument[0]') ?? false,
    barriersOf: (name) => barriers.named(name) ?? NO_BARRIERS,
    ...compileJumps(specs),
    ...compileSchemas(specs.flatMap((spec) => spec.schemas ?? [])),
    effectOf: compileUnknownCalls(specs.flatMap((spec) => spec['unknown-calls'] ?? [])),
  }
}

const NO_BARRIERS: readonly Barrier[] = []

function toRow({ from, to, kind = 'taint', operation }: ModelFlowSpec): FlowRow {
  return {
    from: from === undefined ? [] : listOf(from).map(readInput),
    to: to === undefined ? [] : listOf(to).map(readPlace),
    keepsParts: kind === 'value',
    operation,
  }
}

/** Tests whether a text names a package of a row of a kind. */
function mentionedKinds(types: readonly ModelTypeSpec[]): LanguageModels['mentionsKind'] {
  const packages = new Map<ObjectKind, Set<string>>()
  for (const { call = [], kind } of types) {
    if (kind === undefined) continue
    const names = packages.get(kind) ?? new Set()
    packages.set(kind, names)
    for (const name of listOf(call).flatMap(expandBraces).map(packageOf)) if (!name.includes('*')) names.add(name)
  }
  return (kind, text) => [...(packages.get(kind) ?? [])].some((name) => text.includes(name))
}

function kindsOfImports(types: readonly ModelTypeSpec[]): ReadonlyMap<string, ObjectKind> {
  return new Map(types.flatMap(({ import: names = [], kind }) => (kind === undefined ? [] : listOf(names).map((name) => [name, kind] as const))))
}
