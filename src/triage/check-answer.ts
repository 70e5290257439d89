import type { Finding } from '../model/finding.ts'
import { SEVERITIES, type Severity } from '../model/severity.ts'
import type { FindingTriage, TriageAnswer, TriageContext, TriageLine } from '../model/triage.ts'

/** Confidence that a verdict needs to have an effect. */
const LEAST_CONFIDENCE = { keep: 0, lower: 0.6, suppress: 0.8 } as const
const LONGEST_REASON = 300
const SECRET_WEAKNESSES: ReadonlySet<string> = new Set(['CWE-798', 'CWE-259', 'CWE-321'])

/**
 * Decides what an answer may change. `keep` changes nothing. `lower` and `suppress` need a line of code as evidence, which is verified here, and never apply to
 * critical findings or to secrets. Whoever answered may have been misled by the code, so nothing is taken on trust.
 */
export function checkAnswer(
  answer: TriageAnswer,
  finding: Finding,
  { context, by }: { readonly context: TriageContext; readonly by: string },
): FindingTriage {
  const { verdict, confidence } = answer
  const quoted = context.lines.find(({ id }) => id === answer.line)
  const isQuote = quoted !== undefined && quoted.text.trim() === answer.quote?.trim()
  const note = verdict === 'keep' ? undefined : (refuseByKind(finding) ?? refuseByEvidence(answer, isQuote ? quoted : undefined, context))
  return {
    verdict,
    applied: note === undefined,
    confidence,
    reason: cleanReason(answer.reason),
    by,
    ...(note === undefined && verdict === 'lower' && { severity: finding.severity }),
    ...(isQuote && { quotedFile: quoted.file, quotedLine: quoted.line, quote: quoted.text.trim() }),
    ...(note !== undefined && { note }),
  }
}

/** The severity one level lower. */
export function lowerSeverity(severity: Severity): Severity {
  return SEVERITIES[Math.min(SEVERITIES.indexOf(severity) + 1, SEVERITIES.length - 1)] ?? severity
}

/** What no triage may change. */
function refuseByKind({ severity, category, cwe }: Finding): string | undefined {
  if (severity === 'critical') return 'Critical findings are never lowered or suppressed by a triage.'
  if (category === 'secrets' || cwe.some((weakness) => SECRET_WEAKNESSES.has(weakness)))
    return 'Findings about secrets are never lowered or suppressed by a triage.'
  return undefined
}

function refuseByEvidence({ verdict, confidence, line }: TriageAnswer, quoted: TriageLine | undefined, context: TriageContext): string | undefined {
  if (confidence < LEAST_CONFIDENCE[verdict]) return `The confidence is below ${LEAST_CONFIDENCE[verdict]}.`
  if (line === undefined) return 'The answer names no line as evidence.'
  if (quoted === undefined) return 'The quoted line does not exist in the context.'
  if (quoted.role !== 'path' && quoted.role !== 'guard' && quoted.role !== 'caller')
    return 'The quoted line is neither in a function on the data-flow path nor in a function that they call.'
  return verdict === 'suppress' ? refuseToSuppress(quoted, context) : undefined
}

function refuseToSuppress(quoted: TriageLine, { lines, steps }: TriageContext): string | undefined {
  if (!quoted.canGuard) return 'The quoted line contains neither a call nor a condition.'
  const onPath = steps.flatMap((step) => lines.find(({ id }) => id === step.line) ?? [])
  const sink = onPath.at(-1)
  if (sink === undefined) return 'The context does not show the end of the data-flow path.'
  if (quoted.role === 'path' && quoted.file === sink.file && quoted.line > sink.line)
    return 'The quoted line comes after the end of the data-flow path.'
  if (quoted.id === sink.id && steps.length > 1) return 'The quoted line is the end of the data-flow path itself.'
  const names = new Set(onPath.flatMap((each) => each.names))
  if (quoted.role === 'path' && !quoted.names.some((name) => names.has(name))) return 'The quoted line uses no name of the data-flow path.'
  return undefined
}

/** The reason comes from outside: one line of limited length, without control characters. */
function cleanReason(reason: string): string {
  const line = reason.replaceAll(/[\p{Cc}\p{Cf}\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}\p{Cs}\s]+/gu, ' ').trim()
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line
}
