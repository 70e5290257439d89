import { type DocumentNode, type DocumentRead, MAX_DOCUMENT_DEPTH } from '../../model/document.ts'
import { createFaultLog, type FaultLog } from '../documents/fault-log.ts'
import { createMapBuilder, type KeyPlace, type MapBuilder } from '../documents/map-builder.ts'
import { createScanner, type TomlScanner } from './toml-scanner.ts'

/**
 * Reads a TOML file to one document. A table begins at its header, and ends where the last of it does. Dates are strings. A line that
 * cannot be read is a fault, and reading goes on with the next.
 */
export function readDocument(text: string): DocumentRead {
  const faults = createFaultLog()
  const scanner = createScanner(text, faults)
  const root = createMapBuilder(0)
  let table: MapBuilder | undefined = root
  for (let char = scanner.skipLines(); char !== ''; char = scanner.skipLines()) {
    if (char === '[') table = readHeader(scanner, root, faults)
    else readEntry({ scanner, faults, depth: 1 }, table ?? createMapBuilder(scanner.at()))
    scanner.endLine()
  }
  return { documents: [root.map], faults: faults.list() }
}

interface Reader {
  readonly scanner: TomlScanner
  readonly faults: FaultLog
  readonly depth: number
}

/** The table that the entries after this header belong to; undefined when there is none such. */
function readHeader(scanner: TomlScanner, root: MapBuilder, faults: FaultLog): MapBuilder | undefined {
  const start = scanner.at()
  scanner.advance()
  const isItem = scanner.peek() === '['
  if (isItem) scanner.advance()
  const keys = scanner.readKeys()
  const isClosed = scanner.take(']') && (!isItem || scanner.take(']'))
  if (keys === undefined || !isClosed) {
    faults.add(start, 'This table header is not `[name]` or `[[name]]`: its entries are left out.')
    scanner.skipLine()
    return undefined
  }
  const parent = descend(root, keys.slice(0, -1), start)
  const table =
    parent === undefined ? undefined : isItem ? parent.appendMap(keys[keys.length - 1], start, true) : parent.child(keys[keys.length - 1], start)
  if (table === undefined) faults.add(start, 'Something that is no table has this name: the entries are left out.')
  table?.grow(scanner.at())
  return table
}

/** Follows keys to a table, making those that are missing; arrays of tables by their last one. */
function descend(root: MapBuilder, keys: readonly KeyPlace[], start: number): MapBuilder | undefined {
  let table: MapBuilder | undefined = root
  for (const key of keys) table = table?.child(key, start)
  return table
}

function readEntry(reader: Reader, table: MapBuilder): boolean {
  const { scanner, faults, depth } = reader
  const start = scanner.at()
  const keys = scanner.readKeys()
  if (keys === undefined || !scanner.take('=')) {
    faults.add(start, 'This is no `key = value`: the line is left out.')
    scanner.skipLine()
    return false
  }
  const value = readValue({ ...reader, depth: depth + keys.length - 1 })
  const last = keys[keys.length - 1]
  const parent = descend(table, keys.slice(0, -1), start)
  if (parent === undefined) faults.add(start, 'Something that is no table has this name: the value is left out.')
  else parent.set(last, value)
  return true
}

function readValue(reader: Reader): DocumentNode {
  const { scanner, faults, depth } = reader
  const char = scanner.skipBlanks()
  if (char !== '[' && char !== '{') return scanner.readScalar()
  if (depth >= MAX_DOCUMENT_DEPTH) {
    faults.add(scanner.at(), `Arrays and tables lie more than ${MAX_DOCUMENT_DEPTH} deep: the rest is left out.`)
    return scanner.skipNested()
  }
  const inner = { ...reader, depth: depth + 1 }
  return char === '[' ? readArray(inner) : readInlineTable(inner)
}

function readArray(reader: Reader): DocumentNode {
  const { scanner } = reader
  const start = scanner.at()
  const items: DocumentNode[] = []
  const end = readItems(reader, ']', () => {
    items.push(readValue(reader))
    return true
  })
  return { kind: 'list', start, end, items }
}

function readInlineTable(reader: Reader): DocumentNode {
  const table = createMapBuilder(reader.scanner.at())
  table.grow(readItems(reader, '}', () => readEntry(reader, table)))
  return table.map
}

/** Reads what stands between brackets, over several lines. An item that cannot be read, or a new line that begins an entry or a table, ends it. */
function readItems({ scanner, faults }: Reader, close: ']' | '}', readItem: () => boolean): number {
  const start = scanner.at()
  scanner.advance()
  for (let char = scanner.skipLines(); char !== close; char = scanner.skipLines()) {
    const before = scanner.at()
    if (char === '' || scanner.beginsEntry(close) || !readItem()) {
      faults.add(start, close === ']' ? 'This `[` is not closed.' : 'This `{` is not closed.')
      return scanner.at()
    }
    // A character that begins no value was reported, and would be met again.
    if (scanner.at() === before) scanner.advance()
    if (scanner.skipLines() === ',') scanner.advance()
    else if (scanner.peek() !== close && scanner.peek() !== '') faults.add(scanner.at(), 'A `,` is expected here.')
  }
  return scanner.advance()
}
