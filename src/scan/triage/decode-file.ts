import type { SkippedReport } from '../../model/file-report.ts'
import type { SkippedFile } from '../../model/gap.ts'
import type { Limits } from '../../model/scanner.ts'
import type { SourceFile } from '../../model/source.ts'
import { decodeText } from '../../text/decode-text.ts'
import { isTransportStream, recogniseBinary } from '../../text/recognise-binary.ts'
import { byteLength } from './byte-length.ts'
import { type LanguageDetectors, languageOfCode } from './language-of-code.ts'
import type { PhaseClock } from '../costs/phase-clock.ts'
import { recogniseSkip } from './recognise-skip.ts'
import { HEAD_BYTES, recogniseUnopened } from './recognise-unopened.ts'

export interface DecodeInput extends LanguageDetectors {
  readonly limits: Limits
  readonly includeVendored: boolean
  readonly clock: PhaseClock
}

/** The text of a file, or the reason why it is skipped: too large, not text, or third-party code. */
export function decodeFile({ path, content, compiledFrom }: SourceFile, input: DecodeInput): { readonly text: string } | Omit<SkippedReport, 'kind'> {
  const { clock, limits } = input
  const skip = (reason: SkippedFile['reason'], detail: string): { readonly skipped: SkippedFile } => ({ skipped: { file: path, reason, detail } })
  const bytes = clock.time('decode', () => byteLength(content, limits.maxFileBytes))
  if (bytes > limits.maxFileBytes) {
    const cause = clock.time('decode', () => recogniseUnopened(path, content, input))
    return { ...skip('too-large', `The file has ${bytes} bytes, over the limit of ${limits.maxFileBytes}.`), ...cause }
  }
  const decoded = clock.time('decode', () => decodeText(content))
  if ('fault' in decoded) {
    const kind = typeof content === 'string' ? undefined : recogniseBinary(content.subarray(0, HEAD_BYTES))
    // An image is not code, but an unreadable source file might hide code. Some languages share an extension with binary files.
    const known = input.detect(path, '').language !== 'text' || (decoded.fault === 'undecodable' && input.detectUnread(path) !== undefined)
    const isVideo = typeof content !== 'string' && isTransportStream(content)
    return known && !isVideo ? skip('undecodable', decoded.detail) : skip('binary', kind ?? decoded.detail)
  }
  const { text } = decoded
  const cause = input.includeVendored ? undefined : clock.time('decode', () => recogniseSkip(path, text, compiledFrom))
  return cause === undefined ? { text } : { skipped: { file: path, ...cause, ...languageOfCode(input, path, text) }, size: text.length }
}
