import { addToGroup } from '../model/group-by.ts'
import { semanticsOf } from '../model/language-semantics.ts'
import { expandBraces } from '../model/expand-braces.ts'
import type { NamedMatcherSpec } from '../model/rule-spec.ts'
import type { ReadModel } from './read-models.ts'
import type { PlacedMatcher } from './read-shared.ts'

/**
 * The named matchers of the `sources` of models. For each kind of data, `value-of-<kind>` matches values of known types, `value-of-<kind>-by-name` those
 * that only a name suggests, and `part-of-<kind>` both of them, anything that is read of them, and variables that hold them.
 */
export function sourceMatchers(models: readonly ReadModel[]): ReadonlyMap<string, PlacedMatcher> {
  const found = new Map<string, PlacedMatcher>()
  for (const [name, rows] of groupRows(models)) {
    const [{ model, index }] = rows
    const matcherOf = name.startsWith(PART) ? partMatcher : valueMatcher
    const alternatives = [...namesByLanguages(rows)].map(([languages, names]) => matcherOf(languages.split(' '), names))
    found.set(name, { spec: { any: alternatives }, path: ['sources', index], positions: model.positions })
  }
  return found
}

const PART = 'part-of-'

/** A row of `sources`, and where it stands. */
interface SourceRow {
  readonly model: ReadModel
  readonly index: number
  readonly names: readonly string[]
}

/** The rows by the name of the matcher that they belong to. */
function groupRows(models: readonly ReadModel[]): ReadonlyMap<string, readonly SourceRow[]> {
  const groups = new Map<string, SourceRow[]>()
  for (const model of models)
    for (const [index, { value, kind, 'by-name': byName }] of (model.spec.sources ?? []).entries()) {
      const row = { model, index, names: (typeof value === 'string' ? [value] : value).flatMap(expandBraces) }
      addToGroup(groups, `value-of-${kind}${byName === true ? '-by-name' : ''}`, row)
      addToGroup(groups, `${PART}${kind}`, row)
    }
  return groups
}

function namesByLanguages(rows: readonly SourceRow[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const { model, names } of rows) for (const name of names) addToGroup(groups, model.spec.languages.join(' '), name)
  return new Map([...groups].map(([languages, names]) => [languages, [...new Set(names)]]))
}

function valueMatcher(languages: string[], names: readonly string[]): NamedMatcherSpec {
  const { readTypes, propertyPatterns: patterns } = semanticsOf(languages[0] ?? '')
  const isOne = { $MATCH: { symbol: [...names] } }
  if (patterns === undefined) return { languages, kind: [...readTypes], where: isOne }
  const { object, pair, shorthand, name } = patterns
  return {
    languages,
    any: [
      { kind: [...readTypes, shorthand], where: isOne },
      // `const { body: payload } = req`
      { kind: name, inside: { kind: pair, until: 'immediate' }, where: isOne },
      // `const { query: { id } } = req`
      {
        kind: shorthand,
        inside: { kind: object, inside: { kind: pair, until: 'immediate' }, until: 'immediate' },
        where: { $MATCH: { symbol: names.map((each) => `${each}.*`) } },
      },
    ],
  }
}

function partMatcher(languages: string[], names: readonly string[]): NamedMatcherSpec {
  const { readTypes, variableTypes } = semanticsOf(languages[0] ?? '')
  return { languages, kind: [...variableTypes, ...readTypes], where: { $MATCH: { symbol: names.flatMap((each) => [each, `${each}.**`]) } } }
}
