import { type CallerCosts, createCallerCosts } from './caller-costs.ts'

/** Pools have two kinds of threads, so that short scans never wait for long ones. */
export type Lane = 'short' | 'long'

/** A task that waits for a thread. */
export interface Demand<Item> {
  /** The caller of the task. Tasks without a caller have no limit per caller. */
  readonly caller: string | undefined
  /** In bytes. */
  readonly size: number
  readonly item: Item
}

/** A demand that has a thread. `finish` is called once, when the thread is free again, with the milliseconds it took. */
export interface Turn<Item> {
  readonly item: Item
  finish(costMs: number): void
}

/** `busy` if the queue is full, `caller-busy` if this caller has its maximum number of slots. */
export type Admission = 'open' | 'busy' | 'caller-busy'

/** Demands that wait for a thread, by caller. */
export interface FairLine<Item> {
  /** Whether one more task can be queued. `isFree` states whether a thread of a lane is idle: a task that can start immediately needs no slot. */
  admit(demand: Omit<Demand<Item>, 'item'>, isFree: (lane: Lane) => boolean): Admission
  add(demand: Demand<Item>): void
  /** The next task of a lane. Undefined if no waiting task may use another thread. */
  take(lane: Lane): Turn<Item> | undefined
  /** Takes a demand out. False when it does not wait any more. */
  remove(item: Item): boolean
  /** Number of waiting tasks. */
  length(): number
  waitsFor(lane: Lane): boolean
  /** Number of known callers, including idle ones. */
  callers(): number
  /** Takes all of a lane out, or all. */
  drain(lane?: Lane): readonly Item[]
}

/** The limits of a queue. */
export interface FairLineOptions {
  /** Maximum number of waiting tasks. */
  readonly places: number
  /** Threads of each lane. Without long threads every task is short. */
  readonly threads: Readonly<Record<Lane, number>>
  /** Milliseconds, from any moment. */
  readonly now: () => number
}

/** Scans that take longer are long. */
const LONG_MS = 250
/** Up to this size, an upload of an unknown caller is not treated as long because of other unknown callers. */
const SMALL_BYTES = 64 * 1024
/** Maximum number of idle callers that are remembered. */
const MAX_CALLERS = 4_096

interface Caller<Item> {
  readonly isBounded: boolean
  readonly costs: CallerCosts
  readonly waiting: Demand<Item>[]
  readonly running: Record<Lane, number>
  /** Milliseconds of service (virtual time). A new caller starts at the level of the others. */
  served: number
}

/**
 * Start-time fair queueing (Goyal, Vin, Cheng 1996) over callers. The weight of a task is its thread time in milliseconds, estimated at the start and
 * corrected at the end. A new caller starts at the level of the others. Among equal callers the shorter task goes first. A caller may use all threads
 * of a lane but one, and at most half of the free slots, so that there is always a thread and a slot for another caller.
 */
