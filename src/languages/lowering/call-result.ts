import { OP } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { mustAliasRoot } from './variables.ts'

/** The result of a call, or a property of it. */
export interface CallResult {
  /** The node of the call. */
  readonly call: number
  /** Undefined for the result itself. */
  readonly part: string | undefined
}

/** The call whose result, or a property of whose result, the value is: `ok` after `ok, why = check(x)`; `result.error`. */
export function callResultAt(low: Lowering, valueId: number): CallResult | undefined {
  if (valueId < 0) return undefined
  const { store } = low
  const at = mustAliasRoot(low, valueId)
  const isPart = store.op(at) === OP.load
  if (isPart && store.key(at) < 0) return undefined
  const whole = isPart ? mustAliasRoot(low, store.a(at)) : at
  if (store.op(whole) !== OP.result) return undefined
  const call = low.callNodes.get(store.a(whole))
  return call === undefined ? undefined : { call, part: isPart ? low.strings[store.key(at)] : undefined }
}
