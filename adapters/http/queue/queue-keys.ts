import { createHash } from 'node:crypto'

/** The name includes the version of the messages. Machines with another version use another queue. */
export const QUEUE_NAME = 'scans-1'
/** The braces keep all keys on one node of a cluster. */
export const QUEUE_PREFIX = '{assay}'

/** A sorted set of reserved queue slots, by expiry time. */
export const PLACES_KEY = `${QUEUE_PREFIX}:places`
/** A sorted set of the workers, by when they are forgotten. */
export const WORKERS_KEY = `${QUEUE_PREFIX}:workers`
/** Channel that announces cancelled scans. */
export const CANCEL_CHANNEL = `${QUEUE_PREFIX}:cancel`

/** Key of a scan's input. */
export function inputKey(id: string): string {
  return `${QUEUE_PREFIX}:input:${id}`
}

/** Key of a scan's outcome. */
export function outcomeKey(id: string): string {
  return `${QUEUE_PREFIX}:outcome:${id}`
}

/** Key of a caller's recent scan time in milliseconds. */
export function costKey(caller: string): string {
  return `${QUEUE_PREFIX}:cost:${caller}`
}

/** The hash of a caller, because Redis stores neither addresses nor account names. Empty for no caller. */
export function hashCaller(caller: string | undefined): string {
  return caller === undefined ? '' : createHash('sha256').update(caller).digest('base64url').slice(0, 22)
}
