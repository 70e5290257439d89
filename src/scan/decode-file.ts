import type { SkippedFile } from '../model/gap.ts'
import type { Dialect } from '../model/language.ts'
import type { Limits } from '../model/scanner.ts'
import type { SourceFile } from '../model/source.ts'
import { decodeText } from '../text/decode-text.ts'
import type { PhaseClock } from './phase-clock.ts'
import { recogniseSkip } from './recognise-skip.ts'

export interface DecodeInput {
  readonly detect: (path: string, text: string) => Dialect
  readonly limits: Limits
  readonly includeVendored: boolean
  readonly clock: PhaseClock
}

/** The text of a file, or why it is not looked at: too large, no text, nobody's own code. */
export function decodeFile({ path, content }: SourceFile, input: DecodeInput): { readonly text: string } | { readonly skipped: SkippedFile } {
  const { clock, limits } = input
  const skip = (reason: SkippedFile['reason'], detail: string): { readonly skipped: SkippedFile } => ({ skipped: { file: path, reason, detail } })
  const bytes = clock.time('decode', () => byteLength(content, limits.maxFileBytes))
  if (bytes > limits.maxFileBytes) return skip('too-large', `The file has ${bytes} bytes, over the limit of ${limits.maxFileBytes}.`)
  const decoded = clock.time('decode', () => decodeText(content))
  if ('fault' in decoded) {
    // A picture is not code; a source file that cannot be read might hide something.
    const known = input.detect(path, '').language !== 'text'
    return skip(known ? 'undecodable' : 'binary', decoded.detail)
  }
  const { text } = decoded
  const cause = input.includeVendored ? undefined : clock.time('decode', () => recogniseSkip(path, text))
  return cause === undefined ? { text } : skip(cause.reason, cause.detail)
}

/** Bytes of UTF-8. Strings that cannot have more than `most` are not measured: no unit takes more than three bytes. */
function byteLength(content: string | Uint8Array, most: number): number {
  if (typeof content !== 'string') return content.byteLength
  return 3 * content.length <= most ? content.length : new TextEncoder().encode(content).byteLength
}
