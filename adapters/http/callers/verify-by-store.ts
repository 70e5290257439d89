import type { KeyNotes, VerifyToken } from './identify-caller.ts'
import type { Plans } from './tiers.ts'
import type { ApiKey, KeyStore } from '../keys/store/key-store.ts'

/** Finds tokens in the store of keys. Rejects if the store fails. */
export function verifyByStore(keys: KeyStore, plans: Plans): VerifyToken {
  return async (token) => {
    const key = await keys.verify(token)
    if (key === undefined) return undefined
    const plan = Object.hasOwn(plans, key.plan) ? plans[key.plan] : undefined
    if (plan === undefined) return { id: key.owner, missingPlan: key.plan }
    const { scopes: most, ...tier } = plan
    return { ...tier, id: key.owner, scopes: most ? key.scopes.filter((scope) => most.includes(scope)) : key.scopes, key: toNotes(key) }
  }
}

function toNotes({ id, plan, account, expiresAt }: ApiKey): KeyNotes {
  return { id, plan, ...(account !== undefined && { email: account }), ...(expiresAt !== undefined && { expiresAt }) }
}