export function createFairLine<Item>({ places, threads, now }: FairLineOptions): FairLine<Item> {
  const callers = new Map<string | undefined, Caller<Item>>()
  const strangers = createCallerCosts()
  let waitingInAll = 0
  let standing = 0
  /** Doubtful demands that have a short thread. */
  let doubtful = 0

  function callerOf(key: string | undefined): Caller<Item> {
    const known = callers.get(key)
    if (known) return known
    forgetIdle()
    const caller: Caller<Item> = {
      isBounded: key !== undefined,
      costs: createCallerCosts(),
      waiting: [],
      running: { short: 0, long: 0 },
      served: standing,
    }
    callers.set(key, caller)
    return caller
  }

  /** The estimate for an unknown caller comes from recent unknown callers. Otherwise many addresses could send one expensive scan each. */
  function estimate({ costs }: Caller<Item>, size: number): number {
    return (costs.isKnown(now()) ? costs : strangers).estimate(size, now())
  }

  function laneOf(caller: Caller<Item>, size: number): Lane {
    return threads.long > 0 && estimate(caller, size) > LONG_MS && !isDoubtful(caller, size) ? 'long' : 'short'
  }

  /**
   * A small upload of an unknown caller while other unknown callers are expensive. By its size it is short. If it counted as long, two expensive
   * callers could block all others on the long threads: 12 of 15 were refused. To keep unknown callers from taking all short threads, one of these
   * does not run doubtful tasks.
   */
  function isDoubtful(caller: Caller<Item>, size: number): boolean {
    return size <= SMALL_BYTES && !caller.costs.isKnown(now()) && strangers.estimate(size, now()) > LONG_MS
  }

  function mayRun(caller: Caller<Item>, lane: Lane, size: number): boolean {
    const most = Math.max(1, threads[lane] - 1)
    if (lane === 'short' && isDoubtful(caller, size) && doubtful >= most) return false
    return !caller.isBounded || caller.running[lane] < most
  }

  function admit({ caller: key, size }: Omit<Demand<Item>, 'item'>, isFree: (lane: Lane) => boolean): Admission {
    const caller = callerOf(key)
    const lane = laneOf(caller, size)
    if (isFree(lane) && mayRun(caller, lane, size)) return 'open'
    if (waitingInAll >= places) return 'busy'
    return caller.isBounded && caller.waiting.length >= places - waitingInAll ? 'caller-busy' : 'open'
  }

  function add(demand: Demand<Item>): void {
    const caller = callerOf(demand.caller)
    if (isIdle(caller)) caller.served = Math.max(caller.served, standing)
    caller.waiting.push(demand)
    waitingInAll += 1
  }

  function take(lane: Lane): Turn<Item> | undefined {
    let best: { readonly caller: Caller<Item>; readonly demand: Demand<Item>; readonly expected: number } | undefined
    for (const caller of callers.values()) {
      const demand = caller.waiting.find(({ size }) => laneOf(caller, size) === lane && mayRun(caller, lane, size))
      if (demand === undefined) continue
      const expected = estimate(caller, demand.size)
      if (best === undefined || caller.served + expected < best.caller.served + best.expected) best = { caller, demand, expected }
    }
    return best && begin(best.caller, best.demand, best.expected, lane)
  }

  function begin(caller: Caller<Item>, demand: Demand<Item>, expected: number, lane: Lane): Turn<Item> {
    const countsAsDoubtful = lane === 'short' && isDoubtful(caller, demand.size)
    if (countsAsDoubtful) doubtful += 1
    leave(caller, demand)
    standing = Math.max(standing, caller.served)
    caller.served += expected
    caller.running[lane] += 1
    return {
      item: demand.item,
      finish(costMs) {
        caller.running[lane] -= 1
        if (countsAsDoubtful) doubtful -= 1
        caller.served += costMs - expected
        if (!caller.costs.isKnown(now())) strangers.add(demand.size, costMs, now())
        caller.costs.add(demand.size, costMs, now())
        // Behind those that were served longer ago.
        callers.delete(demand.caller)
        callers.set(demand.caller, caller)
      },
    }
  }

  function leave(caller: Caller<Item>, demand: Demand<Item>): void {
    caller.waiting.splice(caller.waiting.indexOf(demand), 1)
    waitingInAll -= 1
  }

  /**
   * Removes the callers that were served longest ago: those whose last scans no longer count (after a few minutes), and more if there are too many.
   */
  function forgetIdle(): void {
    for (const [key, caller] of callers) {
      if (callers.size < MAX_CALLERS && caller.costs.isKnown(now())) return
      if (isIdle(caller)) callers.delete(key)
    }
  }

  function drain(lane?: Lane): readonly Item[] {
    const drained: Item[] = []
    for (const caller of callers.values()) {
      for (const demand of [...caller.waiting]) {
        if (lane !== undefined && laneOf(caller, demand.size) !== lane) continue
        leave(caller, demand)
        drained.push(demand.item)
      }
    }
    return drained
  }

  return {
    admit,
    add,
    take,
    remove(item) {
      for (const caller of callers.values()) {
        const demand = caller.waiting.find((waiting) => waiting.item === item)
        if (demand === undefined) continue
        leave(caller, demand)
        return true
      }
      return false
    },
    length: () => waitingInAll,
    callers: () => callers.size,
    waitsFor: (lane) => [...callers.values()].some((caller) => caller.waiting.some(({ size }) => laneOf(caller, size) === lane)),
    drain,
  }
}

function isIdle<Item>({ waiting, running }: Caller<Item>): boolean {
  return waiting.length === 0 && running.short + running.long === 0
}
