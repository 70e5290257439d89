import { Readable } from 'node:stream'
import type { ByteBudget } from './byte-budget.ts'
import { connectionOf, type HttpContext } from '../callers/http-env.ts'
import type { Problem } from '../problems/problems.ts'
import { checkEncoding, readRequestBody, type BodyLimits } from './read-request-body.ts'

/** The dependencies of reading a small body. */
export interface SmallBodyRequest {
  readonly limits: BodyLimits
  readonly budget: ByteBudget
  /** The holder whose share of memory it uses. */
  readonly holder: string
}

const MAX_BYTES = 16_384

/** The text of a body of at most 16 KiB, or the problem. */
export async function readSmallBody(c: HttpContext, { limits, budget, holder }: SmallBodyRequest): Promise<string | Problem> {
  const encoding = c.req.header('content-encoding')
  const unreadable = checkEncoding(encoding)
  if (unreadable) return unreadable
  const { incoming } = connectionOf(c)
  const source = incoming ?? (c.req.raw.body ? Readable.from(c.req.raw.body) : Readable.from([]))
  const lease = budget.open(holder)
  const length = c.req.header('content-length')
  try {
    const read = await readRequestBody(source, {
      encoding,
      length: length === undefined ? undefined : Number(length),
      limits: { ...limits, maxBodyBytes: MAX_BYTES },
      lease,
    })
    if (read.kind === 'refused') return read.problem
    return read.kind === 'body'
      ? new TextDecoder().decode(read.bytes)
      : { name: 'malformed-request', detail: 'The body was not received completely.' }
  } finally {
    lease.end()
  }
}
