import { NOT_CHECKED } from './variable-ids.ts'

/** That every rule knows a path to be harmless. */
export const SURE = 0

/** Checks of one path that are kept: a later one than these is left out. */
const MOST_CHECKS = 16

/** Checks that were made of one path one after another. A chain is a number above 0, the same one for the same checks. */
export interface CheckChains {
  /** The chain with one more check, which any path may have had none before. */
  longer(chain: number | undefined, check: number): number
  checksOf(chain: number): readonly number[]
  /** What is known of a path where branches meet: what each of them knows. */
  known(held: readonly (number | undefined)[]): number
}

export function createCheckChains(): CheckChains {
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
    longer: (chain, check) => {
      const rest = chain === undefined || chain === NOT_CHECKED ? 0 : chain
      if (length[rest] >= MOST_CHECKS) return rest
      const key = `${rest} ${check}`
      const known = ids.get(key)
      if (known !== undefined) return known
      ids.set(key, last.length)
      length.push(length[rest] + 1)
      before.push(rest)
      return last.push(check) - 1
    },
    checksOf: (chain) => {
      const found: number[] = []
      for (let at = chain; at > 0; at = before[at]) found.push(last[at])
      return found.reverse()
    },
    known: (held) => {
      if (held.some((each) => each === undefined || each === NOT_CHECKED)) return NOT_CHECKED
      const chains = held.flatMap((each) => (each === undefined || each === SURE ? [] : [each]))
      if (chains.length === 0) return SURE
      const common = chains.reduce(shared)
      return common === 0 ? NOT_CHECKED : common
    },
  }
}
