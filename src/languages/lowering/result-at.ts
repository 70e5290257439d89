import { OP } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { originOf } from './variables.ts'

/** What a call gave, or a part of that. */
export interface GivenResult {
  /** Node of the call. */
  readonly call: number
  /** Undefined for all of it. */
  readonly part: string | undefined
}

/** The call whose result a value is, or a part of which: `ok` after `ok, why = check(x)`, `result.error`. */
export function resultAt(low: Lowering, held: number): GivenResult | undefined {
  if (held < 0) return undefined
  const { store } = low
  const at = originOf(low, held)
  const isPart = store.op(at) === OP.load
  if (isPart && store.key(at) < 0) return undefined
  const whole = isPart ? originOf(low, store.a(at)) : at
  if (store.op(whole) !== OP.result) return undefined
  const call = low.callNodes.get(store.a(whole))
  return call === undefined ? undefined : { call, part: isPart ? low.strings[store.key(at)] : undefined }
}
