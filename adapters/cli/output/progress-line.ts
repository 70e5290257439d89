import type { ScanProgress } from '../../../src/node/index.ts'
import { countOf } from './format-number.ts'
import { cutToWidth, showText } from './show-text.ts'

/** A line that is redrawn repeatedly. */
export interface ProgressLine {
  show(progress: ScanProgress): void
  /** Removes the line, so that other text can be written. */
  clear(): void
}

/** Milliseconds between two updates. Faster updates flicker and are slow on some terminals. */
const INTERVAL = 100

/** A progress display for a terminal. It shows nothing in other streams, in dumb terminals, and with `--quiet`. */
export function createProgressLine(
  stream: NodeJS.WriteStream,
  options: { readonly quiet: boolean; readonly term: string | undefined; readonly ci?: string | undefined },
): ProgressLine {
  // Logs of pipelines keep every update, even if they have a terminal.
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
