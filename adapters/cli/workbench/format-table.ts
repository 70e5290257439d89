import { showText } from '../output/show-text.ts'

/** Rows as aligned columns with two blanks between them. The first row is the heading. Numbers are aligned to the right. */
export function formatTable(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => showText(String(cell))))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = widths.map((_, column) =>
    rows.slice(1).every((row) => typeof row[column] === 'number' || /^[\d.,–-]+(?: \w+| %)?$/.test(String(row[column] ?? ''))),
  )
  const lines = cells.map((row) =>
    row
      .map((cell, column) => (isNumber[column] === true ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}
