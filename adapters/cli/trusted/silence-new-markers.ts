import { readFileSync } from 'node:fs'
import type { ScanFile, ScanOptions } from '../../../src/node/index.ts'
import type { Engine } from '../engine/library-modules.ts'

type Accept = NonNullable<ScanOptions['acceptSuppression']>

const MARKER = 'assay-ignore'
/** As long as the marker, so that positions stay the same. */
const SILENT = 'assay_ignore'

/** Files for a service, which does not know the trusted commit. The markers of suppression comments that do not count are replaced. */
export async function* silenceNewMarkers(
  files: AsyncIterable<ScanFile>,
  accept: Accept,
  engine: Pick<Engine, 'createScanner' | 'readPlaces'>,
): AsyncGenerator<ScanFile, void, undefined> {
  const scanner = await engine.createScanner({ packs: ['public'] })
  try {
    for await (const file of files) {
      const text = readMarked(file, engine)
      const lines: number[] = []
      const note: Accept = (path, suppression) => {
        const counts = accept(path, suppression)
        if (!counts) lines.push(suppression.line)
        return counts
      }
      if (text !== undefined) await scanner.scan([{ path: file.path, content: text }], { includeVendored: true, acceptSuppression: note })
      yield text === undefined || lines.length === 0 ? file : { path: file.path, content: replaceMarkers(text, lines) }
    }
  } finally {
    await scanner.close()
  }
}

/** The text of a file that may contain a suppression comment. */
function readMarked(file: ScanFile, { readPlaces }: Pick<Engine, 'readPlaces'>): string | undefined {
  if ('skip' in file) return undefined
  try {
    const content = 'content' in file ? file.content : readFileSync(file.location)
    const text = readPlaces(content)?.text
    return text?.includes(MARKER) === true ? text : undefined
  } catch {
    return undefined
  }
}

/** Replaces the marker of each comment that begins on one of these lines: the first marker on or below the line. */
function replaceMarkers(text: string, lines: readonly number[]): string {
  const parts = text.split(/(\r\n|\r|\n)/)
  for (const line of lines) {
    const at = parts.findIndex((part, index) => index >= (line - 1) * 2 && part.includes(MARKER))
    if (at >= 0) parts[at] = parts[at].replaceAll(MARKER, SILENT)
  }
  return parts.join('')
}
