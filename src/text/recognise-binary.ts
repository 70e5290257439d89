import { BINARY_SIGNATURES, type BinarySignature } from './binary-signatures.ts'

/**
 * Recognises by its first bytes that a file is not text, and its kind if known. Undefined if it may be text, whatever its signature: some images are
 * also scripts. Some tens of bytes are enough, a few thousand are better.
 */
export function recogniseBinary(head: Uint8Array): string | undefined {
  if (isUtf16(head)) return undefined
  const known = BINARY_SIGNATURES.find((signature) => hasSignature(head, signature))?.kind
  if (isTransportStream(head)) return 'The file is a video.'
  // A PDF may begin with many bytes of text, and text never begins with the signature of a PDF.
  if (isText(head)) return known === PDF ? `The file is ${PDF}.` : undefined
  if (known !== undefined) return `The file is ${known}.`
  const nul = head.indexOf(0)
  return nul < 0 ? undefined : `NUL byte at offset ${nul}, where text was expected`
}

const PDF = 'a PDF document'

/**
 * Packets of 188 bytes, each with a sync byte, preceded by four bytes in recordings of cameras. Such videos have the same extension as TypeScript.
 */
export function isTransportStream(head: Uint8Array): boolean {
  const marks = (first: number, step: number): boolean => [0, 1, 2].every((packet) => head[first + packet * step] === 0x47)
  return marks(0, 188) || marks(4, 192)
}

function hasSignature(head: Uint8Array, { parts }: BinarySignature): boolean {
  return parts.every(({ at, bytes }) => bytes.every((byte, index) => head[at + index] === byte))
}

function isUtf16(head: Uint8Array): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
}

/** Whether it is UTF-8 without NUL. The last character may be incomplete. */
function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
