import type { SkippedFile } from '../model/gap.ts'
import type { Dialect } from '../model/language.ts'
import type { Limits } from '../model/scanner.ts'
import type { SourceFile } from '../model/source.ts'
import { decodeText } from '../text/decode-text.ts'
import { byteLength } from './byte-length.ts'
import type { PhaseClock } from './phase-clock.ts'
import { recogniseSkip } from './recognise-skip.ts'

export interface DecodeInput {
  readonly detect: (path: string, text: string) => Dialect
  /** The language of program code that is not read as code; undefined for all else. Without a text the name has to do. */
  readonly detectUnread: (path: string, text?: string) => string | undefined
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
    // A picture is not code; a source file that cannot be read might hide something. Some languages share an ending with binary files.
    const known = input.detect(path, '').language !== 'text' || (decoded.fault === 'undecodable' && input.detectUnread(path) !== undefined)
    return skip(known ? 'undecodable' : 'binary', decoded.detail)
  }
  const { text } = decoded
  const cause = input.includeVendored ? undefined : clock.time('decode', () => recogniseSkip(path, text))
  return cause === undefined ? { text } : { skipped: { file: path, ...cause, ...languageOfCode(input, path, text) } }
}

/** The language of a file that is program code; empty for all others. Without a text the name has to do. */
export function languageOfCode(
  { detect, detectUnread }: Pick<DecodeInput, 'detect' | 'detectUnread'>,
  path: string,
  text?: string,
): Pick<SkippedFile, 'language'> {
  const { code, declarations, readDocument } = detect(path, text ?? '')
  if (readDocument !== undefined || declarations?.test(path) === true) return {}
  const language = code?.name ?? detectUnread(path, text)
  return language === undefined ? {} : { language }
}
