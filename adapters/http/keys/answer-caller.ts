import { admitReader } from '../limits/admit-reader.ts'
import { answerProblem } from '../problems/answer-problem.ts'
import type { HttpContext } from '../callers/http-env.ts'
import type { RateRules } from '../limits/limit-rate.ts'

/** `GET /api/account`: the caller and its permissions. */
export async function answerCaller(c: HttpContext, rates: RateRules): Promise<Response> {
  const { caller, problem } = await admitReader(c, rates)
  const notes = c.get('notes')
  notes.caller = caller.kind
  if (problem) {
    notes.problem = problem.name
    return answerProblem(problem, c.get('requestId'))
  }
  const { tier, scopes, account } = caller
  const { key } = account ?? {}
  return Response.json(
    {
      caller: caller.kind,
      ...(key?.email !== undefined && { account: key.email }),
      ...(account && { owner: account.id }),
      ...(key && { key: key.id, plan: key.plan, ...(key.expiresAt !== undefined && { expiresAt: key.expiresAt }) }),
      pack: tier.pack,
      scopes,
      jsonPerMinute: tier.jsonPerMinute,
      zipPerMinute: tier.zipPerMinute,
    },
    { headers: { 'Cache-Control': 'private, no-store', Vary: 'Authorization' } },
  )
}
