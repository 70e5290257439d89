import type { JudgedFinding, TriageJudge, TriageOutcome, TriageUsage } from '../../src/node/index.ts'
import { type AnswerCache, createFolderCache, createMemoryCache, keyOf } from './answer/open-answer-cache.ts'
import { readOutcomes, unanswered } from './answer/read-outcomes.ts'
import { createBoundedFetch } from './clients/bounded-fetch.ts'
import { createAnthropicClient } from './clients/create-anthropic-client.ts'
import { createOpenAiClient } from './clients/create-openai-client.ts'
import { type ClientOptions, type Completion, CompletionError, type ModelClient } from './clients/model-client.ts'
import { buildPrompt, type Prompt } from './request/build-prompt.ts'
import { createBudget } from './request/create-budget.ts'
import type { TriageSettings } from './settings/triage-settings.ts'

/** What a triage by a model needs besides its settings. */
export interface ModelTriageOptions {
  /** Key of the API. */
  readonly key: string
  /** Replaces the network, for dry runs. */
  readonly fetch?: ClientOptions['fetch']
  /** Keeps answers beyond one scan. Default: the folder of the settings, else memory. */
  readonly cache?: AnswerCache
}

/** A triage by a language model, for one scan: its budget is that of the scan. Nothing is loaded or sent before the first finding is judged. */
export function createModelTriage(settings: TriageSettings, options: ModelTriageOptions): TriageJudge {
  const budget = createBudget(settings)
  const cache = options.cache ?? (settings.cache === undefined ? createMemoryCache() : createFolderCache(settings.cache))
  const usage = { calls: 0, cachedCalls: 0, inputTokens: 0, outputTokens: 0 }
  let client: Promise<ModelClient> | undefined
  let deadline: AbortSignal | undefined

  async function judge(group: readonly JudgedFinding[], { signal }: { readonly signal: AbortSignal }): Promise<readonly TriageOutcome[]> {
    const all = (outcome: TriageOutcome): readonly TriageOutcome[] => group.map(() => outcome)
    const prompt = buildPrompt(group)
    const key = keyOf([settings.provider, settings.baseUrl, settings.model, String(settings.temperature), prompt.system, prompt.user])
    const kept = cache.read(key)
    if (kept !== undefined) {
      usage.cachedCalls += 1
      return readOutcomes(kept, group.length)
    }
    const exceeded = budget.reserve(prompt)
    if (exceeded !== undefined) return all(unanswered('budget', exceeded))
    deadline ??= AbortSignal.timeout(Math.ceil(settings.budget.seconds * 1_000))
    if (deadline.aborted) return all(unanswered('budget', `The budget of ${settings.budget.seconds} seconds is spent.`))
    client ??= openClient(settings, options)
    usage.calls += 1
    try {
      const { text, inputTokens, outputTokens } = await untilAborted(client, prompt, AbortSignal.any([signal, deadline]))
      usage.inputTokens += inputTokens
      usage.outputTokens += outputTokens
      const outcomes = readOutcomes(text, group.length)
      if (outcomes.every(({ kind }) => kind === 'answer')) cache.write(key, text)
      return outcomes
    } catch (error) {
      if (deadline.aborted) return all(unanswered('budget', `The budget of ${settings.budget.seconds} seconds is spent.`))
      if (error instanceof CompletionError) return all(unanswered(error.reason, error.message))
      return all(unanswered('failed', error instanceof Error ? error.message : 'The triage failed.'))
    }
  }

  return {
    by: `${settings.provider}:${settings.model}`,
    groupSize: settings.groupSize,
    concurrency: settings.concurrency,
    judge,
    usage: (): TriageUsage => ({ ...usage, ...(settings.prices !== undefined && { cost: costOf(usage, settings.prices) }) }),
  }
}

function openClient(
  settings: TriageSettings,
  { key, fetch = createBoundedFetch(settings.timeoutSeconds) }: ModelTriageOptions,
): Promise<ModelClient> {
  return settings.provider === 'openai' ? createOpenAiClient(settings, { key, fetch }) : createAnthropicClient(settings, { key, fetch })
}

/** Clients wait between attempts whatever the signal says. */
async function untilAborted(client: Promise<ModelClient>, prompt: Prompt, signal: AbortSignal): Promise<Completion> {
  const { complete } = await client
  let onAbort = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(new CompletionError('timeout', 'The time limit of the triage was reached.'))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([complete(prompt, signal), aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function costOf(
  { inputTokens, outputTokens }: Pick<TriageUsage, 'inputTokens' | 'outputTokens'>,
  prices: NonNullable<TriageSettings['prices']>,
): number {
  return Math.round(inputTokens * prices.input + outputTokens * prices.output) / 1_000_000
}
