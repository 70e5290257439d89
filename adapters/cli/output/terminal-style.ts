import type { createColors } from 'picocolors'

/** How text for a stream looks. */
export interface TerminalStyle {
  readonly colors: ReturnType<typeof createColors>
  /** Cells in a line; undefined when it is no terminal and nothing need be cut. */
  readonly width: number | undefined
}
