import { createSourceReader, type ReportedSource, type ScanResult } from '../../../src/index.ts'
import type { Upload } from '../upload/send-upload.ts'

/** The text of a scanned file with the places of its secrets; `undefined` when the browser cannot read the file. */
export type CodeSources = (path: string) => ReportedSource | undefined

/** Reads the code that findings quote from the upload, which the browser still has. The service returns no code. */
export async function readSources({ files, archive }: Upload, { findings }: ScanResult): Promise<CodeSources> {
  const paths = new Set(findings.flatMap(({ file, trace = [] }) => [file, ...trace.map((step) => step.file)]))
  const texts: ReadonlyMap<string, string | Uint8Array> = archive
    ? await (await import('../upload/read-archive.ts')).readArchive(archive, paths)
    : new Map(files.map(({ path, content }) => [path, content]))
  return createSourceReader((path) => texts.get(path), findings)
}
