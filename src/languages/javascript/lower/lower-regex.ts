import { OP } from '../../../model/program.ts'
import { lowerPatternMethod } from '../../lowering/lower-pattern-method.ts'
import { storePart, value } from '../../lowering/values.ts'
import { isAnchored, isForeign } from './fixed-values.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { isKept } from './lower-schema-value.ts'

/** A regular expression; one that the module keeps has its `test`, which files that import it ask. */
export function lowerRegex(low: JavaScriptLowering, node: number): number {
  const made = value(low, OP.unknown, node)
  if (low.frame.index !== 0 || !isKept(low, node)) return made
  const when = isAnchored(low, node) ? 'true' : isForeign(low, node) ? 'false' : undefined
  return when === undefined ? made : storePart(low, made, 'test', lowerPatternMethod(low, node, when), node)
}
