import type { createColors } from 'picocolors'

/** Colours and width of a stream. */
export interface TerminalStyle {
  readonly colors: ReturnType<typeof createColors>
  /** Cells per line. Undefined if the stream is no terminal and text is not shortened. */
  readonly width: number | undefined
}
