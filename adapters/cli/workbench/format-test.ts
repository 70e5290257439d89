import type { FixtureDifference, FixtureFile } from '../../../src/testing/index.ts'
import { countOf } from '../output/format-number.ts'
import { showText } from '../output/show-text.ts'
import type { TerminalStyle } from '../output/terminal-style.ts'
import type { RuleTest } from './test-pack.ts'

/** What the test of one rule found: one line if it passed, else the lines on which rule and markers differ. */
export function formatTest(test: RuleTest, files: readonly FixtureFile[], { colors }: Pick<TerminalStyle, 'colors'>): string {
  const { rule, file, passed, cases, differences, diagnostics, coverage } = test
  const sum = (key: 'reported' | 'lookAlikes'): number => cases.reduce((total, each) => total + each[key], 0)
  const counts = `${countOf(sum('reported'), 'reported line')}, ${countOf(sum('lookAlikes'), 'look-alike')}`
  const covered = coverage === undefined ? '' : `, ${coverage.clauses - coverage.uncovered.length} of ${countOf(coverage.clauses, 'clause')} covered`
  const head = `${passed ? colors.green('ok  ') : colors.red('FAIL')}  ${showText(rule)}  ${counts}${covered}`
  const others = diagnostics.filter(({ code }) => code !== 'fixture/missed' && code !== 'fixture/unexpected')
  return [
    head,
    ...formatDifferences(differences, files, colors),
    ...others.map(
      ({ file: sample, line, code, message, hint }) =>
        `  ${showText(sample)}:${line}  ${code}  ${showText(message)}${hint === undefined ? '' : ` (${showText(hint)})`}`,
    ),
    ...(coverage?.uncovered ?? []).map(
      ({ path, line, clause }) => `  ${showText(file)}:${line}  no sample code depends on ${showText(path)}: ${showText(clause)}`,
    ),
    '',
  ].join('\n')
}

/** The lines as a diff: `-` is expected and not reported, `+` is reported and not expected. */
function formatDifferences(
  differences: readonly FixtureDifference[],
  files: readonly FixtureFile[],
  colors: TerminalStyle['colors'],
): readonly string[] {
  const texts = new Map(files.map(({ path, content }) => [path, content.split(/\r\n|\n|\r/)]))
  const paths = [...new Set(differences.map(({ file }) => file))]
  return paths.flatMap((path) => [
    `  ${showText(path)}`,
    ...differences
      .filter(({ file }) => file === path)
      .map(({ kind, line }) => {
        const code = showText((texts.get(path)?.[line - 1] ?? '').trim())
        return kind === 'missed'
          ? colors.red(`  - ${String(line).padStart(4)}  ${code}   expected, not reported`)
          : colors.green(`  + ${String(line).padStart(4)}  ${code}   reported, not expected`)
      }),
  ])
}
