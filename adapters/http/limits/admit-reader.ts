import { clientAddress } from '../connections/client-address.ts'
import { connectionOf, type HttpContext } from '../callers/http-env.ts'
import { identifyCaller, type Caller } from '../callers/identify-caller.ts'
import { admitCaller, type RateRules } from './limit-rate.ts'
import type { Problem } from '../problems/problems.ts'

/** The caller, and the reason for a refusal. */
export interface ReaderAdmission {
  readonly caller: Caller
  readonly problem?: Problem
}

/** Admits read requests. Only unknown tokens are counted, so that nobody can guess many. */
export async function admitReader(c: HttpContext, rates: RateRules): Promise<ReaderAdmission> {
  const address = clientAddress(connectionOf(c).incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), rates.trustedProxyHops)
  const caller = await identifyCaller(c.req.header('authorization'), address, rates)
  if (caller.kind !== 'unknown-token') return { caller, ...(caller.problem && { problem: caller.problem }) }
  const { problem } = await admitCaller(c, rates, { quota: 'json', counts: true })
  return problem ? { caller, problem } : { caller }
}
