import type { LiteralAutomaton } from './literal-automaton.ts'

/**
 * Runs the automaton over the first `length` bytes of UTF-8 and sets `hits[q]` for every accepting state `firstAccepting + q` that it meets. Returns the
 * state at the end.
 *
 * Measured on 10 million characters of JavaScript with 600 literals, Node 20, a shared machine: 580 million characters a second while the process has one
 * automaton, whose arrays V8 then takes for constants, 390 with several. One stream instead of two: 400 and 310; four: 570 and 300 to 450; `charCodeAt` on
 * the string instead of bytes: 350 to 400. What limits one stream is that each look-up waits for the one before, so a second runs beside it over the other
 * half of the bytes, from as far before the middle as the longest literal reaches.
 */
export function scanBytes(automaton: LiteralAutomaton, bytes: Uint8Array, length: number, state: number, hits: Uint8Array): number {
  const { table, shift, classOf, firstAccepting, longest } = automaton
  const middle = length >> 1
  if (middle < 2 * longest) return scanStream(automaton, bytes, 0, length, state, hits)
  let left = state
  let right = 0
  let i = 0
  let j = middle - longest
  for (; i < middle; i++, j++) {
    left = table[(left << shift) | classOf[bytes[i]]]
    right = table[(right << shift) | classOf[bytes[j]]]
    if (left >= firstAccepting) hits[left - firstAccepting] = 1
    if (right >= firstAccepting) hits[right - firstAccepting] = 1
  }
  return scanStream(automaton, bytes, j, length, right, hits)
}

function scanStream(
  { table, shift, classOf, firstAccepting }: LiteralAutomaton,
  bytes: Uint8Array,
  from: number,
  to: number,
  state: number,
  hits: Uint8Array,
): number {
  let at = state
  for (let i = from; i < to; i++) {
    at = table[(at << shift) | classOf[bytes[i]]]
    if (at >= firstAccepting) hits[at - firstAccepting] = 1
  }
  return at
}
