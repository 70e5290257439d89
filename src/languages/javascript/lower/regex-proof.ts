import type { PatternSource } from '../../../engines/backtracking/pattern-node.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import { isHarmless, NOTHING_PROVED, proofOfRegex, type RegexProof } from '../../lowering/regex-proof.ts'
import { kindOf, type JavaScriptLowering } from './javascript-lowering.ts'

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
  const regex = constantRegex(low, node)
  return regex === undefined ? NOTHING_PROVED : proofOfRegex(regex, 'anywhere')
}

/** Whether every string that the regex matches is harmless in the usual contexts. */
export function isAnchored(low: JavaScriptLowering, node: number): boolean {
  return isHarmless(regexProof(low, node).whenTrue)
}
