/** Text that makes a line of a cell Python, and where in the line it is put. */
export interface Insertion {
  readonly at: number
  readonly text: string
}

/** Reads the lines of one cell in their order. */
export type CellReader = (line: string) => Insertion | undefined

/** A line that IPython reads itself: `!pip install x`, `%matplotlib inline`, `?thing`, `thing?`, and `/f x`, `,f x`, `;f x`, which call `f`. */
const COMMAND = /^\s{0,200}(?:[%!]|\?{1,2}\S|[/,;]\w|[\w.*%]+\?{1,2}\s*$)/
/** What IPython runs in an assignment: `files = !ls`, `took = %time f()`. */
const COMMAND_VALUE = /^=[ \t]*(?=[!%][^=\s])/
const COMMENT = '# '

/**
 * Commands of IPython become comments, and a value that one gives becomes `None`. A line that goes on from the one before is never a command: `%` is an operator there, or
 * part of a text.
 */
export function createCellReader(): CellReader {
  let open: OpenLine = { depth: 0, quote: '', isContinued: false }
  let isCommandContinued = false
  return (line) => {
    const isStart = open.depth === 0 && open.quote === '' && !open.isContinued
    if (isCommandContinued || (isStart && COMMAND.test(line))) {
      isCommandContinued = line.trimEnd().endsWith('\\')
      return { at: 0, text: COMMENT }
    }
    const { command, ...rest } = readLine(line, open)
    if (!isStart || command === undefined) {
      open = rest
      return undefined
    }
    isCommandContinued = line.trimEnd().endsWith('\\')
    return { at: command, text: `None ${COMMENT}` }
  }
}

/** What of a line is open at its end. */
interface OpenLine {
  readonly depth: number
  /** The quote of a text that spans lines; empty outside of one. */
  readonly quote: string
  /** The line ends with a backslash. */
  readonly isContinued: boolean
}

/** `command` is where the command of an assignment stands. */
function readLine(line: string, before: OpenLine): OpenLine & { readonly command?: number } {
  let { depth, quote } = before
  for (let at = 0; at < line.length; at++) {
    const character = line[at]
    if (character === '\\') at++
    else if (quote !== '') {
      if (!line.startsWith(quote, at)) continue
      at += quote.length - 1
      quote = ''
    } else if (character === '#') return { depth, quote, isContinued: false }
    else if (character === '"' || character === "'") {
      quote = line.startsWith(character.repeat(3), at) ? character.repeat(3) : character
      at += quote.length - 1
    } else if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1)
    else if (character === '=' && depth === 0) {
      const assigned = COMMAND_VALUE.exec(line.slice(at))
      if (assigned !== null) return { depth, quote, isContinued: false, command: at + assigned[0].length }
    }
  }
  // A text with one quote ends with its line.
  return { depth, quote: quote.length === 3 ? quote : '', isContinued: line.trimEnd().endsWith('\\') }
}
