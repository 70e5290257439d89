import { makeZip, type ZipEntry, type ZipFrame } from '../zip-archive.ts'

/** One hostile request with its answer. */
export interface HostileRequest {
  readonly name: string
  /** By default the JSON endpoint. */
  readonly endpoint?: 'upload-json' | 'upload-zip'
  /** In addition to the media type of the endpoint, or replacing it. */
  readonly headers?: Readonly<Record<string, string>>
  /** Made when it is sent: all of them together would fill the memory of the test. */
  readonly body?: () => string | Uint8Array
  /** Bytes for a connection instead of a request. */
  readonly raw?: () => string
  readonly status: number
  /** Name of the problem. Absent for a result. */
  readonly problem?: string
}

/** A request with an archive of these entries. */
export function zipRequest(name: string, entries: () => readonly ZipEntry[], status: number, frame: ZipFrame = {}): HostileRequest {
  return { name, endpoint: 'upload-zip', body: () => makeZip(entries(), frame), status, ...(status === 422 && { problem: 'invalid-archive' }) }
}

/** A list of entries, created from their indexes. */
export function many(count: number, of: (index: number) => ZipEntry): readonly ZipEntry[] {
  return Array.from({ length: count }, (_, index) => of(index))
}
