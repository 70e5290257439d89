import type { ByteBudget } from '../body/byte-budget.ts'
import type { HttpContext } from '../callers/http-env.ts'
import type { KeyStore } from '../keys/store/key-store.ts'
import type { RateRules } from '../limits/limit-rate.ts'
import type { Problem } from '../problems/problems.ts'
import type { BodyLimits } from '../body/read-request-body.ts'
import { readSmallBody } from '../body/read-small-body.ts'
import type { Accounts } from './auth/accounts.ts'
import { addressOf } from '../limits/limit-tries.ts'

/** The dependencies of the account endpoints. */
export interface AccountRoute {
  readonly accounts: Accounts
  readonly keys: KeyStore
  readonly rates: RateRules
  readonly limits: BodyLimits
  readonly budget: ByteBudget
}

/** The fields of a form, each there once; or why it is refused. */
export async function readForm(c: HttpContext, route: AccountRoute): Promise<ReadonlyMap<string, string> | Problem> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') {
    const accept = 'application/x-www-form-urlencoded'
    return { name: 'unsupported-media-type', detail: `\`Content-Type\` must be \`${accept}\`.`, headers: { Accept: accept } }
  }
  const text = await readSmallBody(c, { ...route, holder: `address:${addressOf(c, route.rates)}` })
  if (typeof text !== 'string') return text
  const fields = [...new URLSearchParams(text)]
  const form = new Map(fields)
  return form.size === fields.length ? form : { name: 'malformed-request', detail: 'A field of the form occurs twice.' }
}
