import { type DocumentMap, type DocumentNode, MAX_DOCUMENT_DEPTH } from '../../model/document.ts'
import type { FaultLog } from '../documents/fault-log.ts'
import { createMapBuilder, type KeyPlace, type MapBuilder } from '../documents/map-builder.ts'
import type { HclLexer } from './hcl-lexer.ts'

/** What reading an expression needs. `depth` counts the maps and lists around it. */
export interface HclReader {
  readonly text: string
  readonly lexer: HclLexer
  readonly faults: FaultLog
  readonly depth: number
}

/**
 * Reads an expression: literals, lists and maps as they are; calls that only wrap a value as that value; anything else as a computed scalar that
 * holds its source. `overLines` says that the end of a line does not end it. Passes nothing when there is no expression, with a fault.
 */
export function readExpression(reader: HclReader, overLines: boolean): DocumentNode {
  const { lexer } = reader
  lexer.skipSpace(overLines)
  const start = lexer.at()
  const value = readValue(reader)
  const after = lexer.at()
  // What follows a bracket that was left open, which was reported, is no part of an operation.
  if (value !== undefined && (ENDS.has(lexer.skipSpace(overLines)) || lexer.beginsOutside())) return value
  lexer.back(after)
  return readComputed(reader, start, overLines)
}

const ENDS: ReadonlySet<string> = new Set(['', '\n', '\r', ',', ']', '}', ')'])

function readComputed({ text, lexer, faults }: HclReader, start: number, overLines: boolean): DocumentNode {
  const source = text.slice(start, lexer.skipExpression(overLines))
  if (source === '') faults.add(start, 'A value is expected here.')
  return { kind: 'scalar', start, end: start + source.length, value: source === '' ? null : source, computed: true }
}

/** Undefined when what begins here is no literal, list, map or wrapping call: the lexer is past nothing, or past a part of it with no bracket open. */
function readValue(reader: HclReader): DocumentNode | undefined {
  const { lexer } = reader
  const char = lexer.peek()
  if (char === '"') return lexer.readQuoted()
  if (char === '<') return lexer.readHeredoc()
  if (char === '(' || char === '[' || char === '{') return readBrackets(reader, char)
  return lexer.readNumber() ?? readNamed(reader)
}

function readBrackets(reader: HclReader, open: '(' | '[' | '{'): DocumentNode | undefined {
  const { lexer, faults, depth } = reader
  const start = lexer.at()
  if (depth >= MAX_DOCUMENT_DEPTH) {
    faults.add(start, `Lists and maps are nested more than ${MAX_DOCUMENT_DEPTH} levels deep. Deeper values are ignored.`)
    lexer.advance()
    skipNested(lexer)
    return { kind: 'scalar', start, end: lexer.at(), value: null, computed: true }
  }
  const inner = { ...reader, depth: depth + 1 }
  lexer.advance()
  if (open === '(') return readParentheses(inner, start)
  // `for` expressions make their items.
  if (lexer.skipSpace(true) === 'f' && isFor(reader)) return backTo(lexer, start)
  return open === '[' ? readList(inner, start) : readMap(inner, start)
}

function skipNested(lexer: HclLexer): void {
  for (lexer.skipExpression(true); lexer.peek() === ','; lexer.skipExpression(true)) lexer.advance()
  if (CLOSING.has(lexer.peek())) lexer.advance()
}

const CLOSING: ReadonlySet<string> = new Set([']', '}', ')'])

function isFor({ text, lexer }: HclReader): boolean {
  return /^for\s/.test(text.slice(lexer.at(), lexer.at() + 4))
}

function backTo(lexer: HclLexer, start: number): undefined {
  lexer.back(start)
}

function readParentheses(reader: HclReader, start: number): DocumentNode {
  const value = readExpression(reader, true)
  if (reader.lexer.skipSpace(true) === ')') reader.lexer.advance()
  else reader.faults.add(start, NOT_CLOSED)
  return value
}

const NOT_CLOSED = 'This bracket is not closed.'

function readList(reader: HclReader, start: number): DocumentNode {
  const items: DocumentNode[] = []
  const end = readItems(reader, start, ']', () => items.push(readExpression(reader, true)))
  return { kind: 'list', start, end, items }
}

