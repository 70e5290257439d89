import { createHash } from 'node:crypto'

/** The queue of this version of its messages: machines that write others do not read them. */
export const QUEUE_NAME = 'scans-1'
/** With braces, so that a cluster keeps all of it on one of its machines. */
export const QUEUE_PREFIX = '{assay}'

/** A sorted set of what is in hand, by when its place is given up. */
export const PLACES_KEY = `${QUEUE_PREFIX}:places`
/** A sorted set of the workers, by when they are forgotten. */
export const WORKERS_KEY = `${QUEUE_PREFIX}:workers`
/** Where it is told which scans nobody waits for any more. */
export const CANCEL_CHANNEL = `${QUEUE_PREFIX}:cancel`

/** Where the input of a scan stands. */
export function inputKey(id: string): string {
  return `${QUEUE_PREFIX}:input:${id}`
}

/** Where its outcome stands. */
export function outcomeKey(id: string): string {
  return `${QUEUE_PREFIX}:outcome:${id}`
}

/** Where the milliseconds stand that a caller was scanned for lately. */
export function costKey(caller: string): string {
  return `${QUEUE_PREFIX}:cost:${caller}`
}

/** A caller as Redis knows it: neither an address nor the name of an account. Empty for nobody. */
export function hashCaller(caller: string | undefined): string {
  return caller === undefined ? '' : createHash('sha256').update(caller).digest('base64url').slice(0, 22)
}
