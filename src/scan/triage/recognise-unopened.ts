import type { SkippedReport } from '../../model/file-report.ts'
import { isTransportStream, recogniseBinary } from '../../text/recognise-binary.ts'
import { type LanguageDetectors, languageOfCode } from './language-of-code.ts'
import { recogniseNobodys } from './recognise-skip.ts'

/** Bytes at the beginning that say what a file is. */
export const HEAD_BYTES = 8192

/**
 * Why nobody expects a scan of a file that is too large for one, by its name and first bytes: a picture, an archive, a lock file; undefined for a text or a program, which is
 * then a gap. A name of code or configuration goes before what the bytes look like, since what is not looked at might hide something.
 */
export function recogniseUnopened(
  path: string,
  content: string | Uint8Array,
  input: LanguageDetectors & { readonly includeVendored: boolean },
): Omit<SkippedReport, 'kind'> | undefined {
  const head = typeof content === 'string' ? new TextEncoder().encode(content.slice(0, HEAD_BYTES)) : content.subarray(0, HEAD_BYTES)
  const cause = input.includeVendored ? undefined : recogniseNobodys(path, new TextDecoder().decode(head))
  // Of no size: it would be too large as well where all is scanned as it is.
  if (cause !== undefined) return { skipped: { file: path, ...cause, ...languageOfCode(input, path) }, size: 0 }
  const binary = input.detect(path, '').language === 'text' || isTransportStream(head) ? recogniseBinary(head) : undefined
  return binary === undefined ? undefined : { skipped: { file: path, reason: 'binary', detail: binary } }
}
