import { statSync } from 'node:fs'
import type { Finding } from '../../../../src/node/index.ts'
import type { LibraryModules } from '../../engine/library-modules.ts'
import { countOf } from '../../output/format-number.ts'
import { showText } from '../../output/show-text.ts'
import { writeStream } from '../../output/write-output.ts'
import { CommandError } from '../../process/command-error.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import { selectRules } from '../../project/select-rules.ts'
import { formatTable } from '../../workbench/format-table.ts'
import { splitFolder, type SurveyedTree, surveyTrees, type Tree } from '../../workbench/survey-folders.ts'
import { toJsonText } from '../../workbench/to-json-text.ts'

/** Flags of `assay rules noise`. */
export interface NoiseFlags {
  readonly pack?: readonly string[] | false
  readonly rules?: readonly string[]
  readonly ruleCache: boolean
  /** Scans only each nth package. */
  readonly every?: number
  readonly format: 'text' | 'json'
  readonly quiet?: boolean
}

/** `assay rules noise`: findings by 10,000 lines of code that is in use. */
export async function countNoise(folders: readonly string[], flags: NoiseFlags, library: LibraryModules): Promise<number> {
  const { every = 1 } = flags
  if (every < 1) throw new CommandError(EXIT_CODES.wrongUsage, '--every: expected a whole number, 1 or larger.')
  const trees = listTrees(folders).filter((_, index) => index % every === 0)
  const surveyed = await surveyAll(trees, flags, false, library)
  const lines = surveyed.reduce((total, tree) => total + tree.lines, 0)
  const rules = countByRule(
    surveyed.flatMap(({ findings }) => findings),
    lines,
  )
  if (flags.format === 'json') await writeStream(process.stdout, toJsonText({ lines, rules, folders: surveyed.map(describeTree) }))
  else await writeStream(process.stdout, formatNoise(surveyed, rules, lines))
  return EXIT_CODES.passed
}

/** Throws `CommandError` for a path that does not exist. */
export function listTrees(folders: readonly string[]): readonly Tree[] {
  const missing = folders.find((folder) => statSync(folder, { throwIfNoEntry: false }) === undefined)
  if (missing !== undefined) throw new CommandError(EXIT_CODES.wrongUsage, `\`${showText(missing)}\` does not exist. Name folders with source code.`)
  return folders.flatMap(splitFolder)
}

/** Scans all trees and says on stderr how far it is. Throws `CommandError` if there is nothing to scan. */
export async function surveyAll(
  trees: readonly Tree[],
  flags: Omit<NoiseFlags, 'every'>,
  timed: boolean,
  library: LibraryModules,
): Promise<readonly SurveyedTree[]> {
  const engine = await library.engine()
  const scanner = await engine.createScanner(selectRules(flags, undefined))
  try {
    const onTree = (done: number, { name, lines, findings, milliseconds }: SurveyedTree): void => {
      if (flags.quiet === true) return
      const told = `${countOf(lines, 'line')}, ${countOf(findings.length, 'finding')}, ${(milliseconds / 1000).toFixed(1)} s`
      process.stderr.write(`assay: ${done} of ${trees.length}  ${showText(name)}: ${told}\n`)
    }
    const surveyed = await surveyTrees(trees, { scanner, engine, timed, onTree })
    if (surveyed.length === 0) throw new CommandError(EXIT_CODES.incomplete, 'there are no files to scan in these folders.')
    return surveyed
  } finally {
    await scanner.close()
  }
}

interface RuleNoise {
  readonly rule: string
  readonly findings: number
  readonly per10000Lines: number
  /** Of severity critical or high. */
  readonly severe: number
  /** Of more than low confidence. */
  readonly sure: number
}

function countByRule(findings: readonly Finding[], lines: number): readonly RuleNoise[] {
  const ids = [...new Set(findings.map(({ rule }) => rule))].sort()
  const counts = ids.map((rule) => {
    const own = findings.filter((finding) => finding.rule === rule)
    return {
      rule,
      findings: own.length,
      per10000Lines: per10000(own.length, lines),
      severe: own.filter(isSevere).length,
      sure: own.filter(isSure).length,
    }
  })
  return counts.toSorted((left, right) => right.findings - left.findings)
}

/** Findings in 10,000 lines, with two digits. */
export function per10000(findings: number, lines: number): number {
  return Math.round((1_000_000 * findings) / Math.max(1, lines)) / 100
}

function isSevere({ severity }: Finding): boolean {
  return severity === 'critical' || severity === 'high'
}

function isSure({ confidence }: Finding): boolean {
  return confidence !== 'low'
}

function describeTree({ name, lines, files, findings, milliseconds }: SurveyedTree) {
  const counts = { findings: findings.length, severe: findings.filter(isSevere).length, sure: findings.filter(isSure).length }
  return { name, lines, files, ...counts, milliseconds: Math.round(milliseconds) }
}

function formatNoise(surveyed: readonly SurveyedTree[], rules: readonly RuleNoise[], lines: number): string {
  const trees = surveyed.map(describeTree).filter(({ findings }) => findings > 0)
  const folders = [
    ['folder', 'lines', 'findings', 'critical, high', 'not low confidence', 'ms'],
    ...trees.map((tree) => [tree.name, tree.lines, tree.findings, tree.severe, tree.sure, tree.milliseconds]),
  ]
  const table = [
    ['rule', 'findings', 'per 10,000 lines', 'critical, high', 'not low confidence'],
    ...rules.map((rule) => [rule.rule, rule.findings, rule.per10000Lines.toFixed(2), rule.severe, rule.sure]),
  ]
  const all = rules.reduce((total, { findings }) => total + findings, 0)
  const sum = `${countOf(all, 'finding')} in ${countOf(lines, 'line')}: ${per10000(all, lines).toFixed(2)} per 10,000 lines.`
  return `${formatTable(folders)}\n${formatTable(table)}\n${sum}\n`
}
