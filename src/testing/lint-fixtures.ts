import { languageOf, type RuleInfo } from '../index.ts'
import { compareTexts } from '../model/compare-texts.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import { fixtureDiagnostic } from './fixture-diagnostic.ts'
import type { FixtureReport } from './judge-fixtures.ts'
import { placeMarkers } from './place-markers.ts'
import { type FixtureFile, prepareFixtures } from './prepare-fixtures.ts'

/** A rule with its sample code and the result of `judgeFixtures`. */
export interface LintedFixtures {
  readonly rule: Pick<RuleInfo, 'id' | 'languages'>
  /** Path of the rule's file, which diagnostics name. */
  readonly file: string
  /** Undefined if there is no sample code. */
  readonly files: readonly FixtureFile[] | undefined
  readonly report?: Pick<FixtureReport, 'cases' | 'reported'>
  /** Rules whose findings may be at the same lines: those that yield to this rule, or that it yields to. */
  readonly mates?: readonly string[]
}

/** Advice about sample code: rules without any, languages without reported lines or look-alikes, and lines that another rule reports as well. */
export function lintFixtures({ rule, file, files, report, mates = [] }: LintedFixtures): readonly Diagnostic[] {
  const at = { file }
  if (files === undefined || files.length === 0 || report === undefined)
    return [fixtureDiagnostic('lint/no-fixtures', at, `The rule \`${rule.id}\` has no sample code.`, `write fixtures/${rule.id}/`)]
  const samples = prepareFixtures(files).files
  const without = rule.languages.filter(
    (language) => language !== 'text' && !samples.some(({ path, content }) => languageOf(path, content) === language),
  )
  const cases = report.cases.filter(({ rule: id, language }) => id === rule.id && !without.includes(language))
  return [
    ...without.map((language) =>
      fixtureDiagnostic('lint/no-sample', at, `No sample code of \`${rule.id}\` is ${language}.`, 'add a file, or remove the language'),
    ),
    ...cases.flatMap(({ language, reported, lookAlikes }) => [
      ...(reported > 0
        ? []
        : [
            fixtureDiagnostic(
              'lint/no-reported-line',
              at,
              `No line of ${language} is marked \`ruleid: ${rule.id}\`.`,
              'mark a line that the rule must report',
            ),
          ]),
      ...(lookAlikes > 0
        ? []
        : [fixtureDiagnostic('lint/no-look-alike', at, `No line of ${language} is marked \`ok: ${rule.id}\`.`, 'add a safe variant of the code')]),
    ]),
    ...findOverlaps({ rule, file, report, mates }, samples),
  ]
}

/** Other rules that report a line of this rule where no marker expects them. */
function findOverlaps(
  { rule, file, report, mates }: { readonly report: Pick<FixtureReport, 'reported'> } & Required<Pick<LintedFixtures, 'rule' | 'file' | 'mates'>>,
  samples: readonly FixtureFile[],
): readonly Diagnostic[] {
  const marked = new Set(
    samples.flatMap((sample) => placeMarkers(sample, undefined).markers.map(({ target, rule: id }) => `${sample.path}:${target} ${id}`)),
  )
  const own = new Set(report.reported.filter((line) => line.rule === rule.id).map((line) => `${line.file}:${line.line}`))
  const others = report.reported.filter(
    (line) =>
      line.rule !== rule.id &&
      !mates.includes(line.rule) &&
      own.has(`${line.file}:${line.line}`) &&
      !marked.has(`${line.file}:${line.line} ${line.rule}`),
  )
  const ids = [...new Set(others.map((line) => line.rule))].sort(compareTexts)
  return ids.flatMap((id) => {
    const [first, ...more] = others.filter((line) => line.rule === id)
    if (first === undefined) return []
    const further = more.length === 0 ? '' : ` and ${more.length} more`
    const message = `\`${id}\` reports the same line of the sample code: ${first.file}:${first.line}${further}.`
    return [
      fixtureDiagnostic('lint/overlap', { file }, message, 'let one rule yield to the other with `yields-to`, or add `ruleid` markers for both'),
    ]
  })
}
