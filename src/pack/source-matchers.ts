import { addToGroup } from '../model/group-by.ts'
import { semanticsOf } from '../model/language-semantics.ts'
import { expandBraces } from '../model/expand-braces.ts'
import type { ModelSourceSpec, NamedMatcherSpec } from '../model/rule-spec.ts'
import { type ReadModel, splitBySemantics } from './read-models.ts'
import type { PlacedMatcher } from './read-shared.ts'

/**
 * The named matchers of the `sources` of models. For each kind of data, `value-of-<kind>` matches values of known types and decorated parameters,
 * `value-of-<kind>-by-name` values that only a name suggests, and `part-of-<kind>` all values, anything that is read of them, and variables that hold them.
 */
export function sourceMatchers(models: readonly ReadModel[]): ReadonlyMap<string, PlacedMatcher> {
  const found = new Map<string, PlacedMatcher>()
  for (const [name, rows] of groupRows(models.flatMap(splitBySemantics))) {
    const [{ model, index }] = rows
    const matcherOf = name.startsWith(PART) ? partMatcher : valueMatcher
    const values = [...namesByLanguages(rows)].map(([languages, names]) => matcherOf(languages.split(' '), names))
    const alternatives = [...values, ...rows.flatMap(decoratedMatchers)]
    found.set(name, { spec: { any: alternatives }, path: ['sources', index], positions: model.positions })
  }
  return found
}

const PART = 'part-of-'

/** A row of `sources`, and where it stands. */
interface SourceRow {
  readonly model: ReadModel
  readonly index: number
  readonly row: ModelSourceSpec
}

/** The rows by the name of the matcher that they belong to. */
function groupRows(models: readonly ReadModel[]): ReadonlyMap<string, readonly SourceRow[]> {
  const groups = new Map<string, SourceRow[]>()
  for (const model of models)
    for (const [index, row] of (model.spec.sources ?? []).entries()) {
      addToGroup(groups, `value-of-${row.kind}${row['by-name'] === true ? '-by-name' : ''}`, { model, index, row })
      if (row.value !== undefined) addToGroup(groups, `${PART}${row.kind}`, { model, index, row })
    }
  return groups
}

function namesByLanguages(rows: readonly SourceRow[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const { model, row } of rows) for (const name of namesOf(row.value)) addToGroup(groups, model.spec.languages.join(' '), name)
  return new Map([...groups].map(([languages, names]) => [languages, [...new Set(names)]]))
}

/** The matcher of parameters with a decorator. Empty for other rows, and for languages without such parameters. */
function decoratedMatchers({ model, row }: SourceRow): readonly NamedMatcherSpec[] {
  const decorated = semanticsOf(model.spec.languages[0] ?? '').decoratedParameter
  if (row.decorator === undefined || decorated === undefined) return []
  const languages = model.spec.languages.filter((language) => decorated.languages.includes(language))
  return [
    {
      languages,
      query: decorated.query,
      where: {
        $DECORATOR: { call: namesOf(row.decorator), ...(row.arguments && { arguments: row.arguments }) },
        $TYPE: { any: [{ absent: true }, { not: { regex: '^(?:number|boolean)$' } }] },
      },
    },
  ]
}

function namesOf(written: string | readonly string[] | undefined): string[] {
  return (typeof written === 'string' ? [written] : (written ?? [])).flatMap(expandBraces)
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
