import { strToU8, unzipSync } from 'fflate'

/** The service scans no larger files. */
const MAX_FILE_BYTES = 1024 * 1024

/** Reads files of a ZIP archive in the browser, by the paths that the service reports. Files that cannot be read are missing. Never rejects. */
export async function readArchive(archive: Blob, paths: ReadonlySet<string>): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  try {
    const entries = unzipSync(new Uint8Array(await archive.arrayBuffer()), {
      filter: ({ name, originalSize }) => originalSize <= MAX_FILE_BYTES && paths.has(toReportedPath(name)),
    })
    for (const [name, content] of Object.entries(entries)) files.set(toReportedPath(name), content)
  } catch {
    // The service reads archives that this library does not: those with bytes before the first entry, for example.
  }
  return files
}

/** Normalises the name of an entry as the service does. */
function toReportedPath(name: string): string {
  const parts = decodeName(name).replaceAll('\\', '/').split('/')
  return parts.filter((part) => part !== '' && part !== '.').join('/')
}

/** The library reads names without the UTF-8 flag as Latin-1. Most tools write UTF-8 there too. */
function decodeName(name: string): string {
  if (/[^\u0000-\u00ff]/.test(name) || /^[\u0000-\u007f]*$/.test(name)) return name
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(strToU8(name, true))
  } catch {
    return name
  }
}
