import { type ArchiveLimits, readArchive, type ReadFile } from '../../../src/node/index.ts'
import { readFormFile } from './read-form-file.ts'
import type { Problem } from '../problems/problems.ts'

/** The media type of the body, and its limits. */
export interface UploadZipSettings extends ArchiveLimits {
  readonly contentType: string
}

/** Files for the scanner, or the problem. */
export type UploadZip = { readonly kind: 'files'; readonly files: readonly ReadFile[] } | { readonly kind: 'refused'; readonly refusal: Problem }

/** Reads the body of `POST /api/scans/upload-zip` in a scanning thread: an archive, or a form with one. */
export async function readBody(body: Uint8Array, { contentType, ...limits }: UploadZipSettings): Promise<UploadZip> {
  const archive = /^multipart\//i.test(contentType) ? await readFormFile(body, contentType) : body
  if ('name' in archive) return { kind: 'refused', refusal: archive }
  const read = await readArchive(Buffer.from(archive.buffer, archive.byteOffset, archive.length), limits, 'zip')
  if (read.kind === 'files') return read
  const { faults } = read
  const detail = faults.length === 1 ? 'The archive has one error.' : `The archive has ${faults.length} errors.`
  return { kind: 'refused', refusal: { name: 'invalid-archive', detail, members: { faults } } }
}
