import type { ScanResult } from '../../../src/index.ts'

/** A file that is sent as text. */
export interface TextFile {
  readonly path: string
  readonly content: string
}

/** What is sent: text files, or one archive without changes. */
export interface Upload {
  readonly files: readonly TextFile[]
  readonly archive?: Blob
  /** Paths of chosen files that are not sent because they are binary. */
  readonly binaries: readonly string[]
}

/** The result of an upload, or why the service refused it. */
export type Outcome =
  | { readonly kind: 'scanned'; readonly result: ScanResult; readonly remaining: number | undefined }
  | {
      readonly kind: 'refused'
      readonly title: string
      readonly detail: string
      /** Address of the page that explains the problem. */
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
    return { kind: 'refused', title: 'The service cannot be reached', detail: 'Check your network connection and try again.', faults: [] }
  }
}

async function toScanned(response: Response): Promise<Outcome> {
  const remaining = response.headers.get('ratelimit-remaining')
  return { kind: 'scanned', result: await response.json(), remaining: remaining === null ? undefined : Number(remaining) }
}

/** Every part of the problem document may be missing: a proxy in front of the service can answer anything. */
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
