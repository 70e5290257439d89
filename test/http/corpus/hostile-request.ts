import { makeZip, type ZipEntry, type ZipFrame } from '../zip-archive.ts'

/** One request that means no good, with what is answered to it. */
export interface HostileRequest {
  readonly name: string
  /** By default that of JSON. */
  readonly endpoint?: 'upload-json' | 'upload-zip'
  /** Beside the media type of the endpoint, or in its place. */
  readonly headers?: Readonly<Record<string, string>>
  /** Made when it is sent: all of them together would fill the memory of the test. */
  readonly body?: () => string | Uint8Array
  /** What is written to a connection, in place of a request. */
  readonly raw?: () => string
  readonly status: number
  /** Name of the problem. Without one, a result. */
  readonly problem?: string
}

/** A request with an archive that is made of these entries. */
export function zipRequest(name: string, entries: () => readonly ZipEntry[], status: number, frame: ZipFrame = {}): HostileRequest {
  return { name, endpoint: 'upload-zip', body: () => makeZip(entries(), frame), status, ...(status === 422 && { problem: 'invalid-archive' }) }
}

/** So many entries, made from their indices. */
export function many(count: number, of: (index: number) => ZipEntry): readonly ZipEntry[] {
  return Array.from({ length: count }, (_, index) => of(index))
}
