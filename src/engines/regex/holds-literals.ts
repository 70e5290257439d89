import type { LiteralNeed } from '../../model/literal-need.ts'

/** Whether the text has what the need of a regex asks for, without case. May say yes wrongly. */
export function holdsLiterals(need: LiteralNeed, text: string): boolean {
  // Lower case makes a `k` of the Kelvin sign, and leaves the long s.
  return holds(need, text.toLowerCase().replaceAll('\u017f', 's'))
}

function holds(need: LiteralNeed, folded: string): boolean {
  if (need.kind === 'literal') return folded.includes(need.text)
  if (need.kind === 'all') return need.of.every((part) => holds(part, folded))
  if (need.kind === 'some') return need.of.some((part) => holds(part, folded))
  return need.kind !== 'nothing'
}
