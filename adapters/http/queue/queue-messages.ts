import type { ScanJob, ScanReply, TaskOutcome } from '../../../src/node/index.ts'

/** Four bytes of length, JSON, and then binary data. */
const HEAD_BYTES = 4

/** Serializes a scan for Redis. */
export function writeJob({ input, ...job }: ScanJob): Buffer {
  if (input.kind === 'files') return join({ ...job, input }, EMPTY)
  const { body, ...rest } = input
  return join({ ...job, input: rest }, body)
}

/** Reads the message of `writeJob`. */
export function readJob(message: Buffer): ScanJob {
  const [head, bytes] = part(message)
  const { input, ...job }: Pick<ScanJob, 'pack' | 'settings'> & { readonly input: InputHead } = JSON.parse(head)
  // In its own buffer, which can move to a thread.
  return { ...job, input: input.kind === 'files' ? input : { ...input, body: new Uint8Array(bytes) } }
}

/** Serializes the outcome of a scan for Redis. */
export function writeOutcome(outcome: TaskOutcome<ScanReply>): Buffer {
  if (outcome.kind !== 'done' || outcome.reply.kind !== 'scanned-json') return join(outcome, EMPTY)
  const { json, ...reply } = outcome.reply
  return join({ kind: 'done', reply }, json)
}

/** Reads the message of `writeOutcome`. */
export function readOutcome(message: Buffer): TaskOutcome<ScanReply> {
  const [head, bytes] = part(message)
  const outcome: TaskOutcome<ReplyHead> = JSON.parse(head)
  if (outcome.kind !== 'done') return outcome
  const { reply } = outcome
  return { kind: 'done', reply: reply.kind === 'scanned-json' ? { ...reply, json: new Uint8Array(bytes) } : reply }
}

type WithoutBytes<T, Kind, Name extends string> = T extends { readonly kind: Kind } ? Omit<T, Name> : T
type InputHead = WithoutBytes<ScanJob['input'], 'body', 'body'>
type ReplyHead = WithoutBytes<ScanReply, 'scanned-json', 'json'>

const EMPTY = new Uint8Array(0)

function join(head: unknown, bytes: Uint8Array): Buffer {
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(HEAD_BYTES)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text, bytes])
}

function part(message: Buffer): readonly [string, Buffer] {
  const end = HEAD_BYTES + message.readUInt32BE(0)
  return [message.toString('utf8', HEAD_BYTES, end), message.subarray(end)]
}
