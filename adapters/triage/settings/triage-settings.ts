import type { Severity } from '../../../src/node/index.ts'

/** APIs that a triage can use. `openai` stands for every service with the chat completions API of OpenAI. */
export const PROVIDERS = ['openai', 'anthropic'] as const
/** One of `PROVIDERS`. */
export type Provider = (typeof PROVIDERS)[number]

/** Limits of one scan. What exceeds them is not sent, and its findings are kept. */
export interface TriageBudget {
  /** Requests, without retries. */
  readonly calls: number
  /** Tokens of input and output, by an upper estimate made before a request is sent. */
  readonly tokens: number
  /** In the currency of `prices`. */
  readonly cost?: number
  readonly seconds: number
}

/** Prices of a million tokens. */
export interface TriagePrices {
  readonly input: number
  readonly output: number
}

/** How an operator wants findings to be judged. */
export interface TriageSettings {
  readonly provider: Provider
  /** Address of the API, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string
  readonly model: string
  /** Findings below this severity are not sent. */
  readonly severity: Severity
  /** Requests at the same time. */
  readonly concurrency: number
  /** Findings of one file in one request. */
  readonly groupSize: number
  /** Tokens of the context of one finding. */
  readonly maxContextTokens: number
  /** Tokens of one answer. */
  readonly maxOutputTokens: number
  /** Seconds of one attempt. */
  readonly timeoutSeconds: number
  /** Further attempts after a failure that may be temporary. */
  readonly retries: number
  /** Not sent unless it is set, because some models refuse it. */
  readonly temperature?: number
  readonly budget: TriageBudget
  readonly prices?: TriagePrices
  /** Folder in which answers are kept. Without one they are kept in memory. */
  readonly cache?: string
}

/** Addresses of the providers' own services. */
export const DEFAULT_BASE_URLS: Readonly<Record<Provider, string>> = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com' }

/** What holds where nothing else is set. */
export const DEFAULT_TRIAGE = {
  severity: 'medium',
  concurrency: 4,
  groupSize: 8,
  maxContextTokens: 4_000,
  maxOutputTokens: 2_000,
  timeoutSeconds: 60,
  retries: 2,
  budget: { calls: 100, tokens: 1_000_000, seconds: 600 },
} as const
