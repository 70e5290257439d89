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
  for (const { file, spec, positions } of models.flatMap(splitBySemantics))
    for (const [index, row] of (spec['entry-points'] ?? []).entries())
      for (const [at, [parameter, kind]] of Object.entries(row.parameters).entries()) {
        const name = `entry-point ${file.path} ${spec.languages.join(' ')} ${index} ${at}`
        found.set(name, { spec: matcherOf(row, parameter, spec.languages), path: ['entry-points', index], positions })
        addToGroup(byKind, kind, name)
        const all = found.get(`parameter-of-${kind}`) ?? { path: ['entry-points', index, 'parameters', parameter], positions }
        found.set(`parameter-of-${kind}`, { ...all, spec: { any: (byKind.get(kind) ?? []).map((use) => ({ use })) } })
      }
  return found
}

function matcherOf(row: ModelEntryPointSpec, written: string, languages: readonly string[]): NamedMatcherSpec {
  const shared = {
    languages: [...languages],
    parameter: readParameter(written),
    ...(row.files && { files: row.files }),
  }
  if (row.call !== undefined) return { ...shared, call: namesOf(row.call), ...(row.arguments && { arguments: row.arguments }) }
  if (row.decorator !== undefined) return { ...shared, decorator: namesOf(row.decorator) }
  return { ...shared, ...semanticsOf(languages[0] ?? '').exportedFunctions(row.exports ?? []) }
}

/** `Parameter[0].Property[body]`, in the form that the schema makes sure of. */
function readParameter(written: string): string {
  const [, which = '', property] = /^Parameter\[([^\]]+)\](?:\.Property\[(.+)\])?$/.exec(written) ?? []
  return property === undefined ? which : `${which}.${property}`
}

function namesOf(written: string | readonly string[]): string[] {
  return (typeof written === 'string' ? [written] : written).flatMap(expandBraces)
}
