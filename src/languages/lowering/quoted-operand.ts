import { OP } from '../../model/program.ts'
import { contextBit, NO_CONTEXTS, type StringContexts } from '../../model/string-context.ts'
import type { Lowering } from './lowering.ts'
import { restrictedString } from './restricted-string.ts'

/** The constant text directly before and after an operand of a concatenation. */
export interface Surroundings {
  readonly before: string
  readonly after: string
}

/** An operand of a concatenation. Between quotes, a string without quotes and backslashes is harmless in SQL: `name = '${name}'`. */
export function quotedOperand(low: Lowering, node: number, value: number, around: Surroundings): number {
  if (value < 0 || !isQuoted(around) || (provedContexts(low, value) & contextBit('quoted')) === 0) return value
  return restrictedString(low, node, value, contextBit('sql'))
}

/** Whether a quote is open before the operand, and closed after it. */
function isQuoted({ before, after }: Surroundings): boolean {
  const quote = /['"](?=[^'"]*$)/.exec(before)?.[0]
  return quote !== undefined && before.split(quote).length % 2 === 0 && /['"]/.exec(after)?.[0] === quote
}

/** The contexts in which the checks of a value prove it harmless. */
function provedContexts(low: Lowering, value: number): StringContexts {
  let contexts = NO_CONTEXTS
  for (let at = value; at >= 0 && low.store.op(at) === OP.refine; at = low.store.a(at)) {
    const guard = low.store.b(at)
    if (guard >= 0) contexts |= low.guards[guard].contexts
  }
  return contexts
}
