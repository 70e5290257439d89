import type { SkippedReport } from '../../model/file-report.ts'
import { isTransportStream, recogniseBinary } from '../../text/recognise-binary.ts'
import { type LanguageDetectors, languageOfCode } from './language-of-code.ts'
import { recogniseNobodys } from './recognise-skip.ts'

/** Number of first bytes that identify a file. */
export const HEAD_BYTES = 8192

/**
 * Why a too large file needs no scan, by its name and first bytes: an image, an archive, a lock file. Undefined for text or code, which is then a
 * gap. A name of code or configuration takes precedence over the bytes, because a skipped file might hide code.
 */
export function recogniseUnopened(
  path: string,
  content: string | Uint8Array,
  input: LanguageDetectors & { readonly includeVendored: boolean },
): Omit<SkippedReport, 'kind'> | undefined {
  const head = typeof content === 'string' ? new TextEncoder().encode(content.slice(0, HEAD_BYTES)) : content.subarray(0, HEAD_BYTES)
  const cause = input.includeVendored ? undefined : recogniseNobodys(path, new TextDecoder().decode(head))
  // Without the size: the file would also be too large if vendored code were scanned.
  if (cause !== undefined) return { skipped: { file: path, ...cause, ...languageOfCode(input, path) }, size: 0 }
  const binary = input.detect(path, '').language === 'text' || isTransportStream(head) ? recogniseBinary(head) : undefined
  return binary === undefined ? undefined : { skipped: { file: path, reason: 'binary', detail: binary } }
}
