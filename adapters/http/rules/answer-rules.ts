import { answerProblem } from '../problems/answer-problem.ts'
import type { HttpContext } from '../callers/http-env.ts'
import { admitReader } from '../limits/admit-reader.ts'
import { lackOfScope } from '../callers/lack-of-scope.ts'
import type { RateRules } from '../limits/limit-rate.ts'
import type { Problem } from '../problems/problems.ts'
import type { CataloguedPack, RuleCatalogue } from './rule-catalogue.ts'

/** The dependencies of the endpoints for rules and packs. */
export interface RuleRoute {
  readonly rates: RateRules
  readonly catalogue: RuleCatalogue
}

/** `GET /api/rules`: all of the caller's pack. */
export function answerRules(c: HttpContext, route: RuleRoute): Promise<Response> {
  return answer(c, route, ({ name, rules }) => ({ pack: name, rules }))
}

/** `GET /api/rules/{id}`: one rule of the caller's pack. */
export function answerRule(c: HttpContext, route: RuleRoute): Promise<Response> {
  return answer(c, route, ({ rules }) => rules.find(({ id }) => id === c.req.param('id')))
}

/** `GET /api/packs/{name}`: the caller's pack, or that of anonymous callers. */
export async function answerPack(c: HttpContext, route: RuleRoute): Promise<Response> {
  const open = route.rates.tiers.anonymous.pack
  const wanted = c.req.param('name')
  return answer(c, route, async (own) => {
    const pack = wanted === open ? await route.catalogue.pack(open) : own
    return pack.name === wanted ? { ...pack, rules: pack.rules.map(({ id }) => id) } : undefined
  })
}

/** Answers with data about the caller's pack as JSON, or 404. */
async function answer(c: HttpContext, { rates, catalogue }: RuleRoute, tell: (pack: CataloguedPack) => unknown): Promise<Response> {
  const { caller, problem = lackOfScope(caller, 'rules') } = await admitReader(c, rates)
  c.get('notes').caller = caller.kind
  if (problem) return refuse(c, problem)
  const told = await tell(await catalogue.pack(caller.tier.pack))
  if (told === undefined) return refuse(c, notThere(caller.tier.pack))
  // The answer depends on the caller.
  return Response.json(told, { headers: { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' } })
}

function notThere(pack: string): Problem {
  return { name: 'not-found', detail: `The pack \`${pack}\` of this caller does not contain a rule or pack with this name.` }
}

function refuse(c: HttpContext, problem: Problem): Response {
  c.get('notes').problem = problem.name
  return answerProblem(problem, c.get('requestId'))
}
