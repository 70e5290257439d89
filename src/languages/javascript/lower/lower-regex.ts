import { OP } from '../../../model/program.ts'
import { NO_CONTEXTS } from '../../../model/string-context.ts'
import { lowerRegexMethod } from '../../lowering/lower-regex-method.ts'
import { storeField, addValue } from '../../lowering/values.ts'
import { keptRegexProof } from './regex-proof.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { isModuleConstant } from './lower-schema-value.ts'

/** Lowers a regex. A regex in a module constant gets a `test` method as a guard for files that import it. */
export function lowerRegex(low: JavaScriptLowering, node: number): number {
  const made = addValue(low, OP.unknown, node)
  if (low.frame.index !== 0 || !isModuleConstant(low, node)) return made
  const proof = keptRegexProof(low, node)
  const provesNothing = proof.whenTrue === NO_CONTEXTS && proof.whenFalse === NO_CONTEXTS
  return provesNothing ? made : storeField(low, made, 'test', lowerRegexMethod(low, node, proof), node)
}
