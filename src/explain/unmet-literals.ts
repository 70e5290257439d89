import { buildPrefilters } from '../engines/prefilter/build-prefilters.ts'
import type { LiteralNeed } from '../model/literal-need.ts'
import { quoteList } from './quote-list.ts'

/** In words, what a text lacks for a need: ``no `exec` ``. Undefined if the text meets it. */
export function describeUnmet(need: LiteralNeed, text: string): string | undefined {
  const [holds] = buildPrefilters([[need]])
  if (holds?.(text).length === 1) return undefined
  if (need.kind === 'all')
    for (const part of need.of) {
      const unmet = describeUnmet(part, text)
      if (unmet !== undefined) return unmet
    }
  const literals = [...new Set(listLiterals(need))]
  if (literals.length === 0) return 'no code that the rule can match'
  return literals.length === 1 ? `no \`${literals[0]}\`` : `none of ${quoteList(literals, 'and')}`
}

function listLiterals(need: LiteralNeed): readonly string[] {
  switch (need.kind) {
    case 'literal':
    case 'word':
    case 'spelled':
    case 'placed':
      return [need.text]
    case 'member':
      return [`${need.holder}.${need.text}`]
    case 'all':
      return need.of.slice(0, 1).flatMap(listLiterals)
    case 'some':
      return need.of.flatMap(listLiterals)
    default:
      return []
  }
}
