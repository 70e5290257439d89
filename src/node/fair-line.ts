import { type CallerCosts, createCallerCosts } from './caller-costs.ts'

/** Threads are of two kinds, so that what is short never waits for what is long. */
export type Lane = 'short' | 'long'

/** Something that wants a thread. */
export interface Demand<Item> {
  /** Who wants it. Those without a name are not bounded one by one. */
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

/** `busy` when all places are taken, `caller-busy` when this caller has as many of them as it may. */
export type Admission = 'open' | 'busy' | 'caller-busy'

/** Demands that wait for a thread, by caller. */
export interface FairLine<Item> {
  /** Whether there is a place for one more. `isFree` tells whether a thread of a lane has nothing to do: what can begin at once takes no place. */
  admit(demand: Omit<Demand<Item>, 'item'>, isFree: (lane: Lane) => boolean): Admission
  add(demand: Demand<Item>): void
  /** The demand whose turn it is in a lane. None when nobody waits for it who may have another thread. */
  take(lane: Lane): Turn<Item> | undefined
  /** Takes a demand out. False when it does not wait any more. */
  remove(item: Item): boolean
  /** How many wait. */
  length(): number
  waitsFor(lane: Lane): boolean
  /** Callers that are remembered, also those who want nothing. */
  callers(): number
  /** Takes all of a lane out, or all. */
  drain(lane?: Lane): readonly Item[]
}

/** What bounds a line. */
export interface FairLineOptions {
  /** Demands that may wait. */
  readonly places: number
  /** Threads of each lane. Where there are no long ones, everything is short. */
  readonly threads: Readonly<Record<Lane, number>>
  /** Milliseconds, from any moment. */
  readonly now: () => number
}

/** Milliseconds above which a scan is long. */
const LONG_MS = 250
/** Bytes up to which what strangers cost does not make an upload of an unknown caller long. */
const SMALL_BYTES = 64 * 1024
/** Callers that are remembered though they want nothing. */
const MOST_CALLERS = 4_096

interface Caller<Item> {
  readonly isBounded: boolean
  readonly costs: CallerCosts
  readonly waiting: Demand<Item>[]
  readonly running: Record<Lane, number>
  /** Milliseconds it was served, counted on from where the others stood when it came. */
  served: number
}

/**
 * Start-time fair queueing (Goyal, Vin, Cheng 1996) over callers: each is served by turns, weighed by milliseconds of thread time, estimated when a demand begins and
 * set right when it ends. Whoever comes anew begins where the others stand. Among those who stand alike the shorter demand goes first. A caller has at most all
 * threads of a lane but one, and at most half of the places that others leave: so there is always a thread and a place for somebody else.
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

  /** Of whom nothing is known, what the last strangers cost is expected: otherwise many addresses could each come once. */
  function estimate({ costs }: Caller<Item>, size: number): number {
    return (costs.isKnown(now()) ? costs : strangers).estimate(size, now())
  }

  function laneOf(caller: Caller<Item>, size: number): Lane {
    return threads.long > 0 && estimate(caller, size) > LONG_MS && !isDoubtful(caller, size) ? 'long' : 'short'
  }

  /**
   * A small upload of a caller of whom nothing is known, while strangers are costly. It is short by its size. If what strangers cost made it long, two costly strangers would have everybody else wait
   * behind them for the long threads: 12 of 15 others were refused. So that many strangers do not get all short threads either, one of these is kept from what is doubtful.
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

  /** From those that were served longest ago: those whose last scans do not count any more, which are a few minutes, and of more than can be remembered the others too. */
  function forgetIdle(): void {
    for (const [key, caller] of callers) {
      if (callers.size < MOST_CALLERS && caller.costs.isKnown(now())) return
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
