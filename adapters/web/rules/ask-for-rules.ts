import type { RuleInfo } from '../../../src/index.ts'

/** The answer of `/api/rules`. */
export interface RulesAnswer {
  readonly pack: string
  readonly rules: readonly RuleInfo[]
}

/** Asks the service for the rules of the caller. Returns a sentence for the user when it refuses. Never rejects. */
export async function askForRules(token: string | undefined): Promise<RulesAnswer | string> {
  try {
    const response = await fetch('/api/rules', token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } })
    const answer: RulesAnswer & { readonly detail?: string } = await response.json()
    return response.ok ? answer : `The rules cannot be listed: ${(answer.detail ?? `status ${response.status}`).replaceAll('`', '')}`
  } catch {
    return 'The service cannot be reached.'
  }
}
