import type { FindingTriage } from '../model/triage.ts'

/** The verdict of a triage on a finding, as one sentence. Its reason comes from outside. */
export function describeTriage({ verdict, applied, confidence, reason, by, note }: FindingTriage): string {
  const effect = applied ? '' : ` No effect: ${note ?? ''}`
  return `Triage by ${by}: ${verdict} (confidence ${confidence}). ${reason}${effect}`
}
