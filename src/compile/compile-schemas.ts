import type { LanguageModels } from '../model/call-models.ts'
import type { ModelSchemaSpec } from '../model/rule-spec.ts'
import { indexNames } from './name-index.ts'

/** The `schemas` of models. */
export function compileSchemas(specs: readonly ModelSchemaSpec[]): Pick<LanguageModels, 'schemaCallOf' | 'holdsAcceptedData' | 'isAcceptedPart'> {
  const calls = indexNames(specs.flatMap(({ call, gives = 'accepted' }) => (call === undefined ? [] : [[call, gives] as const])))
  const properties = new Set(specs.flatMap(({ property = [] }) => property))
  const parts = new Set(specs.flatMap((spec) => spec.parts ?? []))
  return {
    schemaCallOf: (method) => calls.method(method)?.[0],
    holdsAcceptedData: (property) => properties.has(property),
    isAcceptedPart: (property) => parts.has(property),
  }
}
