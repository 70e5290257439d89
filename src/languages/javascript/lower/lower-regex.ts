import { OP } from '../../../model/program.ts'
import { lowerRegexMethod } from '../../lowering/lower-regex-method.ts'
import { storeField, addValue } from '../../lowering/values.ts'
import { isAnchored, isNegatedClass } from './constant-collection.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { isModuleConstant } from './lower-schema-value.ts'

/** Lowers a regex. A regex in a module constant gets a `test` method as a guard for files that import it. */
export function lowerRegex(low: JavaScriptLowering, node: number): number {
  const made = addValue(low, OP.unknown, node)
  if (low.frame.index !== 0 || !isModuleConstant(low, node)) return made
  const when = isAnchored(low, node) ? 'true' : isNegatedClass(low, node) ? 'false' : undefined
  return when === undefined ? made : storeField(low, made, 'test', lowerRegexMethod(low, node, when), node)
}
