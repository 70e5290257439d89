import { type ScanResult, triageResult, type TriageCase } from '../../../src/node/index.ts'
import { type AnswerCache, createModelTriage, type TriageSettings } from '../../triage/index.ts'

/** A triage by a language model, as the operator configured it. */
export interface ServiceTriage {
  readonly settings: TriageSettings
  readonly key: string
}

/** A triage with the answers that the service keeps. */
export interface OpenTriage extends ServiceTriage {
  readonly cache?: AnswerCache
}

/** Puts the findings of a result to the model. Never rejects: findings without an answer are kept. */
export async function triageAnswer(
  json: Uint8Array<ArrayBuffer>,
  cases: readonly TriageCase[],
  { settings, key, cache }: OpenTriage,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const result: ScanResult = JSON.parse(new TextDecoder().decode(json))
  const judge = createModelTriage(settings, { key, ...(settings.cache === undefined && cache !== undefined && { cache }) })
  const triaged = await triageResult(result, cases, judge, { signal })
  return new TextEncoder().encode(JSON.stringify(triaged))
}
