import type { UnansweredReason } from '../../../src/node/index.ts'
import type { Prompt } from '../request/build-prompt.ts'

/** What a model answered. */
export interface Completion {
  /** JSON, as the model wrote it. */
  readonly text: string
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Why there is no completion. The message is for reports: it contains neither source text nor a key. */
export class CompletionError extends Error {
  override readonly name = 'CompletionError'
  readonly reason: UnansweredReason

  constructor(reason: UnansweredReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Sends one prompt. Retries failures that may be temporary. Rejects with `CompletionError`. */
export interface ModelClient {
  complete(prompt: Prompt, signal: AbortSignal): Promise<Completion>
}

/** What a client is made of. */
export interface ClientOptions {
  readonly key: string
  readonly fetch: (url: string, init: SentRequest) => Promise<Response>
}

/** What a client hands to `fetch`. */
export interface SentRequest {
  readonly method?: string
  readonly headers?: RequestInit['headers']
  readonly body?: unknown
  readonly signal?: AbortSignal | null
}
