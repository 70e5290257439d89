import type { TriageSettings } from '../settings/triage-settings.ts'
import type { Prompt } from './build-prompt.ts'

/** Decides which requests may be sent. */
export interface Budget {
  /** Reserves what a request may take at most. Undefined when it may be sent, else the limit that it would exceed, as a sentence. */
  reserve(prompt: Prompt): string | undefined
}

const CHARACTERS_PER_TOKEN = 3

/** A budget that reserves an upper estimate of each request before it is sent, so that which requests are sent does not depend on answers. */
export function createBudget({ budget, prices, maxOutputTokens }: Pick<TriageSettings, 'budget' | 'prices' | 'maxOutputTokens'>): Budget {
  let calls = 0
  let tokens = 0
  let cost = 0
  return {
    reserve: ({ system, user }) => {
      const input = Math.ceil((system.length + user.length) / CHARACTERS_PER_TOKEN)
      const price = prices === undefined ? 0 : (input * prices.input + maxOutputTokens * prices.output) / 1_000_000
      if (calls + 1 > budget.calls) return `The budget of ${budget.calls} requests is spent.`
      if (tokens + input + maxOutputTokens > budget.tokens) return `The budget of ${budget.tokens} tokens is spent.`
      if (budget.cost !== undefined && cost + price > budget.cost) return `The budget of ${budget.cost} (cost) is spent.`
      calls += 1
      tokens += input + maxOutputTokens
      cost += price
      return undefined
    },
  }
}
