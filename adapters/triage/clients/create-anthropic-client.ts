import { ANSWER_SCHEMA } from '../answer/answer-schema.ts'
import type { TriageSettings } from '../settings/triage-settings.ts'
import { describeClientError } from './describe-client-error.ts'
import { importClient } from './import-client.ts'
import { type ClientOptions, CompletionError, type ModelClient } from './model-client.ts'

const TOOL = 'record_answers'

/** A client for the messages API of Anthropic. The model must answer by a tool whose input has the schema of answers. */
export async function createAnthropicClient(settings: TriageSettings, { key, fetch }: ClientOptions): Promise<ModelClient> {
  const { Anthropic } = await importClient('@anthropic-ai/sdk', '1.11.0', () => import('@anthropic-ai/sdk'))
  const { baseUrl, model, retries, maxOutputTokens, timeoutSeconds, temperature } = settings
  const client = new Anthropic({
    apiKey: key,
    baseURL: baseUrl,
    maxRetries: retries,
    // The time of an attempt is that of `fetch`; this one is only a fallback.
    timeout: timeoutSeconds * 2_000 + 5_000,
    logLevel: 'off',
    fetch: (url, init) => fetch(String(url), init ?? {}),
  })
  return {
    complete: async ({ system, user }, signal) => {
      try {
        const response = await client.messages.create(
          {
            model,
            max_tokens: maxOutputTokens,
            system,
            messages: [{ role: 'user', content: user }],
            ...(temperature !== undefined && { temperature }),
            tools: [{ name: TOOL, description: 'Records the answer for each finding.', input_schema: { ...ANSWER_SCHEMA, type: 'object' } }],
            tool_choice: { type: 'tool', name: TOOL },
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
  const stop = get(response, 'stop_reason')
  if (stop === 'max_tokens') throw new CompletionError('incomplete', 'The answer of the model was cut at the limit of output tokens.')
  if (stop === 'refusal') throw new CompletionError('refused', 'The model refused to answer.')
  const content = get(response, 'content')
  const used: unknown = Array.isArray(content) ? content.find((block) => get(block, 'type') === 'tool_use' && get(block, 'name') === TOOL) : undefined
  if (used === undefined) throw new CompletionError('wrong-schema', 'The response of the service has no answer.')
  const usage = get(response, 'usage')
  return {
    text: JSON.stringify(get(used, 'input') ?? null),
    inputTokens: countOf(get(usage, 'input_tokens')),
    outputTokens: countOf(get(usage, 'output_tokens')),
  }
}

function get(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}
