import type { DocumentEntry, DocumentRead, DocumentScalar } from '../../model/document.ts'
import { createFaultLog, type FaultLog } from '../documents/fault-log.ts'

/**
 * Reads an environment file to one map of strings: `KEY=VALUE`, `export KEY=VALUE`, `KEY: VALUE`; values bare, in quotes of three kinds, and in quotes over
 * several lines. A key alone is null, to be taken from the environment. Values with `${}` or `$()` in them are computed.
 */
export function readDocument(text: string): DocumentRead {
  const faults = createFaultLog()
  const entries: DocumentEntry[] = []
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const entry = text[at] === '#' ? undefined : readEntry(text, at, faults)
    if (entry !== undefined) entries.push(entry)
    at = entry === undefined ? lineEnd(text, at) : endEntry(text, entry.value.end, faults)
  }
  const root = { start: entries[0]?.keyStart ?? 0, end: entries.at(-1)?.value.end ?? 0 }
  return { documents: [{ kind: 'map', ...root, entries }], faults: faults.list() }
}

function readEntry(text: string, at: number, faults: FaultLog): DocumentEntry | undefined {
  ENTRY.lastIndex = at
  const match = ENTRY.exec(text)
  if (match === null) {
    faults.add(at, 'This line is not of the form `KEY=VALUE`, and is ignored.')
    return undefined
  }
  const keyStart = at + match[1].length
  const keyEnd = keyStart + match[2].length
  const start = at + match[0].length
  return { key: match[2], keyStart, keyEnd, value: match[3] === undefined ? nullAt(keyEnd) : readValue(text, start, faults) }
}

const ENTRY = /((?:export[ \t]+)?)([A-Za-z_][\w.-]*)(?:([ \t]*=[ \t]*|:[ \t]+)|[ \t]*(?=[\r\n#]|$))/y

function readValue(text: string, start: number, faults: FaultLog): DocumentScalar {
  const quote = text[start]
  if (quote !== '"' && quote !== "'" && quote !== '`') return readBare(text, start)
  const close = findQuote(text, start)
  if (close === -1) {
    faults.add(start, 'This quote is not closed. The value ends at the end of its line.')
    return readBare(text, start)
  }
  const inside = text.slice(start + 1, close)
  const value = quote === '"' ? inside.replace(/\\(?:\r\n|[\s\S])/g, decodeEscape) : inside
  return scalar(start, close + 1, value, quote === '"' && COMPUTED.test(inside))
}

function readBare(text: string, start: number): DocumentScalar {
  const line = text.slice(start, lineEnd(text, start))
  const comment = /(?:^|[ \t])#/.exec(line)
  const value = line.slice(0, comment?.index ?? line.length).trimEnd()
  return scalar(start, start + value.length, value, COMPUTED.test(value) || /^\$[A-Za-z_]\w*$/.test(value))
}

/** `$` alone is common in passwords. */
const COMPUTED = /(?<!\\)\$[({]/
const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', $: '$', '\n': '', '\r': '', '\r\n': '' }

function decodeEscape(escape: string): string {
  return LETTERS[escape.slice(1)] ?? escape
}

function findQuote(text: string, start: number): number {
  const quote = text[start]
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\' && (quote === '"' || text[at + 1] === quote)) at += 1
    else if (text[at] === quote) return at
  }
  return -1
}

function endEntry(text: string, at: number, faults: FaultLog): number {
  const end = lineEnd(text, at)
  if (!/^[ \t]*(?:#|$)/.test(text.slice(at, end))) faults.add(at, 'The end of the line is expected after the quote. The rest of the line is ignored.')
  return end
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && (text[at] === ' ' || text[at] === '\t' || text[at] === '\n' || text[at] === '\r')) at += 1
  return at
}

function lineEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

function scalar(start: number, end: number, value: string, computed: boolean): DocumentScalar {
  return { kind: 'scalar', start, end, value, ...(computed ? { computed: true } : {}) }
}

function nullAt(offset: number): DocumentScalar {
  return { kind: 'scalar', start: offset, end: offset, value: null }
}
