import type { RuleInfo } from '../../../src/node/index.ts'
import { countOf } from '../output/format-number.ts'
import { paintSeverity } from '../output/paint-severity.ts'
import { cutToWidth, showText } from '../output/show-text.ts'
import type { TerminalStyle } from '../output/terminal-style.ts'

const HEADINGS = ['rule', 'severity', 'languages', 'title'] as const
const GAP = '  '

/** One line per rule. On a terminal titles are shortened, then languages, so that each line fits. */
export function formatRuleTable(rules: readonly RuleInfo[], { colors, width }: TerminalStyle): string {
  const rows = rules.map((rule) => [rule.id, rule.severity, rule.languages.join(' '), rule.title].map(showText))
  const widths = HEADINGS.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column].length)))
  if (width !== undefined) {
    const left = width - widths[0] - widths[1] - GAP.length * 3
    widths[2] = Math.min(widths[2], Math.max(HEADINGS[2].length, Math.floor(left / 3)))
    widths[3] = Math.max(12, left - widths[2])
  }
  const layOut = (cells: readonly string[], severity: (text: string) => string): string =>
    cells
      .map((cell, column) => {
        const text = width === undefined || column < 2 ? cell : cutToWidth(cell, widths[column])
        const padded = column === HEADINGS.length - 1 ? text : text.padEnd(widths[column])
        return column === 1 ? severity(padded) : padded
      })
      .join(GAP)
  const lines = rows.map((row, index) => layOut(row, paintSeverity(colors, rules[index].severity)))
  return `${[colors.bold(layOut(HEADINGS, (text) => text)), ...lines].join('\n')}\n${countOf(rules.length, 'rule')}\n`
}
