import type { Severity } from '../../../src/node/index.ts'
import type { TerminalStyle } from './terminal-style.ts'

/** The colour of a severity, the same in every command. */
export function paintSeverity(colors: TerminalStyle['colors'], severity: Severity): (text: string) => string {
  switch (severity) {
    case 'critical':
      return (text) => colors.bold(colors.red(text))
    case 'high':
      return colors.red
    case 'medium':
      return colors.yellow
    case 'low':
      return colors.cyan
  }
}
