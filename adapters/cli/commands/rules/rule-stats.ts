import type { LibraryModules } from '../../engine/library-modules.ts'
import { countOf } from '../../output/format-number.ts'
import { writeStream } from '../../output/write-output.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import { formatTable } from '../../workbench/format-table.ts'
import { readVerdicts, type Verdicts } from '../../workbench/read-verdicts.ts'
import type { SurveyedTree } from '../../workbench/survey-folders.ts'
import { toJsonText } from '../../workbench/to-json-text.ts'
import { listTrees, type NoiseFlags, per10000, surveyAll } from './noise.ts'

/** Flags of `assay rules stats`. */
export interface StatsFlags extends Omit<NoiseFlags, 'every'> {
  /** Files with verdicts about findings. */
  readonly verdicts?: readonly string[]
}

/** `assay rules stats`: findings, time and precision of each rule over repositories. */
export async function printRuleStats(folders: readonly string[], flags: StatsFlags, library: LibraryModules): Promise<number> {
  const verdicts = readVerdicts(flags.verdicts ?? [])
  const surveyed = await surveyAll(listTrees(folders), flags, true, library)
  const lines = surveyed.reduce((total, tree) => total + tree.lines, 0)
  const rules = describeRules(surveyed, verdicts, folders, lines)
  const repositories = surveyed.map(({ name, files, lines: own, findings, milliseconds }) => ({
    ...{ name, files, lines: own, findings: findings.length },
    milliseconds: Math.round(milliseconds),
  }))
  if (flags.format === 'json') await writeStream(process.stdout, toJsonText({ lines, repositories, rules }))
  else await writeStream(process.stdout, formatStats(repositories, rules, lines))
  return EXIT_CODES.passed
}

interface RuleStats {
  readonly rule: string
  readonly findings: number
  /** Repositories with a finding. */
  readonly repositories: number
  readonly per10000Lines: number
  readonly milliseconds: number
  /** Findings with a verdict. */
  readonly right: number
  readonly wrong: number
  /** Findings on which reviewers can differ. They do not count for the precision. */
  readonly disputed: number
  /** `right / (right + wrong)`. Undefined without such verdicts. */
  readonly precision?: number
}

/** Rules with findings, or that took at least a millisecond. Most findings first, then the slowest. */
function describeRules(surveyed: readonly SurveyedTree[], verdicts: Verdicts, folders: readonly string[], lines: number): readonly RuleStats[] {
  const ids = new Set(surveyed.flatMap(({ findings, costs }) => [...findings.map(({ rule }) => rule), ...costs.keys()]))
  const all = [...ids].sort().map((rule) => {
    const own = surveyed.flatMap(({ findings }) => findings.filter((finding) => finding.rule === rule))
    const judged = own.flatMap((finding) => verdicts.of(finding, folders) ?? [])
    const count = (verdict: string): number => judged.filter((each) => each === verdict).length
    const [right, wrong] = [count('right'), count('wrong')]
    return {
      rule,
      findings: own.length,
      repositories: surveyed.filter(({ findings }) => findings.some((finding) => finding.rule === rule)).length,
      per10000Lines: per10000(own.length, lines),
      milliseconds: Math.round(surveyed.reduce((total, { costs }) => total + (costs.get(rule) ?? 0), 0)),
      right,
      wrong,
      disputed: judged.length - right - wrong,
      ...(right + wrong > 0 && { precision: Math.round((1000 * right) / (right + wrong)) / 1000 }),
    }
  })
  return all
    .filter(({ findings, milliseconds }) => findings > 0 || milliseconds > 0)
    .toSorted((left, right) => right.findings - left.findings || right.milliseconds - left.milliseconds)
}

interface Repository {
  readonly name: string
  readonly files: number
  readonly lines: number
  readonly findings: number
  readonly milliseconds: number
}

function formatStats(repositories: readonly Repository[], rules: readonly RuleStats[], lines: number): string {
  const first = [
    ['repository', 'files', 'lines', 'findings', 'ms'],
    ...repositories.map((each) => [each.name, each.files, each.lines, each.findings, each.milliseconds]),
  ]
  const second = [
    ['rule', 'findings', 'repositories', 'per 10,000 lines', 'ms', 'right', 'wrong', 'disputed', 'precision'],
    ...rules.map((each) => [
      ...[each.rule, each.findings, each.repositories, each.per10000Lines.toFixed(2), each.milliseconds, each.right, each.wrong, each.disputed],
      each.precision === undefined ? '-' : `${(100 * each.precision).toFixed(1)} %`,
    ]),
  ]
  return `${formatTable(first)}\n${formatTable(second)}\n${countOf(lines, 'line')} in ${countOf(repositories.length, 'folder')}.\n`
}
