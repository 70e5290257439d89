import type { RankedCandidate } from './explain/explain-nodes.ts'
import { explainMatch } from './explain-match.ts'
import type { ExplainedFiles } from './explained-files.ts'
import type { ExplainedMatch, ExplainRequest, NotReportedExplanation } from './model/explanation.ts'
import type { Finding } from './model/finding.ts'
import type { LoadedRule } from './model/rule-pack.ts'
import type { ScanFindings } from './scan/scan-files.ts'

/** One file that is explained, with the result of a scan with the rule alone. */
export interface ExplainedFileInput {
  readonly request: ExplainRequest
  readonly path: string
  readonly scan: ScanFindings
  readonly files: ExplainedFiles
  readonly rule: LoadedRule
  /** The findings of all rules, which may take precedence. */
  scanAll(request: ExplainRequest): Promise<readonly Finding[]>
}

/** The findings of a file, or those that touch a line: at the finding itself, or where a step of its data-flow path begins. */
export function findingsAt(findings: readonly Finding[], { rule, line }: ExplainRequest, path: string): readonly Finding[] {
  const touches = (place: { readonly file: string; readonly line: number; readonly endLine: number }): boolean =>
    place.file === path && (line === undefined || (place.line <= line && line <= place.endLine))
  // A step can be a whole function, such as the handler whose parameter is the source.
  const begins = (step: { readonly file: string; readonly line: number }): boolean => step.file === path && step.line === line
  return findings.filter((finding) => finding.rule === rule && (touches(finding) || finding.trace?.some(begins) === true))
}

/** Matches that a comment or another rule keeps out of the report. */
export async function explainSilenced(input: ExplainedFileInput): Promise<Pick<NotReportedExplanation, 'kind' | 'reason' | 'matches'> | undefined> {
  const { scan, request, path, files, scanAll, rule } = input
  const found = findingsAt(scan.findings, request, path)
  if (found.length === 0) {
    const suppressed = scan.suppressed.find(({ file, line }) => file === path && (request.line === undefined || line === request.line))
    if (suppressed === undefined) return undefined
    const reason = suppressed.reason === undefined ? '' : ` Its reason: ${suppressed.reason}`
    const held = explainMatch(files, suppressed.line).filter(({ holds }) => holds)
    return {
      kind: 'not-reported',
      reason: { code: 'suppressed', message: `The rule matches on line ${suppressed.line}, and a comment suppresses the finding.${reason}` },
      matches: held.map(({ place, clauses }) => ({ place, clauses, trace: [] })),
    }
  }
  if ((rule.spec['yields-to'] ?? []).length === 0) return undefined
  const all = await scanAll(request)
  if (findingsAt(all, request, path).length > 0) return undefined
  const [first] = found
  const stronger = all.find(({ file, line, endLine }) => file === path && line <= first.endLine && first.line <= endLine)
  const other = stronger === undefined ? 'another rule' : `\`${stronger.rule}\``
  const message = `The rule matches on line ${first.line}, and yields to ${other}, which reports the same code.`
  return {
    kind: 'not-reported',
    reason: { code: 'yields-to', clause: 'yields-to', message },
    matches: found.map((finding) => toMatch(files, finding, [])),
  }
}

/** A match without a finding: a requirement is not met, or a bound was reached. */
export function describeUnreported({ rule, scan, path }: ExplainedFileInput): NotReportedExplanation['reason'] {
  const { requires = [] } = rule.spec
  const limit = scan.partial.find(({ file, reason }) => file === path && (reason === 'match-limit' || reason === 'step-limit'))
  if (limit !== undefined) return { code: 'limit', message: limit.detail }
  const scopes = requires.map(({ scope, match, absent }, index) => {
    const what = match !== undefined ? 'something that matches `match`' : absent !== undefined ? 'nothing that matches `absent`' : 'such files'
    return `\`requires[${index}]\` wants ${what} in the scope \`${scope}\``
  })
  return { code: 'requires', clause: 'requires', message: `The code matches, but a condition on other code is not met: ${scopes.join('; ')}.` }
}

/** A finding with the clauses of the candidate at its position. */
export function toMatch(files: ExplainedFiles, finding: Finding, candidates: readonly RankedCandidate[]): ExplainedMatch {
  const { line, column, endLine, endColumn } = finding
  const held = candidates.find(
    ({ holds, reported }) => holds && files.positionAt(reported.start).line === line && files.positionAt(reported.start).column === column,
  )
  return {
    place: { file: finding.file, line, column, endLine, endColumn, text: files.codeAt(finding) },
    finding,
    clauses: held?.clauses ?? [],
    trace: finding.trace ?? [],
  }
}
