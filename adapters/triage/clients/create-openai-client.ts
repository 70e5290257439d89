import { ANSWER_SCHEMA } from '../answer/answer-schema.ts'
import type { TriageSettings } from '../settings/triage-settings.ts'
import { describeClientError } from './describe-client-error.ts'
import { importClient } from './import-client.ts'
import { type ClientOptions, CompletionError, type ModelClient } from './model-client.ts'

/** A client for the chat completions API of OpenAI and of services that are compatible with it. */
export async function createOpenAiClient(settings: TriageSettings, { key, fetch }: ClientOptions): Promise<ModelClient> {
  const { OpenAI } = await importClient('openai', '6.49.0', () => import('openai'))
  const { baseUrl, model, retries, maxOutputTokens, timeoutSeconds, temperature } = settings
  const client = new OpenAI({
    apiKey: key,
    baseURL: baseUrl,
    maxRetries: retries,
    // The time of an attempt is that of `fetch`; this one is only a fallback.
    timeout: timeoutSeconds * 2_000 + 5_000,
    organization: null,
    project: null,
    logLevel: 'off',
    fetch: (url, init) => fetch(String(url), init ?? {}),
  })
  return {
    complete: async ({ system, user }, signal) => {
      try {
        const response = await client.chat.completions.create(
          {
            model,
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: user },
            ],
            max_completion_tokens: maxOutputTokens,
            ...(temperature !== undefined && { temperature }),
            response_format: { type: 'json_schema', json_schema: { name: 'answers', strict: true, schema: ANSWER_SCHEMA } },
          },
          { signal },
        )
        return readCompletion(response)
      } catch (error) {
        throw describeClientError(error, signal)
      }
    },
  }
}

/** The response may be anything: it comes from a service that only claims to be compatible. */
function readCompletion(response: unknown): { readonly text: string; readonly inputTokens: number; readonly outputTokens: number } {
  const choices = get(response, 'choices')
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  if (get(choice, 'finish_reason') === 'length')
    throw new CompletionError('incomplete', 'The answer of the model was cut at the limit of output tokens.')
  const message = get(choice, 'message')
  if (typeof get(message, 'refusal') === 'string') throw new CompletionError('refused', 'The model refused to answer.')
  const text = get(message, 'content')
  if (typeof text !== 'string') throw new CompletionError('wrong-schema', 'The response of the service has no message.')
  const usage = get(response, 'usage')
  return { text, inputTokens: countOf(get(usage, 'prompt_tokens')), outputTokens: countOf(get(usage, 'completion_tokens')) }
}

function get(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}
