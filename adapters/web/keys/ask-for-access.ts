/** What a key permits. The page keeps the token in memory only. */
export interface KeyAccess {
  readonly token: string
  /** False when the server has no keys, and therefore accepts any. */
  readonly hasAccount: boolean
  /** E-mail address or owner of the key. */
  readonly account?: string
  readonly pack: string
  /** Number of rules of the pack. */
  readonly rules: number
  readonly jsonPerMinute: number
  readonly anonymousPerMinute: number
  readonly canScan: boolean
}

/** The answer of `/api/account`. */
interface CallerAnswer {
  readonly caller: string
  readonly account?: string
  readonly owner?: string
  readonly pack: string
  readonly scopes: readonly string[]
  readonly jsonPerMinute: number
  readonly detail?: string
}

/** Asks the service what the key permits. Returns a sentence for the user when it cannot be used. Never rejects. */
export async function askForAccess(token: string): Promise<KeyAccess | string> {
  // What a header cannot hold is no key either.
  if (!/^[\u0021-\u007e]+$/.test(token)) return 'Not signed in: a key has only letters, digits and punctuation, without spaces.'
  const headers = { Authorization: `Bearer ${token}` }
  try {
    const [response, anonymous] = await Promise.all([fetch('/api/account', { headers }), fetch('/api/account')])
    const told: CallerAnswer = await response.json()
    if (!response.ok) return `Not signed in: ${(told.detail ?? `status ${response.status}`).replaceAll('`', '')}`
    const open: CallerAnswer = await anonymous.json()
    const listed = await fetch('/api/rules', { headers })
    const { rules = [] }: { readonly rules?: readonly unknown[] } = await listed.json()
    const account = told.account ?? told.owner
    return {
      token,
      hasAccount: told.caller === 'account',
      ...(account !== undefined && { account }),
      pack: told.pack,
      rules: rules.length,
      jsonPerMinute: told.jsonPerMinute,
      anonymousPerMinute: open.jsonPerMinute,
      canScan: told.scopes.includes('scan'),
    }
  } catch {
    return 'The service cannot be reached.'
  }
}
