import type { LiteralNeed } from '../../model/literal-need.ts'
import { buildLiteralIndex } from './build-literal-index.ts'
import { compileNeed } from './compile-need.ts'

/** Says which needs a text can meet. */
export interface Prefilter {
  /** Indexes of the needs that the text meets, ascending. The array belongs to the caller. */
  candidates(text: string): readonly number[]
}

/** One index over the literals of all needs. Its cost is the scan of the text; needs none of whose literals occur cost nothing. */
export function buildPrefilter(needs: readonly LiteralNeed[]): Prefilter {
  const literals: string[] = []
  const slots = new Map<string, number>()
  const slotOf = (literal: string): number => {
    const known = slots.get(literal)
    if (known !== undefined) return known
    slots.set(literal, literals.length)
    return literals.push(literal) - 1
  }
  const always: number[] = []
  const checks: Check[] = []
  for (const [need, compiled] of needs.map((need) => compileNeed(need, slotOf)).entries()) {
    if (compiled === true) always.push(need)
    else if (compiled !== false) checks.push({ need, ...compiled })
  }
  const index = buildLiteralIndex(literals)
  const byLiteral = invert(checks, literals.length)
  return { candidates: (text) => [...always, ...touched(index.find(text), byLiteral)].sort((a, b) => a - b) }
}

interface Check {
  readonly need: number
  /** A need can hold only when one of these was found. */
  readonly triggers: readonly number[]
  readonly meets: (found: Uint8Array) => boolean
}

function invert(checks: readonly Check[], literalCount: number): readonly (readonly Check[])[] {
  const lists = Array.from({ length: literalCount }, (): Check[] => [])
  for (const check of checks) for (const literal of check.triggers) lists[literal]?.push(check)
  return lists
}

function touched(found: Uint8Array, byLiteral: readonly (readonly Check[])[]): number[] {
  const met = new Set<number>()
  // indexOf is a vectorised search for the next found literal, so that a text without any costs next to nothing here.
  for (let literal = found.indexOf(1); literal >= 0; literal = found.indexOf(1, literal + 1)) {
    for (const check of byLiteral[literal] ?? []) if (!met.has(check.need) && check.meets(found)) met.add(check.need)
  }
  return [...met]
}
