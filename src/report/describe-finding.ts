import type { Finding } from '../model/finding.ts'
import { redactSecret } from '../text/redact-secret.ts'
import { spanOf } from '../text/span-of.ts'
import type { ReportedSource } from './source-reader.ts'

/**
 * The description of a finding. Secrets in it, which come from matched code, are masked as in snippets. If the source is gone, everything that looks
 * like a token is masked.
 */
export function describeFinding(finding: Finding, source: ReportedSource | undefined): string {
  if (source === undefined)
    return finding.category === 'secrets'
      ? finding.description.replaceAll(TOKEN_LIKE, (word) => (/\d/.test(word) ? redactSecret(word) : word))
      : finding.description
  const place = spanOf(source.lines, source.text, finding)
  return source.secrets
    .filter(({ start, end }) => start < place.end && end > place.start)
    .map(({ start, end }) => source.text.slice(start, end))
    .filter((secret) => secret.length >= LEAST_SECRET)
    .reduce((description, secret) => description.replaceAll(secret, () => redactSecret(secret)), finding.description)
}

/** Shorter texts occur in descriptions as ordinary words. */
const LEAST_SECRET = 4

const TOKEN_LIKE = /[\w+/=.-]{12,}/g
