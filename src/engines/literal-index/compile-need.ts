import type { LiteralNeed } from '../../model/literal-need.ts'
import { foldLiteral } from './fold-literal.ts'

export interface CompiledNeed {
  /** Literals of which at least one occurs in every text that meets the need: where to start. */
  readonly triggers: readonly number[]
  readonly meets: (found: Uint8Array) => boolean
}

/**
 * Turns a need into a test over the found literals, which `slotOf` numbers; only literals that decide something are numbered. True: every text meets it.
 * False: none does. Literals are compared as the index does, so their case is dropped here.
 */
export function compileNeed(need: LiteralNeed, slotOf: (literal: string) => number): CompiledNeed | boolean {
  const simple = simplify(need)
  if (simple.kind === 'anything' || simple.kind === 'nothing') return simple.kind === 'anything'
  return { triggers: triggersOf(simple).map(slotOf), meets: testOf(simple, slotOf) }
}

/** The same need without constants below its root, without nesting of like in like, and without literals that another of the same list decides. */
function simplify(need: LiteralNeed): LiteralNeed {
  if (need.kind === 'literal') return simplifyLiteral(need.text)
  if (need.kind !== 'all' && need.kind !== 'some') return need
  const absorbing = need.kind === 'all' ? 'nothing' : 'anything'
  const neutral = need.kind === 'all' ? 'anything' : 'nothing'
  const parts = need.of
    .map(simplify)
    .flatMap((part) => (part.kind === need.kind ? part.of : [part]))
    .filter((part) => part.kind !== neutral)
  if (parts.some((part) => part.kind === absorbing)) return { kind: absorbing }
  const kept = dropDecided(need.kind, parts)
  const [first] = kept
  if (first === undefined) return { kind: neutral }
  return kept.length === 1 ? first : { kind: need.kind, of: kept }
}

/** A literal that the index cannot see must not decide anything. */
function simplifyLiteral(text: string): LiteralNeed {
  const folded = foldLiteral(text)
  return folded === undefined || folded === '' ? { kind: 'anything' } : { kind: 'literal', text: folded }
}

/** In a conjunction the longer of two literals decides, in a disjunction the shorter. */
function dropDecided(kind: 'all' | 'some', parts: readonly LiteralNeed[]): LiteralNeed[] {
  const texts = [...new Set(parts.flatMap((part) => (part.kind === 'literal' ? [part.text] : [])))]
  const decided = (text: string): boolean => texts.some((other) => other !== text && (kind === 'all' ? other.includes(text) : text.includes(other)))
  const literals = texts.filter((text) => !decided(text)).map((text): LiteralNeed => ({ kind: 'literal', text }))
  return [...literals, ...parts.filter((part) => part.kind !== 'literal')]
}

/** One literal of a conjunction is enough to start from: the part that is least likely to occur, by its shortest literal. */
function triggersOf(need: LiteralNeed): readonly string[] {
  if (need.kind === 'literal') return [need.text]
  if (need.kind === 'some') return [...new Set(need.of.flatMap(triggersOf))]
  if (need.kind !== 'all') return []
  const lists = need.of.map(triggersOf)
  return lists.reduce((best, list) => (strength(list) > strength(best) ? list : best))
}

function strength(triggers: readonly string[]): number {
  return Math.min(...triggers.map((text) => text.length)) - triggers.length / 1000
}

function testOf(need: LiteralNeed, slotOf: (literal: string) => number): (found: Uint8Array) => boolean {
  if (need.kind === 'literal') {
    const slot = slotOf(need.text)
    return (found) => found[slot] === 1
  }
  if (need.kind !== 'all' && need.kind !== 'some') return () => need.kind === 'anything'
  const tests = need.of.map((part) => testOf(part, slotOf))
  return need.kind === 'all' ? (found) => tests.every((test) => test(found)) : (found) => tests.some((test) => test(found))
}
