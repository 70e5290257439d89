import type { ScanResult } from '../../src/index.ts'

/** A file whose text is known here, so that it can be shown. */
export interface TextFile {
  readonly path: string
  readonly content: string
}

/** What is sent: texts, or an archive as it is. */
export interface Upload {
  readonly files: readonly TextFile[]
  readonly archive?: Blob
}

/** What came of it. */
export type Outcome =
  | { readonly kind: 'scanned'; readonly result: ScanResult; readonly remaining: number | undefined }
  | {
      readonly kind: 'refused'
      readonly title: string
      readonly detail: string
      /** Address of the page that explains it. */
      readonly type?: string
      /** Seconds. */
      readonly retryAfter?: number
      readonly faults: readonly string[]
    }

/** Sends an upload to this service. Never rejects. */
export async function sendUpload({ files, archive }: Upload, token: string | undefined): Promise<Outcome> {
  const [path, type, body] = archive ? ['upload-zip', 'application/zip', archive] : ['upload-json', 'application/json', JSON.stringify({ files })]
  try {
    const headers = { 'Content-Type': type, ...(token !== undefined && { Authorization: `Bearer ${token}` }) }
    const response = await fetch(`/api/scans/${path}`, { method: 'POST', headers, body })
    return response.ok ? await toScanned(response) : await toRefused(response)
  } catch {
    return { kind: 'refused', title: 'The service cannot be reached', detail: 'Check the connection and try again.', faults: [] }
  }
}

async function toScanned(response: Response): Promise<Outcome> {
  const remaining = response.headers.get('ratelimit-remaining')
  return { kind: 'scanned', result: await response.json(), remaining: remaining === null ? undefined : Number(remaining) }
}

/** Parts of a problem, as far as it has them: a proxy in front may answer anything. */
async function toRefused(response: Response): Promise<Outcome> {
  const problem: { title?: string; detail?: string; type?: string; faults?: readonly { message?: string }[] } = await response
    .json()
    .catch(() => ({}))
  const retryAfter = Number(response.headers.get('retry-after'))
  return {
    kind: 'refused',
    title: problem.title ?? `The service answered with ${response.status}`,
    detail: problem.detail ?? '',
    ...(problem.type?.startsWith('/problems/') && { type: problem.type }),
    ...(retryAfter > 0 && { retryAfter }),
    faults: (problem.faults ?? []).flatMap(({ message }) => message ?? []).slice(0, 20),
  }
}
