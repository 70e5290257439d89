import { UNGUARDED } from './variable-ids.ts'

/** That every rule knows a path to be harmless. */
export const SANITIZED = 0

/** Checks of one path that are kept: a later one than these is left out. */
const MAX_GUARDS = 16

/** Checks that were made of one path one after another. A chain is a number above 0, the same one for the same checks. */
export interface GuardChains {
  /** The chain with one more check, which any path may have had none before. */
  append(chain: number | undefined, check: number): number
  guardsOf(chain: number): readonly number[]
  /** What is known of a path where branches meet: what each of them knows. */
  commonChain(held: readonly (number | undefined)[]): number
}

export function createGuardChains(): GuardChains {
  // By number, which begins at 1: the last check, and the chain before it.
  const last = [-1]
  const before = [0]
  const length = [0]
  const ids = new Map<string, number>()
  const shared = (left: number, right: number): number => {
    let one = left
    let other = right
    while (one !== other) {
      if (length[one] >= length[other]) one = before[one]
      else other = before[other]
    }
    return one
  }
  return {
    append: (chain, check) => {
      const rest = chain === undefined || chain === UNGUARDED ? 0 : chain
      if (length[rest] >= MAX_GUARDS) return rest
      const key = `${rest} ${check}`
      const known = ids.get(key)
      if (known !== undefined) return known
      ids.set(key, last.length)
      length.push(length[rest] + 1)
      before.push(rest)
      return last.push(check) - 1
    },
    guardsOf: (chain) => {
      const found: number[] = []
      for (let at = chain; at > 0; at = before[at]) found.push(last[at])
      return found.reverse()
    },
    commonChain: (held) => {
      if (held.some((each) => each === undefined || each === UNGUARDED)) return UNGUARDED
      const chains = held.flatMap((each) => (each === undefined || each === SANITIZED ? [] : [each]))
      if (chains.length === 0) return SANITIZED
      const common = chains.reduce(shared)
      return common === 0 ? UNGUARDED : common
    },
  }
}
