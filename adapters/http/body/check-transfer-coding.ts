import type { Problem } from '../problems/problems.ts'

/** Accepts only `chunked`. The end of a body in another coding is unknown, so the connection must be closed (RFC 9112, 6.1). */
export function checkTransferCoding(transferEncoding: string | undefined): Problem | undefined {
  if (transferEncoding === undefined || transferEncoding.trim().toLowerCase() === 'chunked') return undefined
  return { name: 'unsupported-transfer-coding', detail: '`Transfer-Encoding` must be `chunked`, or absent.', headers: { Connection: 'close' } }
}
