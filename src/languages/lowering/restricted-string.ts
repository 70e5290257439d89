import { OP } from '../../model/program.ts'
import { NO_CONTEXTS, type StringContexts } from '../../model/string-context.ts'
import type { Lowering } from './lowering.ts'
import { guardIndex, sanitizedFact } from './refine.ts'
import { addValue } from './values.ts'

/** The result of a call that replaces characters: a string that is harmless in these contexts. */
export function restrictedString(low: Lowering, node: number, result: number, contexts: StringContexts): number {
  if (contexts === NO_CONTEXTS) return result
  return addValue(low, OP.refine, node, result, guardIndex(low, { ...sanitizedFact({ variable: -1 }, node), guard: node, contexts }))
}
