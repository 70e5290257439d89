import { BOUNDS } from '../../model/bounds.ts'
import { UNGUARDED } from './variable-ids.ts'

/** The chain of a path that is sanitized for every rule. */
export const SANITIZED = 0

/** Maximum number of guards of one path. Later guards are dropped. */
const MAX_GUARDS = BOUNDS.pathGuards.value

/** Interned sequences of guards that hold for an access path. A chain is a positive number; equal sequences have the same number. */
export interface GuardChains {
  /** The chain extended by one guard. `chain` is undefined for an unguarded path. */
  append(chain: number | undefined, guardNode: number): number
  guardsOf(chain: number): readonly number[]
  /** The common prefix of the chains at a merge point. */
  commonChain(valueId: readonly (number | undefined)[]): number
}

export function createGuardChains(): GuardChains {
  // By chain number (from 1): the last guard and the preceding chain.
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
    append: (chain, guardNode) => {
      const rest = chain === undefined || chain === UNGUARDED ? 0 : chain
      if (length[rest] >= MAX_GUARDS) return rest
      const key = `${rest} ${guardNode}`
      const known = ids.get(key)
      if (known !== undefined) return known
      ids.set(key, last.length)
      length.push(length[rest] + 1)
      before.push(rest)
      return last.push(guardNode) - 1
    },
    guardsOf: (chain) => {
      const found: number[] = []
      for (let at = chain; at > 0; at = before[at]) found.push(last[at])
      return found.reverse()
    },
    commonChain: (valueId) => {
      if (valueId.some((each) => each === undefined || each === UNGUARDED)) return UNGUARDED
      const chains = valueId.flatMap((each) => (each === undefined || each === SANITIZED ? [] : [each]))
      if (chains.length === 0) return SANITIZED
      const common = chains.reduce(shared)
      return common === 0 ? UNGUARDED : common
    },
  }
}
