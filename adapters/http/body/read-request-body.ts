import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { createBodyBuffer } from './body-buffer.ts'
import type { ByteLease } from './byte-budget.ts'
import { createChunkCount } from './chunk-count.ts'
import type { Problem } from '../problems/problems.ts'

/** Limits for the size and duration of a body. */
export interface BodyLimits {
  /** Bytes, as sent and as decoded. */
  readonly maxBodyBytes: number
  /** Maximum milliseconds without a byte. */
  readonly bodyIdleMs: number
  /** Maximum milliseconds from the request's head to the end of its body. */
  readonly bodyTotalMs: number
}

/** The result of reading a body. */
export type BodyRead =
  /** The bytes in their own buffer, which the lease counts. */
  | { readonly kind: 'body'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** The client closed the connection. */
  | { readonly kind: 'aborted' }

/** Emitted on a request whose body breaks the framing of HTTP. */
export const BROKEN_BODY = 'assay:broken-body'

/** Emitted on a request whose body is not read any more, not even to discard it. */
export const ABANDONED_BODY = 'assay:abandoned-body'

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Value of `Accept-Encoding` for request bodies. */
const ACCEPTED_ENCODINGS = 'gzip, deflate, br'

/** Returns a problem for an unsupported encoding. */
export function checkEncoding(encoding: string | undefined): Problem | undefined {
  const name = readEncoding(encoding)
  if (name === 'identity' || Object.hasOwn(DECODERS, name)) return undefined
  const detail = `\`Content-Encoding\` must be one of ${ACCEPTED_ENCODINGS}, or absent.`
  return { name: 'unsupported-encoding', detail, headers: { 'Accept-Encoding': ACCEPTED_ENCODINGS } }
}

/** The problem of a body that is too large. */
export function tooLarge(maxBodyBytes: number): Problem {
  return { name: 'body-too-large', detail: `The body is larger than ${maxBodyBytes} bytes.`, members: { limit: maxBodyBytes } }
}

/** The problem of a caller with the maximum number of bytes or scans in progress. */
export function tooManyAtOnce(): Problem {
  const detail = 'This caller has reached the limit of uploads in progress.'
  return { name: 'too-many-at-once', detail, headers: { 'Retry-After': '5' } }
}

/** The problem when the queue of workers is unreachable. */
export function queueUnreachable(): Problem {
  return {
    name: 'queue-unreachable',
    detail: 'Uploads of this size are scanned through a queue, which does not respond.',
    headers: { 'Retry-After': '5' },
  }
}

/** A body and its limits. */
export interface BodyRequest {
  readonly encoding: string | undefined
  /** As announced by the client, if at all. */
  readonly length: number | undefined
  readonly limits: BodyLimits
  /** Grows with the body. The caller ends it when the body is no longer in memory, even after an error. */
  readonly lease: ByteLease
}

/** Reads a body whose encoding was checked. Stops at the first byte over a limit. */
export function readRequestBody(source: Readable, { encoding, length, limits, lease }: BodyRequest): Promise<BodyRead> {
  const decoder = DECODERS[readEncoding(encoding)]?.()
  const buffer = createBodyBuffer({ lease, most: limits.maxBodyBytes, announced: decoder ? undefined : length })
  const pieces = createChunkCount()
  let sent = 0
  let decoded = 0
  let settled = false

  return new Promise((resolve) => {
    const total = setTimeout(() => settle(refuse(tooSlow(`The body was not complete within ${limits.bodyTotalMs} ms.`))), limits.bodyTotalMs)
    const idle = setTimeout(() => settle(refuse(tooSlow(`No byte of the body arrived for ${limits.bodyIdleMs} ms.`))), limits.bodyIdleMs)

    source.on('data', onSent)
    source.once('end', onSourceEnd)
    source.once('error', onAbort)
    source.once('close', onAbort)
    source.once(BROKEN_BODY, onBroken)
    decoder?.on('data', keep)
    decoder?.once('end', onEnd)
    decoder?.once('error', onUndecodable)
    if (decoder) source.pipe(decoder)

    function onSent(chunk: Uint8Array): void {
      idle.refresh()
      sent += chunk.length
      if (sent > limits.maxBodyBytes) return settle(refuse(tooLarge(limits.maxBodyBytes)))
      if (!pieces.add(chunk)) return abandon(tooFragmented())
      if (!decoder) keep(chunk)
    }

    function keep(chunk: Uint8Array): void {
      if (decoded + chunk.length > limits.maxBodyBytes) return settle(refuse(tooLarge(limits.maxBodyBytes)))
      const admission = buffer.append(chunk)
      if (admission === 'caller-busy') return settle(refuse(tooManyAtOnce()))
      if (admission === 'busy')
        return settle(refuse({ name: 'busy', detail: 'Too many uploads are being received.', headers: { 'Retry-After': '5' } }))
      decoded += chunk.length
    }

    function abandon(problem: Problem): void {
      settle(refuse(problem))
      source.pause()
      source.emit(ABANDONED_BODY)
    }

    function onSourceEnd(): void {
      source.off('close', onAbort)
      if (!decoder) onEnd()
    }

    function onEnd(): void {
      settle({ kind: 'body', bytes: buffer.take() })
    }

    function onAbort(): void {
      settle({ kind: 'aborted' })
    }

    function onBroken(): void {
      settle(
        refuse({
          name: 'malformed-request',
          detail: 'The length of the request body is unclear: `Content-Length`, `Transfer-Encoding` or a chunk is invalid.',
          headers: { Connection: 'close' },
        }),
      )
    }

    function onUndecodable(): void {
      settle(refuse({ name: 'malformed-encoding', detail: 'The body is not in the format that `Content-Encoding` names.' }))
    }

    function settle(read: BodyRead): void {
      if (settled) return
      settled = true
      clearTimeout(total)
      clearTimeout(idle)
      source.off('data', onSent).off('end', onSourceEnd).off('close', onAbort).off(BROKEN_BODY, onBroken)
      decoder?.off('data', keep)
      decoder?.off('end', onEnd)
      if (decoder) source.unpipe(decoder)
      // Closing zlib during its work may cause an error that does not matter any more.
      decoder?.on('error', () => {}).destroy()
      buffer.drop()
      if (read.kind === 'refused') source.resume()
      resolve(read)
    }
  })
}

function readEncoding(encoding: string | undefined): string {
  return (encoding ?? 'identity').trim().toLowerCase()
}

function refuse(problem: Problem): BodyRead {
  return { kind: 'refused', problem }
}

function tooFragmented(): Problem {
  const detail = 'The body consists of too many small chunks. Chunks must have at least 128 bytes on average.'
  return { name: 'fragmented-body', detail, headers: { Connection: 'close' } }
}

function tooSlow(detail: string): Problem {
  return { name: 'slow-body', detail, headers: { Connection: 'close' } }
}
