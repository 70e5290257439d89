import type { PatternSource } from '../../../engines/backtracking/pattern-node.ts'
import { NO_CONTEXTS } from '../../../model/string-context.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import { NOTHING_PROVED, type RegexProof } from '../../lowering/regex-proof.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** A regex with constant content: a literal, or `new RegExp` of constants. */
export function constantRegex(low: JavaScriptLowering, node: number): PatternSource | undefined {
  if (node < 0) return undefined
  const { tree, text, kinds, symbols } = low
  const value = symbols.valueOf(low.syntax.unwrap(tree, node))
  if (kindOf(low, value) === kinds.id.regex) {
    const pattern = childByField(tree, value, kinds.field.pattern)
    const whole = nodeText(tree, text, value)
    return pattern < 0 ? undefined : { text: nodeText(tree, text, pattern), syntax: 'javascript', flags: whole.slice(whole.lastIndexOf('/') + 1) }
  }
  const site = low.syntax.callAt(tree, text, value)
  if (site === undefined || symbols.nameOf(site.callee) !== 'RegExp' || site.arguments[0] === undefined) return undefined
  const source = symbols.constantOf(site.arguments[0].node)
  const flags = site.arguments[1] === undefined ? '' : symbols.constantOf(site.arguments[1].node)
  return typeof source === 'string' && typeof flags === 'string' ? { text: source, syntax: 'javascript', flags } : undefined
}

/** What a test with this regex proves. */
export function regexProof(low: JavaScriptLowering, node: number): RegexProof {
  const inner = low.syntax.unwrap(low.tree, node)
  if (node >= 0 && low.symbols.valueOf(inner) !== inner) return keptRegexProof(low, node)
  const regex = constantRegex(low, node)
  return regex === undefined ? NOTHING_PROVED : low.regexes.ofTest(regex, 'anywhere')
}

/** The same for a regex that a variable keeps. With the flag `g` it starts where its last match ended, and may miss an earlier one. */
export function keptRegexProof(low: JavaScriptLowering, node: number): RegexProof {
  const regex = constantRegex(low, node)
  if (regex === undefined) return NOTHING_PROVED
  const proof = low.regexes.ofTest(regex, 'anywhere')
  return regex.flags.includes('g') ? { ...proof, whenFalse: NO_CONTEXTS } : proof
}

/** Whether every string that the regex matches is harmless in the usual contexts. */
export function isRestrictiveRegex(low: JavaScriptLowering, node: number): boolean {
  const regex = constantRegex(low, node)
  return regex !== undefined && low.regexes.isRestrictive(regex, 'anywhere')
}
