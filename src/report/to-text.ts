import type { Finding } from '../model/finding.ts'
import type { ScanResult } from '../model/result.ts'
import { SEVERITIES } from '../model/severity.ts'
import { foldAlike } from './fold-alike.ts'
import { choosePaint } from './paint.ts'
import { renderFolded } from './render-folded.ts'
import { renderFile } from './render-file.ts'
import { groupByFile, type SourceOf } from './source-reader.ts'
import { summarise } from './summarise.ts'

/** Options of the text report. */
export interface TextOptions {
  /** Whether to use ANSI colours. The caller knows the stream and the environment. Default: false. */
  readonly color?: boolean
  /**
   * Returns the content of a scanned file for snippets, or undefined if it is gone. May be called again for a file whose data reaches another file.
   */
  readonly sourceOf?: SourceOf
  /** Terminal columns per line. Default: 100. */
  readonly width?: number
  /** The link target of a file, for terminals that support links. Default: no links. */
  readonly linkOf?: (file: string) => string | undefined
  /** The address of the page of a rule, for terminals that support links. Default: no links. */
  readonly rulePageOf?: (rule: string) => string | undefined
  /** Whether long data-flow paths and repeated findings are shortened. Default yes. */
  readonly fold?: boolean
  /** Whether each finding shows the facts that its confidence was computed from. Default: no. */
  readonly explainConfidence?: boolean
}

const DEFAULT_WIDTH = 100
/** Narrower lines have one word each; wider lines are hard to read. */
const LEAST_WIDTH = 40
const MAX_WIDTH = 120

/**
 * The result for people: findings by file, equal ones together, with location, code and carets, then gaps, counts, score and grade. The most severe
 * findings come last, next to the grade, where a terminal stops. Secrets are masked, and text of files and rules reaches the terminal without control
 * characters. Ends with a line break.
 */
export function toText(
  result: ScanResult,
  { color = false, sourceOf = () => undefined, width = DEFAULT_WIDTH, linkOf, rulePageOf, fold = true, explainConfidence = false }: TextOptions = {},
): string {
  const byFile = groupByFile(result.findings)
  const findingsOf = (file: string): readonly Finding[] => byFile.get(file) ?? []
  const page = {
    linkOf,
    rulePageOf,
    paint: choosePaint(color),
    width: Math.min(Math.max(width, LEAST_WIDTH), MAX_WIDTH),
    sourceOf,
    findingsOf,
    fold,
    explainConfidence,
  }
  const rankOf = ([first]: readonly Finding[]): number => SEVERITIES.indexOf(first.severity)
  const { shown, alike } = fold ? foldAlike(result.findings) : { shown: result.findings, alike: [] }
  const files = [...groupByFile(shown)]
    .toSorted(([, left], [, right]) => rankOf(right) - rankOf(left))
    .map(([file, findings]) => renderFile(page, file, findings))
  return `${[...renderFolded(page, alike), ...files, summarise(result, page)].join('\n\n')}\n`
}
