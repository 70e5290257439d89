import { createFairLine, type Admission, type Lane, type Turn } from '../../src/node/fair-line.ts'

/** A task that arrives at a time, and its real costs. */
export interface Arrival {
  readonly at: number
  readonly caller: string | undefined
  readonly size: number
  readonly cost: number
}

/** The fate of a task. Times in milliseconds of the simulation. */
export interface Served {
  readonly arrival: Arrival
  readonly admission: Admission
  /** `undefined` if it was not admitted. */
  readonly begun?: number
  readonly lane?: Lane
}

export interface Simulation {
  readonly served: readonly Served[]
  /** The most threads that a caller had at a time, by lane. */
  readonly most: ReadonlyMap<string, Readonly<Record<Lane, number>>>
  /** The maximum number of queue slots of each caller. */
  readonly waited: ReadonlyMap<string, number>
}

/** Simulates threads that serve a queue: which task starts first, and which are refused. */
export function simulateLine(arrivals: readonly Arrival[], threads: Readonly<Record<Lane, number>>, places: number): Simulation {
  let now = 0
  const line = createFairLine<Arrival>({ places, threads, now: () => now })
  const running: { readonly turn: Turn<Arrival>; readonly lane: Lane; readonly until: number }[] = []
  const served = new Map<Arrival, Served>()
  const most = new Map<string, Record<Lane, number>>()
  const waited = new Map<string, number>()
  const left = arrivals.toSorted((one, other) => one.at - other.at)
  const isFree = (lane: Lane) => running.filter((run) => run.lane === lane).length < threads[lane]

  while (left.length > 0 || running.length > 0) {
    now = Math.min(left[0]?.at ?? Number.POSITIVE_INFINITY, ...running.map(({ until }) => until))
    for (const run of running.filter(({ until }) => until <= now)) {
      running.splice(running.indexOf(run), 1)
      run.turn.finish(run.turn.item.cost)
    }
    for (let arrival = left[0]; arrival !== undefined && arrival.at <= now; arrival = left[0]) {
      left.shift()
      const admission = line.admit(arrival, isFree)
      served.set(arrival, { arrival, admission })
      if (admission === 'open') line.add({ ...arrival, item: arrival })
      begin()
      countWaiting(arrival)
    }
    begin()
  }
  return { served: [...served.values()], most, waited }

  function begin(): void {
    for (const lane of ['short', 'long'] as const) {
      while (isFree(lane)) {
        const turn = line.take(lane)
        if (turn === undefined) break
        served.set(turn.item, { arrival: turn.item, admission: 'open', begun: now, lane })
        running.push({ turn, lane, until: now + turn.item.cost })
        countRunning(turn.item, lane)
      }
    }
  }

  function countRunning({ caller = '' }: Arrival, lane: Lane): void {
    const counts = most.get(caller) ?? { short: 0, long: 0 }
    counts[lane] = Math.max(counts[lane], running.filter((run) => run.lane === lane && run.turn.item.caller === caller).length)
    most.set(caller, counts)
  }

  function countWaiting({ caller = '' }: Arrival): void {
    const waiting = [...served.values()].filter(
      ({ arrival, admission, begun }) => arrival.caller === caller && admission === 'open' && begun === undefined,
    )
    waited.set(caller, Math.max(waited.get(caller) ?? 0, waiting.length))
  }
}
