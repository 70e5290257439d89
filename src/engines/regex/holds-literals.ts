import type { LiteralNeed } from '../../model/literal-need.ts'

/** Whether the text contains the literals of a regex, ignoring case. Over-approximates. */
export function holdsLiterals(need: LiteralNeed, text: string): boolean {
  // Lower case converts the Kelvin sign to `k`, but not the long s.
  return holds(need, text.toLowerCase().replaceAll('\u017f', 's'))
}

function holds(need: LiteralNeed, folded: string): boolean {
  if (need.kind === 'literal') return folded.includes(need.text)
  if (need.kind === 'all') return need.of.every((part) => holds(part, folded))
  if (need.kind === 'some') return need.of.some((part) => holds(part, folded))
  return need.kind !== 'nothing'
}
