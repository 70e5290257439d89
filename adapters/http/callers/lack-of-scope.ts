import type { Caller } from './identify-caller.ts'
import type { Problem } from '../problems/problems.ts'
import type { Scope } from '../keys/store/key-store.ts'

/** The problem if the caller lacks a scope, otherwise `undefined`. */
export function lackOfScope({ kind, scopes }: Caller, scope: Scope): Problem | undefined {
  if (scopes.includes(scope)) return undefined
  if (kind === 'account') {
    const headers = { 'WWW-Authenticate': `Bearer realm="assay", error="insufficient_scope", scope="${scope}"` }
    return { name: 'insufficient-scope', detail: `The key does not have the scope \`${scope}\`.`, headers }
  }
  return {
    name: 'token-required',
    detail: `This request requires a key with the scope \`${scope}\`.`,
    headers: { 'WWW-Authenticate': 'Bearer realm="assay"' },
  }
}
