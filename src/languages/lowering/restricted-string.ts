import { OP } from '../../model/program.ts'
import { NO_CONTEXTS, type StringContexts } from '../../model/string-context.ts'
import type { Lowering } from './lowering.ts'
import { sanitizedFact } from './guard-facts.ts'
import { guardIndex } from './refine.ts'
import { addValue } from './values.ts'

/** The value as a string that is harmless in these contexts: the result of a replacement, or a parameter that passed a test. */
export function restrictedString(low: Lowering, node: number, value: number, contexts: StringContexts): number {
  if (contexts === NO_CONTEXTS) return value
  return addValue(low, OP.refine, node, value, guardIndex(low, { ...sanitizedFact({ variable: -1 }, node), guard: node, contexts }))
}
