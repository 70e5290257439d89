import type { Finding, TextEdit } from '../model/finding.ts'
import type { Span } from '../model/position.ts'
import type { RuleDetail } from '../model/ruleset.ts'
import type { SuppressedFinding } from '../model/suppression.ts'
import { redactSecret } from '../text/redact-secret.ts'
import { suppresses } from '../text/read-suppressions.ts'
import { fingerprint, foldWhiteSpace } from './fingerprint.ts'
import type { RawFinding } from './raw-finding.ts'
import type { FileScan } from './scan-file.ts'

type Scanned = Extract<FileScan, { kind: 'scanned' }>

export interface FileFindings {
  readonly findings: readonly Finding[]
  readonly suppressed: readonly SuppressedFinding[]
  /** Lines of suppressions that silenced nothing, with their rules. */
  readonly unused: readonly { readonly line: number; readonly rules: readonly string[] }[]
}

/** Turns the raw findings of a file into findings with place and fingerprint, and takes out those that a comment silences. */
export function toFindings(scan: Scanned, rules: readonly RuleDetail[], keep: (finding: RawFinding) => boolean): FileFindings {
  const occurrences = new Map<string, number>()
  const used = new Set<number>()
  const findings: Finding[] = []
  const suppressed: SuppressedFinding[] = []
  const silencers = [...scan.suppressions, ...scan.foreign]
  const ordered = scan.findings.filter(keep).toSorted((left, right) => left.start - right.start || left.end - right.end || left.rule - right.rule)
  for (const raw of ordered) {
    const detail = rules[raw.rule]
    if (detail === undefined) continue
    const finding = toFinding(scan, raw, detail, occurrences)
    const silencer = silencers.findIndex((suppression) => suppresses(suppression, finding.rule, finding.line))
    if (silencer < 0) findings.push(finding)
    else {
      for (const [index, suppression] of silencers.entries()) if (suppresses(suppression, finding.rule, finding.line)) used.add(index)
      const reason = silencers[silencer]?.reason
      suppressed.push({ id: finding.id, rule: finding.rule, file: finding.file, line: finding.line, ...(reason === undefined ? {} : { reason }) })
    }
  }
  const unused = scan.suppressions.flatMap((suppression, index) =>
    used.has(index) ? [] : [{ line: scan.lines.positionAt(suppression.start).line, rules: suppression.rules }],
  )
  return { findings, suppressed, unused }
}

function toFinding(scan: Scanned, raw: RawFinding, { info, message, autofix }: RuleDetail, occurrences: Map<string, number>): Finding {
  const code = scan.text.slice(raw.start, raw.end)
  const key = `${info.id}\n${foldWhiteSpace(code)}`
  const occurrence = occurrences.get(key) ?? 0
  occurrences.set(key, occurrence + 1)
  const start = scan.lines.positionAt(raw.start)
  const end = scan.lines.positionAt(raw.end)
  const fill = (template: string): string => fillTemplate(template, raw, info.category === 'secrets')
  const edits = autofix === undefined ? undefined : toEdits(scan, raw, autofix)
  return {
    id: fingerprint({ rule: info.id, path: scan.path, code, occurrence }),
    rule: info.id,
    severity: info.severity,
    title: info.title,
    description: fill(message ?? info.description),
    file: scan.path,
    line: start.line,
    ...(info.fix === undefined ? {} : { fix: info.fix }),
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    confidence: info.confidence,
    category: info.category,
    cwe: info.cwe,
    owasp: info.owasp,
    references: info.references,
    ...(raw.trace === undefined ? {} : { trace: raw.trace }),
    ...(raw.alternatives === undefined ? {} : { alternatives: raw.alternatives }),
    ...(edits === undefined ? {} : { autofix: edits }),
  }
}

const METAVARIABLE = /\$(?:\.\.\.)?([A-Z_][A-Z0-9_]*)/g

/** Longer code in a message is cut: the place is reported beside it. */
const MAX_QUOTED = 80
/** What is quoted lies within so much of it, white space included. */
const MAX_READ = 4_000

/** Fills in `$X` by what it stands for. Secrets are masked; names that are not bound stay as written. */
function fillTemplate(template: string, raw: RawFinding, secret: boolean): string {
  return template
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(METAVARIABLE, (written, name: string) => {
      const capture = raw.captures.get(`$${name}`)
      if (capture === undefined) return written
      const code = foldWhiteSpace(capture.text.slice(0, MAX_READ))
      if (secret) return redactSecret(code)
      return code.length > MAX_QUOTED ? `${code.slice(0, MAX_QUOTED)}…` : code
    })
}

/** Edits of an autofix: one for the whole match, or one a metavariable. */
function toEdits(scan: Scanned, raw: RawFinding, autofix: NonNullable<RuleDetail['autofix']>): readonly TextEdit[] | undefined {
  const fillIn = (template: string): string =>
    template.replace(METAVARIABLE, (written, name: string) => raw.captures.get(`$${name}`)?.text ?? written)
  const edit = ({ start, end }: Span, text: string): TextEdit => {
    const from = scan.lines.positionAt(start)
    const to = scan.lines.positionAt(end)
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column, text }
  }
  if (autofix.replace !== undefined) return [edit(raw, fillIn(autofix.replace))]
  const edits = (autofix.edits ?? []).flatMap(({ at, text }) => {
    const capture = raw.captures.get(at)
    return capture === undefined ? [] : [edit(capture, fillIn(text))]
  })
  return edits.length > 0 ? edits : undefined
}
