import type { CallSite } from '../../../model/language.ts'
import { nodeText } from '../../../model/tree-access.ts'
import type { MatchMode } from '../../../engines/strings/string-automaton.ts'
import { REGEX_SYNTAX } from '../regex-syntax.ts'
import { isHarmless, NOTHING_PROVED, proofOfRegex, type RegexProof } from '../../lowering/regex-proof.ts'
import type { PythonLowering } from './python-lowering.ts'

/** How the methods of a regex apply it. */
export const MATCH_MODES: ReadonlyMap<string, MatchMode> = new Map([
  ['match', 'start'],
  ['fullmatch', 'whole'],
  ['search', 'anywhere'],
])

/**
 * What a test with a regex proves. Python matches `match` at the start of the string and `fullmatch` on all of it.
 *
 * @param site the call that has the pattern and its flags: `re.compile`, or the test itself
 */
export function regexProof(low: PythonLowering, site: CallSite | undefined, mode: MatchMode): RegexProof {
  const pattern = site?.arguments[0]?.node ?? -1
  const source = pattern < 0 ? undefined : low.symbols.constantOf(pattern)
  if (site === undefined || typeof source !== 'string') return NOTHING_PROVED
  const rest = site.arguments.slice(1).map(({ node }) => nodeText(low.tree, low.text, node))
  return proofOfRegex({ text: source, syntax: 'python', flags: REGEX_SYNTAX.readFlags(rest.join(' '), source) }, mode)
}

/** Whether every string that the regex of this call matches is harmless in the usual contexts. */
export function isRestrictiveRegex(low: PythonLowering, site: CallSite | undefined, mode: MatchMode): boolean {
  return isHarmless(regexProof(low, site, mode).whenTrue)
}
