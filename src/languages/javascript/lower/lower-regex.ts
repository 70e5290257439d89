import { OP } from '../../../model/program.ts'
import { lowerRegexMethod } from '../../lowering/lower-regex-method.ts'
import { storeField, addValue } from '../../lowering/values.ts'
import { isAnchored, isNegatedClass } from './constant-collection.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { isModuleConstant } from './lower-schema-value.ts'

/** A regular expression; one that the module keeps has its `test`, which files that import it ask. */
export function lowerRegex(low: JavaScriptLowering, node: number): number {
  const made = addValue(low, OP.unknown, node)
  if (low.frame.index !== 0 || !isModuleConstant(low, node)) return made
  const when = isAnchored(low, node) ? 'true' : isNegatedClass(low, node) ? 'false' : undefined
  return when === undefined ? made : storeField(low, made, 'test', lowerRegexMethod(low, node, when), node)
}
