import type { Problem } from '../problems/problems.ts'

/** `chunked` is known, alone. Of a body in another coding nobody knows what it says, and after it the connection cannot go on (RFC 9112, 6.1). */
export function checkTransferCoding(transferEncoding: string | undefined): Problem | undefined {
  if (transferEncoding === undefined || transferEncoding.trim().toLowerCase() === 'chunked') return undefined
  return { name: 'unsupported-transfer-coding', detail: '`Transfer-Encoding` must be `chunked`, or absent.', headers: { Connection: 'close' } }
}
