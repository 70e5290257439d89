import { toVisible, widthOf } from './visible-text.ts'

/**
 * Wraps text of unknown origin into visible lines of a maximum width, at white space. A longer word gets its own line and is not cut, because it may
 * be a URL.
 */
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
