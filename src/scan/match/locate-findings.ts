import { BOUNDS } from '../../model/bounds.ts'
import { boundName } from '../../model/bound.ts'
import type { CausedFinding, TextEdit, TraceStep } from '../../model/finding.ts'
import type { LineIndex, Span } from '../../model/position.ts'
import type { RuleDetail } from '../../model/ruleset.ts'
import { CONFIDENCES, SEVERITIES, weaker } from '../../model/severity.ts'
import { redactSecret } from '../../text/redact-secret.ts'
import { summariseFlow } from '../../text/summarise-flow.ts'
import { readContextFacts } from './context-facts.ts'
import { fingerprint, foldWhiteSpace } from './fingerprint.ts'
import type { Capture, RawFinding } from './raw-finding.ts'

/** The file of the findings. */
export interface LocatedText {
  readonly path: string
  readonly text: string
  readonly lines: LineIndex
  /** The text cannot be edited in the file. */
  readonly made: boolean
}

/**
 * Converts the raw findings of a file to findings with position and fingerprint, by position. Findings of one rule must be consecutive, because they
 * are numbered.
 */
export function locateFindings(file: LocatedText, found: readonly RawFinding[], rules: readonly RuleDetail[]): readonly CausedFinding[] {
  const occurrences = new Map<string, number>()
  const ordered = found.toSorted((left, right) => left.start - right.start || left.end - right.end || left.rule - right.rule)
  return ordered.flatMap((raw) => {
    const detail = rules[raw.rule]
    return detail === undefined ? [] : [toFinding(file, raw, detail, occurrences)]
  })
}

function toFinding(
  file: LocatedText,
  raw: RawFinding,
  { info, message, oneCause, autofix }: RuleDetail,
  occurrences: Map<string, number>,
): CausedFinding {
  const code = file.text.slice(raw.start, raw.end)
  const key = `${info.id}\n${foldWhiteSpace(code)}`
  const occurrence = occurrences.get(key) ?? 0
  occurrences.set(key, occurrence + 1)
  const start = file.lines.positionAt(raw.start)
  const end = file.lines.positionAt(raw.end)
  const fill = (template: string): string => fillTemplate(template, raw, info.category === 'secrets')
  const causes = oneCause === undefined ? raw.causes : [...(raw.causes ?? []), causeOf(oneCause, raw, info.id)]
  const context = readContextFacts(file.text, raw)
  const edits = autofix === undefined || file.made ? undefined : toEdits(file, raw, autofix)
  return {
    id: fingerprint({ rule: info.id, path: file.path, code, occurrence }),
    rule: info.id,
    severity: raw.severity === undefined ? info.severity : weaker(SEVERITIES, raw.severity, info.severity),
    title: info.title,
    description: describe(fill, message ?? info.description, message === undefined ? raw.trace : undefined),
    file: file.path,
    line: start.line,
    ...(info.fix === undefined ? {} : { fix: info.fix }),
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    confidence: raw.confidence === undefined ? info.confidence : weaker(CONFIDENCES, raw.confidence, info.confidence),
    category: info.category,
    cwe: info.cwe,
    owasp: info.owasp,
    references: info.references,
    ...(raw.trace === undefined ? {} : { trace: raw.trace }),
    ...(raw.alternatives === undefined ? {} : { alternatives: raw.alternatives }),
    ...(causes === undefined ? {} : { causes }),
    ...(context.length === 0 ? {} : { context }),
    ...(edits === undefined ? {} : { autofix: edits }),
  }
}

/** A text of the rule with filled metavariables. If it has none, a preceding sentence names source and sink of the data flow. */
function describe(fill: (template: string) => string, text: string, trace: readonly TraceStep[] | undefined): string {
  const summary = text.match(METAVARIABLE) === null ? summariseFlow(trace) : undefined
  return summary === undefined ? fill(text) : `${summary} ${fill(text)}`
}

/** Hashed, because it may contain a secret. */
function causeOf(template: string, raw: RawFinding, rule: string): string {
  return fingerprint({ rule, path: '', code: fillIn(template, raw), occurrence: 0 })
}

const METAVARIABLE = /\$(?:\.\.\.)?([A-Z_][A-Z0-9_]*)/g

/** Longer code in a message is cut, because the location is also reported. */
const MAX_QUOTED = BOUNDS.quotedCharacters.value
/** Maximum length of code that is read for a quote, including white space. */
const MAX_READ = BOUNDS.quotedCharactersRead.value

function joinLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/** Replaces `$X` by the bound code. Secrets are masked. Unbound names stay. */
function fillTemplate(template: string, raw: RawFinding, secret: boolean): string {
  return fillIn(joinLines(template), raw, (code) => {
    if (secret) return redactSecret(code)
    return code.length > MAX_QUOTED ? `${code.slice(0, MAX_QUOTED)}…` : code
  })
}

function fillIn(template: string, { captures }: RawFinding, show = (code: string): string => code): string {
  return template.replace(METAVARIABLE, (written, name: string) => {
    const capture = captures.get(`$${name}`)
    return capture === undefined ? written : show(foldWhiteSpace(capture.text.slice(0, MAX_READ)))
  })
}

/** The edits of an autofix: one for the whole match, or one per metavariable. */
function toEdits(file: LocatedText, raw: RawFinding, autofix: NonNullable<RuleDetail['autofix']>): readonly TextEdit[] | undefined {
  // Captures of data flow are cut like those in messages.
  const codeOf = ({ start, end, text }: Capture): string =>
    raw.trace === undefined || start === undefined || end === undefined ? text : file.text.slice(start, end)
  const fillIn = (template: string): string =>
    template.replace(METAVARIABLE, (written, name: string) => {
      const capture = raw.captures.get(`$${name}`)
      return capture === undefined ? written : codeOf(capture)
    })
  const edit = ({ start, end }: Span, text: string): TextEdit => {
    const from = file.lines.positionAt(start)
    const to = file.lines.positionAt(end)
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column, text }
  }
  if (autofix.replace !== undefined) return [edit(raw, fillIn(autofix.replace))]
  const edits = (autofix.edits ?? []).flatMap(({ at, text, find }) => {
    const { start, end } = raw.captures.get(boundName(at)) ?? {}
    if (start === undefined || end === undefined) return []
    const part = find === undefined ? { start: 0, end: end - start } : find(file.text.slice(start, end))
    return part === undefined ? [] : [edit({ start: start + part.start, end: start + part.end }, fillIn(text))]
  })
  return edits.length > 0 ? edits : undefined
}
