import { OP } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { mustAliasRoot } from './variables.ts'

/** What a call gave, or a part of that. */
export interface CallResult {
  /** Node of the call. */
  readonly call: number
  /** Undefined for all of it. */
  readonly part: string | undefined
}

/** The call whose result a value is, or a part of which: `ok` after `ok, why = check(x)`, `result.error`. */
export function callResultAt(low: Lowering, held: number): CallResult | undefined {
  if (held < 0) return undefined
  const { store } = low
  const at = mustAliasRoot(low, held)
  const isPart = store.op(at) === OP.load
  if (isPart && store.key(at) < 0) return undefined
  const whole = isPart ? mustAliasRoot(low, store.a(at)) : at
  if (store.op(whole) !== OP.result) return undefined
  const call = low.callNodes.get(store.a(whole))
  return call === undefined ? undefined : { call, part: isPart ? low.strings[store.key(at)] : undefined }
}
