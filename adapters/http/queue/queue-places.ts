import type { Redis } from 'ioredis'
import { costKey, PLACES_KEY, WORKERS_KEY } from './queue-keys.ts'

/** A request for a slot of the queue. */
export interface PlaceWish {
  readonly id: string
  /** Hashed. Empty for no caller, which has no limit. */
  readonly caller: string
  readonly callerKind: string
  readonly bytes: number
  /** Milliseconds until the slot expires. */
  readonly holdMs: number
}

/** The limits for slots. */
export interface PlaceBounds {
  /** Maximum number of waiting scans, besides running ones. */
  readonly queueLimit: number
  /** Bytes of all inputs. */
  readonly maxBytes: number
}

/** Whether a slot was reserved, and its priority (lower runs earlier). */
export interface PlaceAnswer {
  readonly kind: 'open' | 'busy' | 'caller-busy'
  readonly priority: number
}

/** The reserved slots of all replicas. */
export interface PlacesTaken {
  /** By kind of caller. */
  readonly byKind: ReadonlyMap<string, number>
  readonly total: number
  readonly bytes: number
  readonly workers: number
  /** Number of scans that all workers run at a time. */
  readonly slots: number
}

/** Milliseconds of recent scan time that count as one more slot. */
const MS_OF_ONE = 250
/** The least that a queue of BullMQ permits, which has the last turn. */
const LAST_PRIORITY = 2_097_152

/**
 * One script checks and reserves, so that replicas never take the same slot. A caller can have at most as many slots as are free, and the first scan
 * of a caller never waits behind the second scan of another: the more slots and recent scan time a caller has, the later its turn. Slots of replicas
 * that died expire by the clock of Redis, which all replicas share.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local limit = tonumber(ARGV[5])
for _, worker in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], now, '+inf')) do
  limit = limit + tonumber(string.match(worker, '(%d+)$'))
end
local count, own, bytes = 0, 0, tonumber(ARGV[3])
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local caller, size = string.match(member, '|([^|]*)|(%d+)|')
  count = count + 1
  bytes = bytes + tonumber(size)
  if caller == ARGV[2] then own = own + 1 end
end
if count >= limit or (count > 0 and bytes > tonumber(ARGV[6])) then return {'busy', 0} end
if ARGV[2] == '' then own = 0 end
if own > 0 and own >= limit - count then return {'caller-busy', 0} end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[4]), ARGV[1])
redis.call('PEXPIRE', KEYS[1], 2 * tonumber(ARGV[4]))
local cost = 0
if ARGV[2] ~= '' then cost = tonumber(redis.call('GET', KEYS[3]) or '0') end
return {'open', math.min(${LAST_PRIORITY}, 1 + own + math.floor(cost / ${MS_OF_ONE}))}
`

const LOOK = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return {redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf'), redis.call('ZRANGEBYSCORE', KEYS[2], now, '+inf')}
`

/** Reserves a slot. */
export async function takePlace(redis: Redis, wish: PlaceWish, { queueLimit, maxBytes }: PlaceBounds): Promise<PlaceAnswer> {
  const { caller, bytes, holdMs } = wish
  const answer: unknown = await redis.eval(
    TAKE,
    3,
    PLACES_KEY,
    WORKERS_KEY,
    costKey(caller),
    placeOf(wish),
    caller,
    bytes,
    holdMs,
    queueLimit,
    maxBytes,
  )
  const [kind, priority] = listOf(answer)
  return { kind: kind === 'open' ? 'open' : kind === 'caller-busy' ? 'caller-busy' : 'busy', priority: Number(priority) }
}

/** The name of a slot. */
export function placeOf({ id, caller, callerKind, bytes }: PlaceWish): string {
  return `${callerKind}|${caller}|${bytes}|${id}`
}

/** Reads all slots and workers. */
export async function lookAtPlaces(redis: Redis): Promise<PlacesTaken> {
  const [places, workers] = listOf(await redis.eval(LOOK, 2, PLACES_KEY, WORKERS_KEY)).map((list) => listOf(list).map(String))
  const byKind = new Map<string, number>()
  let bytes = 0
  for (const place of places) {
    const [kind, , size] = place.split('|')
    byKind.set(kind, (byKind.get(kind) ?? 0) + 1)
    bytes += Number(size)
  }
  const slots = workers.reduce((sum, worker) => sum + Number(worker.split('|')[1]), 0)
  return { byKind, total: places.length, bytes, workers: workers.length, slots }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
