import type { CallSite } from '../../../model/language.ts'
import { nodeText } from '../../../model/tree-access.ts'
import type { PatternSource } from '../../../engines/backtracking/pattern-node.ts'
import type { MatchMode } from '../../../engines/strings/string-automaton.ts'
import { REGEX_SYNTAX } from '../regex-syntax.ts'
import { NOTHING_PROVED, type RegexProof } from '../../lowering/regex-proof.ts'
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
  const regex = constantRegex(low, site)
  return regex === undefined ? NOTHING_PROVED : low.regexes.ofTest(regex, mode)
}

/** Whether every string that the regex of this call matches is harmless in the usual contexts. */
export function isRestrictiveRegex(low: PythonLowering, site: CallSite | undefined, mode: MatchMode): boolean {
  const regex = constantRegex(low, site)
  return regex !== undefined && low.regexes.isRestrictive(regex, mode)
}

function constantRegex(low: PythonLowering, site: CallSite | undefined): PatternSource | undefined {
  const [pattern, ...rest] = site?.arguments ?? []
  const source = pattern === undefined ? undefined : low.symbols.constantOf(pattern.node)
  if (typeof source !== 'string') return undefined
  const written = rest.map(({ node }) => nodeText(low.tree, low.text, node)).join(' ')
  return { text: source, syntax: 'python', flags: REGEX_SYNTAX.readFlags(written, source) }
}
