import { type ScanResult, triageResult, type TriageCase } from '../../src/node/index.ts'
import { createModelTriage } from './create-model-triage.ts'
import type { TriageSettings } from './settings/triage-settings.ts'

/** A request that a triage would send. */
export interface PlannedRequest {
  readonly url: string
  /** The body, byte for byte. */
  readonly body: string
}

/** The requests that a triage of a result would send, in order. Sends nothing and needs no key. Answers that are kept in the cache of the settings are not asked for. */
export async function listRequests(result: ScanResult, cases: readonly TriageCase[], settings: TriageSettings): Promise<readonly PlannedRequest[]> {
  const requests: PlannedRequest[] = []
  const fetch = async (url: string, { body }: { readonly body?: unknown }): Promise<Response> => {
    requests.push({ url, body: String(body) })
    return Response.json({})
  }
  const judge = createModelTriage({ ...settings, concurrency: 1, retries: 0 }, { key: 'dry-run', fetch })
  const { triage } = await triageResult(result, cases, judge)
  const failure = triage?.unanswered.find(({ reason }) => reason === 'failed')
  if (failure !== undefined) throw new Error(failure.detail)
  return requests
}
