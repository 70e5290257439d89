import { type DocumentEntry, type DocumentNode, type DocumentRead, MAX_DOCUMENT_DEPTH } from '../../model/document.ts'
import { createFaultLog, type FaultLog } from '../documents/fault-log.ts'
import { createJsonLexer, type JsonLexer } from './json-lexer.ts'

/**
 * Reads a JSON file: one document for each value in it (JSON lines have several). Comments, trailing commas, single quotes, bare keys and the
 * numbers of JSON5 are read without a fault; anything else that JSON does not have is a fault, and reading goes on after it.
 */
export function readDocument(text: string): DocumentRead {
  const faults = createFaultLog()
  const lexer = createJsonLexer(text, faults)
  const reader: Reader = { lexer, faults, open: { '}': 0, ']': 0 } }
  const documents: DocumentNode[] = []
  for (let char = lexer.skipSpace(); char !== ''; char = lexer.skipSpace()) {
    if (isStray(char)) lexer.skipStray()
    else documents.push(readValue(reader))
  }
  return { documents, faults: faults.list() }
}

interface Reader {
  readonly lexer: JsonLexer
  readonly faults: FaultLog
  /** How many objects and arrays are open, by what closes them. */
  readonly open: { '}': number; ']': number }
}

function isStray(char: string): boolean {
  return char === ',' || char === ':' || char === ']' || char === '}'
}

function readValue(reader: Reader): DocumentNode {
  const { lexer, faults, open } = reader
  const char = lexer.skipSpace()
  if (char !== '{' && char !== '[') return lexer.readScalar()
  if (open['}'] + open[']'] >= MAX_DOCUMENT_DEPTH) {
    faults.add(lexer.at(), `Objects and arrays are nested more than ${MAX_DOCUMENT_DEPTH} levels deep. Deeper values are ignored.`)
    return lexer.skipNested()
  }
  return char === '{' ? readMap(reader) : readList(reader)
}

function readMap(reader: Reader): DocumentNode {
  const start = reader.lexer.at()
  const entries: DocumentEntry[] = []
  const end = readItems(reader, '}', () => entries.push(readEntry(reader)))
  return { kind: 'map', start, end, entries }
}

function readList(reader: Reader): DocumentNode {
  const start = reader.lexer.at()
  const items: DocumentNode[] = []
  const end = readItems(reader, ']', () => items.push(readValue(reader)))
  return { kind: 'list', start, end, items }
}

/** Reads what stands between brackets. Another bracket that closes something around this closes this too; one that closes nothing is passed. */
function readItems({ lexer, faults, open }: Reader, close: '}' | ']', readItem: () => void): number {
  const start = lexer.at()
  const other = close === '}' ? ']' : '}'
  lexer.advance()
  open[close] += 1
  let char = lexer.skipSpace()
  for (; char !== '' && char !== close && !(char === other && open[other] > 0); char = lexer.skipSpace()) {
    if (isStray(char) || (close === '}' && (char === '{' || char === '['))) {
      lexer.skipStray()
      continue
    }
    readItem()
    if (lexer.skipSpace() === ',') lexer.advance()
    else if (!ENDS_ITEM.has(lexer.skipSpace())) faults.add(lexer.at(), 'A `,` is expected here.')
  }
  open[close] -= 1
  if (char === close) return lexer.advance()
  faults.add(start, close === '}' ? 'This `{` is not closed.' : 'This `[` is not closed.')
  return lexer.at()
}

const ENDS_ITEM: ReadonlySet<string> = new Set(['', '}', ']'])

function readEntry(reader: Reader): DocumentEntry {
  const { lexer, faults } = reader
  const { key, keyStart, keyEnd } = lexer.readKey()
  if (lexer.skipSpace() === ':') lexer.advance()
  else faults.add(lexer.at(), 'A `:` is expected after the key.')
  const char = lexer.skipSpace()
  if (char !== '' && !isStray(char)) return { key, keyStart, keyEnd, value: readValue(reader) }
  faults.add(lexer.at(), 'A value is expected here.')
  return { key, keyStart, keyEnd, value: { kind: 'scalar', start: keyEnd, end: keyEnd, value: null, computed: true } }
}
