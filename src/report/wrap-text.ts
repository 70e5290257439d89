import { toVisible, widthOf } from './visible-text.ts'

/** Breaks text of unknown origin into visible lines of at most so many cells, at white space. A longer word has a line of its own, uncut: it may be an address. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map(toVisible)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line)
      line = word
    } else {
      line = longer
    }
  }
  return line === '' ? lines : [...lines, line]
}
