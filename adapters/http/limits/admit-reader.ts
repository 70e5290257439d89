import { clientAddress } from '../connections/client-address.ts'
import { connectionOf, type HttpContext } from '../callers/http-env.ts'
import { identifyCaller, type Caller } from '../callers/identify-caller.ts'
import { admitCaller, type RateRules } from './limit-rate.ts'
import type { Problem } from '../problems/problems.ts'

/** Who asks, and why that is refused. */
export interface ReaderAdmission {
  readonly caller: Caller
  readonly problem?: Problem
}

/** Lets in who only reads: nothing is counted, but tokens that are not known, so that nobody guesses many. */
export async function admitReader(c: HttpContext, rates: RateRules): Promise<ReaderAdmission> {
  const address = clientAddress(connectionOf(c).incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), rates.trustedProxyHops)
  const caller = await identifyCaller(c.req.header('authorization'), address, rates)
  if (caller.kind !== 'unknown-token') return { caller, ...(caller.problem && { problem: caller.problem }) }
  const { problem } = await admitCaller(c, rates, { quota: 'json', counts: true })
  return problem ? { caller, problem } : { caller }
}
