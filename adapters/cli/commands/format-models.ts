import type { LibraryModel } from '../../../src/node/index.ts'
import { countOf } from '../output/format-number.ts'
import { cutToWidth, showText } from '../output/show-text.ts'
import type { TerminalStyle } from '../output/terminal-style.ts'

const HEADINGS = ['library', 'languages', 'rows', 'file'] as const
const GAP = '  '

/** One line a model. On a terminal the paths of files are cut so that each line fits. */
export function formatModelTable(models: readonly LibraryModel[], { colors, width }: TerminalStyle): string {
  const rows = models.map((model) => [model.library, model.languages.join(' '), describeRows(model), model.file].map(showText))
  const widths = HEADINGS.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const layOut = (cells: readonly string[]): string => {
    const line = cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd()
    return width === undefined ? line : cutToWidth(line, width)
  }
  return `${[colors.bold(layOut(HEADINGS)), ...rows.map(layOut)].join('\n')}\n${countOf(models.length, 'model')}\n`
}

/** All rows of a model, in the form of its file. */
export function formatModel({ library, languages, file, rows }: LibraryModel, { colors }: TerminalStyle): string {
  const verbs = Object.entries(rows).map(
    ([verb, list]) => `${colors.bold(`${verb}:`)}\n${list.map((row) => `  - ${showText(toFlowText(row))}`).join('\n')}`,
  )
  return `${[`${colors.bold(showText(library))}  (${languages.join(', ')})  ${showText(file)}`, ...verbs].join('\n')}\n`
}

/** `2 flows, 1 type` */
function describeRows({ rows }: LibraryModel): string {
  return Object.entries(rows)
    .map(([verb, list]) => `${list.length} ${verb}`)
    .join(', ')
}

/** A value as YAML in one line. */
function toFlowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toFlowText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return typeof value === 'string' && /^[\w-][\w./-]*$/.test(value) ? value : JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)}: ${toFlowText(each)}`)
    .join(', ')} }`
}
