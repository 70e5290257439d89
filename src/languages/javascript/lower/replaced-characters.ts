import type { CallSite } from '../../../model/language.ts'
import { NO_CONTEXTS, type StringContexts } from '../../../model/string-context.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { constantRegex } from './regex-proof.ts'

/** What `replace` or `replaceAll` with constants proves about its result. `replace` replaces every match only of a regex with the flag `g`. */
export function contextsOfReplacement(low: JavaScriptLowering, method: string, { arguments: [search, replacement] }: CallSite): StringContexts {
  if (search === undefined || replacement === undefined) return NO_CONTEXTS
  const inserted = low.symbols.constantOf(replacement.node)
  // `$&` inserts the match.
  if (typeof inserted !== 'string' || inserted.includes('$')) return NO_CONTEXTS
  const searched = low.symbols.constantOf(search.node)
  if (typeof searched === 'string') return method === 'replaceAll' ? low.regexes.ofReplacement(searched, inserted) : NO_CONTEXTS
  const regex = constantRegex(low, search.node)
  return regex === undefined || !regex.flags.includes('g') ? NO_CONTEXTS : low.regexes.ofReplacement(regex, inserted)
}