/** Reads what stands between brackets, which is passed already. The place after the closing one. */
function readItems({ lexer, faults }: HclReader, start: number, close: ']' | '}' | ')', readItem: () => void): number {
  for (let char = lexer.skipSpace(true); char !== close; char = lexer.skipSpace(true)) {
    if (char === '' || CLOSING.has(char) || lexer.beginsOutside()) {
      faults.add(start, NOT_CLOSED)
      return lexer.at()
    }
    const before = lexer.at()
    readItem()
    // What begins no item was reported, and would be met again.
    if (lexer.at() === before) lexer.advance()
    const next = lexer.skipSpace(close !== '}')
    if (next === ',') lexer.advance()
    else if (next !== close && !ENDS_LINE.has(next) && !lexer.beginsOutside()) faults.add(lexer.at(), 'A `,` is expected here.')
  }
  return lexer.advance()
}

const ENDS_LINE: ReadonlySet<string> = new Set(['', '\n', '\r'])

function readMap(reader: HclReader, start: number): DocumentNode {
  const map = createMapBuilder(start)
  map.grow(readItems(reader, start, '}', () => readEntry(reader, map)))
  return map.map
}

function readEntry(reader: HclReader, map: MapBuilder): void {
  const { lexer, faults } = reader
  const key = readKey(reader, map)
  const next = key === undefined ? '' : lexer.skipSpace(false)
  if (key === undefined || (next !== '=' && next !== ':')) {
    faults.add(lexer.at(), 'An entry `key = value` is expected here.')
    if (lexer.peek() !== ',' && lexer.peek() !== '}') lexer.skipExpression(false)
    return
  }
  lexer.advance()
  map.set(key, readExpression(reader, false))
}

function readKey({ text, lexer }: HclReader, map: MapBuilder): KeyPlace | undefined {
  const char = lexer.peek()
  const keyStart = lexer.at()
  if (char === '"') {
    const { value, start, end, computed } = lexer.readQuoted()
    if (computed === true) map.leaveOpen()
    return { key: String(value), keyStart: start, keyEnd: end }
  }
  if (char === '(') {
    map.leaveOpen()
    lexer.advance()
    lexer.skipExpression(true)
    if (lexer.peek() === ')') lexer.advance()
    return { key: text.slice(keyStart, lexer.at()), keyStart, keyEnd: lexer.at() }
  }
  const name = lexer.readName() ?? lexer.readNumber()
  return name === undefined ? undefined : { key: text.slice(keyStart, name.end), keyStart, keyEnd: name.end }
}

function readNamed(reader: HclReader): DocumentNode | undefined {
  const { lexer } = reader
  const name = lexer.readName()
  if (name === undefined) return undefined
  const { start, end } = name
  if (name.text === 'true' || name.text === 'false') return { kind: 'scalar', start, end, value: name.text === 'true' }
  if (name.text === 'null') return { kind: 'scalar', start, end, value: null }
  if (lexer.peek() !== '(' || reader.depth >= MAX_DOCUMENT_DEPTH) return undefined
  return WRAPPING.has(name.text) || name.text === 'merge' || name.text === 'concat' ? readCall(reader, name.text, start) : undefined
}

/** Functions whose result says the same as their only argument. */
const WRAPPING: ReadonlySet<string> = new Set([
  'jsonencode',
  'yamlencode',
  'nonsensitive',
  'sensitive',
  'tobool',
  'tolist',
  'tomap',
  'tonumber',
  'toset',
  'tostring',
])

function readCall(reader: HclReader, name: string, start: number): DocumentNode | undefined {
  const inner = { ...reader, depth: reader.depth + 1 }
  const values: DocumentNode[] = []
  const open = reader.lexer.at()
  reader.lexer.advance()
  const end = readItems(inner, open, ')', () => values.push(readExpression(inner, true)))
  if (name === 'merge') return mergeMaps(values, start, end)
  if (name === 'concat') return { kind: 'list', start, end, items: values.flatMap((value) => (value.kind === 'list' ? value.items : [value])) }
  const [value] = values
  return values.length !== 1 || (value.kind === 'scalar' && value.computed === true) ? undefined : value
}

/** The maps that are written out, later ones first; open when there are others. */
function mergeMaps(values: readonly DocumentNode[], start: number, end: number): DocumentMap {
  const maps = values.filter((value) => value.kind === 'map')
  const seen = new Set<string>()
  const entries = maps.toReversed().flatMap((map) => {
    const fresh = map.entries.filter(({ key }) => !seen.has(key))
    for (const { key } of fresh) seen.add(key)
    return fresh
  })
  const isOpen = maps.length < values.length || maps.some(({ open }) => open === true)
  return { kind: 'map', start, end, entries, ...(isOpen ? { open: true } : {}) }
}
