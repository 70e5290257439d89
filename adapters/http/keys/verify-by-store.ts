import type { VerifyToken } from '../identify-caller.ts'
import type { Plans } from '../tiers.ts'
import type { KeyStore } from './key-store.ts'

/** Looks tokens up where keys are kept. Rejects where that cannot be done, and for a key whose plan is none any more. */
export function verifyByStore(keys: KeyStore, plans: Plans): VerifyToken {
  return async (token) => {
    const key = await keys.verify(token)
    if (key === undefined) return undefined
    const plan = Object.hasOwn(plans, key.plan) ? plans[key.plan] : undefined
    if (plan === undefined) throw new Error('A key has a plan that is not among the settings.')
    return { ...plan, id: key.owner, scopes: key.scopes }
  }
}
