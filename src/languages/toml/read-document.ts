import { type DocumentNode, type DocumentRead, MAX_DOCUMENT_DEPTH } from '../../model/document.ts'
import { createFaultLog, type FaultLog } from '../documents/fault-log.ts'
import { createMapBuilder, type KeyPlace, type MapBuilder } from '../documents/map-builder.ts'
import { createTomlLexer, type TomlLexer } from './toml-lexer.ts'

/**
 * Reads a TOML file to one document. A table begins at its header, and ends where the last of it does. Dates are strings. A line that
 * cannot be read is a fault, and reading goes on with the next.
 */
export function readDocument(text: string): DocumentRead {
  const faults = createFaultLog()
  const lexer = createTomlLexer(text, faults)
  const root = createMapBuilder(0)
  let table: MapBuilder | undefined = root
  for (let char = lexer.skipLines(); char !== ''; char = lexer.skipLines()) {
    if (char === '[') table = readHeader(lexer, root, faults)
    else readEntry({ lexer, faults, depth: 1 }, table ?? createMapBuilder(lexer.at()))
    lexer.endLine()
  }
  return { documents: [root.map], faults: faults.list() }
}

interface Reader {
  readonly lexer: TomlLexer
  readonly faults: FaultLog
  readonly depth: number
}

/** The table that the entries after this header belong to; undefined when there is none such. */
function readHeader(lexer: TomlLexer, root: MapBuilder, faults: FaultLog): MapBuilder | undefined {
  const start = lexer.at()
  lexer.advance()
  const isItem = lexer.peek() === '['
  if (isItem) lexer.advance()
  const keys = lexer.readKeys()
  const isClosed = lexer.take(']') && (!isItem || lexer.take(']'))
  if (keys === undefined || !isClosed) {
    faults.add(start, 'This table header is not of the form `[name]` or `[[name]]`. Its entries are ignored.')
    lexer.skipLine()
    return undefined
  }
  const parent = descend(root, keys.slice(0, -1), start)
  const table =
    parent === undefined ? undefined : isItem ? parent.appendMap(keys[keys.length - 1], start, true) : parent.child(keys[keys.length - 1], start)
  if (table === undefined) faults.add(start, 'A value with this name already exists and is not a table. The entries are ignored.')
  table?.grow(lexer.at())
  return table
}

/** Follows keys to a table, making those that are missing; arrays of tables by their last one. */
function descend(root: MapBuilder, keys: readonly KeyPlace[], start: number): MapBuilder | undefined {
  let table: MapBuilder | undefined = root
  for (const key of keys) table = table?.child(key, start)
  return table
}

function readEntry(reader: Reader, table: MapBuilder): boolean {
  const { lexer, faults, depth } = reader
  const start = lexer.at()
  const keys = lexer.readKeys()
  if (keys === undefined || !lexer.take('=')) {
    faults.add(start, 'This line is not of the form `key = value`, and is ignored.')
    lexer.skipLine()
    return false
  }
  const value = readValue({ ...reader, depth: depth + keys.length - 1 })
  const last = keys[keys.length - 1]
  const parent = descend(table, keys.slice(0, -1), start)
  if (parent === undefined) faults.add(start, 'A value with this name already exists and is not a table. The new value is ignored.')
  else parent.set(last, value)
  return true
}

function readValue(reader: Reader): DocumentNode {
  const { lexer, faults, depth } = reader
  const char = lexer.skipBlanks()
  if (char !== '[' && char !== '{') return lexer.readScalar()
  if (depth >= MAX_DOCUMENT_DEPTH) {
    faults.add(lexer.at(), `Arrays and tables are nested more than ${MAX_DOCUMENT_DEPTH} levels deep. Deeper values are ignored.`)
    return lexer.skipNested()
  }
  const inner = { ...reader, depth: depth + 1 }
  return char === '[' ? readArray(inner) : readInlineTable(inner)
}

function readArray(reader: Reader): DocumentNode {
  const { lexer } = reader
  const start = lexer.at()
  const items: DocumentNode[] = []
  const end = readItems(reader, ']', () => {
    items.push(readValue(reader))
    return true
  })
  return { kind: 'list', start, end, items }
}

function readInlineTable(reader: Reader): DocumentNode {
  const table = createMapBuilder(reader.lexer.at())
  table.grow(readItems(reader, '}', () => readEntry(reader, table)))
  return table.map
}

/** Reads what stands between brackets, over several lines. An item that cannot be read, or a new line that begins an entry or a table, ends it. */
function readItems({ lexer, faults }: Reader, close: ']' | '}', readItem: () => boolean): number {
  const start = lexer.at()
  lexer.advance()
  for (let char = lexer.skipLines(); char !== close; char = lexer.skipLines()) {
    const before = lexer.at()
    if (char === '' || lexer.beginsEntry(close) || !readItem()) {
      faults.add(start, close === ']' ? 'This `[` is not closed.' : 'This `{` is not closed.')
      return lexer.at()
    }
    // A character that begins no value was reported, and would be met again.
    if (lexer.at() === before) lexer.advance()
    if (lexer.skipLines() === ',') lexer.advance()
    else if (lexer.peek() !== close && lexer.peek() !== '') faults.add(lexer.at(), 'A `,` is expected here.')
  }
  return lexer.advance()
}
