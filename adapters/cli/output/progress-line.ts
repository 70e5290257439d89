import type { ScanProgress } from '../../../src/node/index.ts'
import { countOf } from './format-number.ts'
import { cutToWidth, showText } from './show-text.ts'

/** A line that is written over again and again. */
export interface ProgressLine {
  show(progress: ScanProgress): void
  /** Takes the line away, so that other text can be written. */
  clear(): void
}

/** Milliseconds between two drawings: faster flickers, and costs time on slow terminals. */
const INTERVAL = 100

/** A progress display for a terminal. Elsewhere, in dumb terminals and when told to be quiet it shows nothing. */
export function createProgressLine(
  stream: NodeJS.WriteStream,
  options: { readonly quiet: boolean; readonly term: string | undefined; readonly ci?: string | undefined },
): ProgressLine {
  // Logs of pipelines keep every drawing, also where they have a terminal.
  const isLog = options.ci !== undefined && options.ci !== '' && options.ci !== 'false'
  if (!stream.isTTY || options.quiet || isLog || options.term === 'dumb') return { show: () => undefined, clear: () => undefined }
  let drawnAt = performance.now()
  let drawn = false
  return {
    show({ filesDone, findings, file }) {
      const now = performance.now()
      if (now - drawnAt < INTERVAL) return
      drawnAt = now
      drawn = true
      const text = `Scanning: ${countOf(filesDone, 'file')}, ${countOf(findings, 'finding')}  ${showText(file)}`
      stream.write(`\r${cutToWidth(text, (stream.columns || 80) - 1)}\u001b[K`)
    },
    clear() {
      if (drawn) stream.write('\r\u001b[K')
      drawn = false
    },
  }
}
