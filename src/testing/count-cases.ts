import { languageOf, type RuleInfo } from '../index.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import { fixtureDiagnostic } from './fixture-diagnostic.ts'
import type { PlacedMarker } from './place-markers.ts'
import type { FixtureFile } from './prepare-fixtures.ts'

/** The number of marked lines of a rule in one of its languages. */
export interface FixtureCases {
  readonly rule: string
  readonly language: string
  /** Lines marked `ruleid`. */
  readonly reported: number
  /** Lines marked `ok`. */
  readonly lookAlikes: number
}

/** Fewer cases in a language are insufficient. */
const LEAST_CASES = 3

/** Counts the marked lines of a rule in each of its languages; for the language `text` in all files. */
export function countCases({ id, languages }: RuleInfo, marked: readonly PlacedMarker[], files: readonly FixtureFile[]): readonly FixtureCases[] {
  const languageByFile = new Map(files.map(({ path, content }) => [path, languageOf(path, content)]))
  return languages.map((language) => {
    const here = marked.filter(({ rule, file }) => rule === id && (language === 'text' || languageByFile.get(file) === language))
    const count = (kind: PlacedMarker['kind']): number => here.filter((marker) => marker.kind === kind).length
    return { rule: id, language, reported: count('ruleid'), lookAlikes: count('ok') }
  })
}

/** Reports each language in which a rule has too few cases, at the start of the first file. */
export function findThinProof(cases: readonly FixtureCases[], files: readonly FixtureFile[]): readonly Diagnostic[] {
  const [first] = files.map(({ path }) => path).sort()
  return cases
    .filter(({ reported, lookAlikes }) => Math.min(reported, lookAlikes) < LEAST_CASES)
    .map(({ rule, language, reported, lookAlikes }) =>
      fixtureDiagnostic(
        'fixture/too-few',
        { file: first ?? rule },
        `\`${rule}\` has ${reported} ${reported === 1 ? 'line' : 'lines'} marked \`ruleid\` and ${lookAlikes} marked \`ok\` in ${language}.`,
        `${LEAST_CASES} of each prove a language`,
      ),
    )
}
