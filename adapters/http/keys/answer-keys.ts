import { admitReader } from '../limits/admit-reader.ts'
import { answerProblem } from '../problems/answer-problem.ts'
import { isKeyWish } from '../api/validate-key-wish.generated.ts'
import type { ByteBudget } from '../body/byte-budget.ts'
import { checkJsonType } from '../body/check-media-type.ts'
import type { HttpContext } from '../callers/http-env.ts'
import type { Caller } from '../callers/identify-caller.ts'
import type { RateRules } from '../limits/limit-rate.ts'
import type { Problem } from '../problems/problems.ts'
import type { BodyLimits } from '../body/read-request-body.ts'
import { readSmallBody } from '../body/read-small-body.ts'
import { describeSchemaFault } from '../json/describe-schema-fault.ts'
import type { Plans } from '../callers/tiers.ts'
import { SCOPES, type KeyStore, type KeyWish } from './store/key-store.ts'
import { lackOfScope } from '../callers/lack-of-scope.ts'

/** The dependencies of the key endpoints. */
export interface KeyRoute {
  readonly rates: RateRules
  readonly keys: KeyStore
  readonly plans: Plans
  readonly limits: BodyLimits
  readonly budget: ByteBudget
}

/** `GET /api/admin/keys` */
export function answerKeys(c: HttpContext, route: KeyRoute): Promise<Response> {
  return asOperator(c, route, async () => Response.json({ keys: await route.keys.list() }))
}

/** `POST /api/admin/keys` */
export function createKey(c: HttpContext, route: KeyRoute): Promise<Response> {
  return asOperator(c, route, async (caller) => {
    const wish = await readWish(c, route, caller)
    if ('detail' in wish) return refuse(c, wish)
    const { key, token } = await route.keys.create(wish)
    return Response.json({ ...key, token }, { status: 201, headers: { Location: `/api/admin/keys/${key.id}` } })
  })
}

/** `DELETE /api/admin/keys/{id}` */
export function revokeKey(c: HttpContext, route: KeyRoute): Promise<Response> {
  return asOperator(c, route, async () => {
    const key = await route.keys.revoke(c.req.param('id') ?? '')
    return key ? Response.json(key) : refuse(c, { name: 'not-found', detail: 'There is no key with this id.' })
  })
}

async function asOperator(c: HttpContext, route: KeyRoute, act: (caller: Caller) => Promise<Response>): Promise<Response> {
  const { caller, problem = lackOfScope(caller, 'admin') } = await admitReader(c, route.rates)
  c.get('notes').caller = caller.kind
  return problem ? refuse(c, problem) : act(caller)
}

async function readWish(c: HttpContext, route: KeyRoute, caller: Caller): Promise<KeyWish | Problem> {
  const unreadable = checkJsonType(c.req.header('content-type'))
  if (unreadable) return unreadable
  const text = await readSmallBody(c, { ...route, holder: caller.key })
  return typeof text === 'string' ? toWish(text, route.plans) : text
}

function toWish(text: string, plans: Plans): KeyWish | Problem {
  const value = parse(text)
  if (value === undefined) return malformed()
  if (!isKeyWish(value)) {
    const faults = (isKeyWish.errors ?? []).map(describeSchemaFault)
    return invalid(faults.map(({ path, message }) => ({ pointer: path.map((name) => `/${name}`).join(''), message: `It ${message}` })))
  }
  const { owner, plan, scopes, expiresAt } = value
  const end = expiresAt === undefined ? undefined : new Date(expiresAt)
  const faults = [
    ...(Object.hasOwn(plans, plan) ? [] : [{ pointer: '/plan', message: `It must be the name of a plan: ${Object.keys(plans).join(', ')}.` }]),
    ...(end && !(end.getTime() > Date.now()) ? [{ pointer: '/expiresAt', message: 'It must be in the future.' }] : []),
  ]
  if (faults.length > 0) return invalid(faults)
  return { owner, plan, ...(scopes && { scopes: SCOPES.filter((scope) => scopes.includes(scope)) }), ...(end && { expiresAt: end }) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function malformed(): Problem {
  return { name: 'malformed-json', detail: 'The body is not valid JSON.' }
}

function invalid(faults: readonly object[]): Problem {
  return { name: 'invalid-key', detail: 'The request body is not a valid description of an API key.', members: { faults } }
}

function refuse(c: HttpContext, problem: Problem): Response {
  c.get('notes').problem = problem.name
  return answerProblem(problem, c.get('requestId'))
}
