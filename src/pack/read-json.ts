import type { DocumentEntry, DocumentNode } from '../model/document.ts'
import type { Scalar } from '../model/scalar.ts'
import type { SpecTree } from './spec-file.ts'

/** The maximum nesting depth of a file. It protects the recursive parser from a stack overflow. */
const MAX_DEPTH = 200

const SPACE = /[ \t\r\n]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const WORD = /true|false|null/y

/** Parses strict JSON (RFC 8259) to a tree with positions. Stops at the first fault. */
export function readJson(text: string): SpecTree {
  const reader: Reader = { text, at: text.startsWith('\uFEFF') ? 1 : 0 }
  skip(reader, SPACE)
  if (reader.at === text.length) return { faults: [{ code: 'syntax/empty-file', message: 'The file is empty.', offset: 0 }] }
  const root = readValue(reader, 0)
  if (root === undefined) return { faults: [reader.fault ?? expected(reader, 'a value')] }
  skip(reader, SPACE)
  return reader.at < text.length ? { root, faults: [expected(reader, 'the end of the file')] } : { root, faults: [] }
}

interface Reader {
  readonly text: string
  at: number
  fault?: { readonly code: string; readonly message: string; readonly offset: number }
}

/** Undefined after a fault. */
function readValue(reader: Reader, depth: number): DocumentNode | undefined {
  if (depth > MAX_DEPTH) return fail(reader, { code: 'syntax/too-deep', message: 'Lists and objects are nested too deep here.', offset: reader.at })
  const first = reader.text[reader.at]
  if (first === '{') return readObject(reader, depth)
  if (first === '[') return readArray(reader, depth)
  const start = reader.at
  const written = first === '"' ? takeString(reader) : skip(reader, first === '-' || (first >= '0' && first <= '9') ? NUMBER : WORD)
  if (written === '') return fail(reader, expected(reader, first === '"' ? 'a string that ends in the same line, with valid escapes' : 'a value'))
  const value: Scalar = JSON.parse(written)
  return { kind: 'scalar', start, end: reader.at, value }
}

function readObject(reader: Reader, depth: number): DocumentNode | undefined {
  const start = reader.at++
  const entries: DocumentEntry[] = []
  skip(reader, SPACE)
  while (reader.text[reader.at] !== '}' || entries.length > 0) {
    const keyStart = reader.at
    const written = takeString(reader)
    if (written === '') return fail(reader, expected(reader, entries.length > 0 ? 'a key in double quotes' : 'a key in double quotes or `}`'))
    const key: string = JSON.parse(written)
    const keyEnd = reader.at
    if (!take(reader, ':')) return fail(reader, expected(reader, '`:`'))
    const value = readValue(reader, depth + 1)
    if (value === undefined) return undefined
    entries.push({ key, keyStart, keyEnd, value })
    if (!take(reader, ',')) break
  }
  if (reader.text[reader.at] !== '}') return fail(reader, expected(reader, '`,` or `}`'))
  reader.at++
  return { kind: 'map', start, end: reader.at, entries }
}

function readArray(reader: Reader, depth: number): DocumentNode | undefined {
  const start = reader.at++
  const items: DocumentNode[] = []
  skip(reader, SPACE)
  while (reader.text[reader.at] !== ']' || items.length > 0) {
    const item = readValue(reader, depth + 1)
    if (item === undefined) return undefined
    items.push(item)
    if (!take(reader, ',')) break
  }
  if (reader.text[reader.at] !== ']') return fail(reader, expected(reader, '`,` or `]`'))
  reader.at++
  return { kind: 'list', start, end: reader.at, items }
}

/** Skips white space, and consumes a punctuation mark with the white space after it if it is next. */
function take(reader: Reader, mark: string): boolean {
  skip(reader, SPACE)
  if (reader.text[reader.at] !== mark) return false
  reader.at++
  skip(reader, SPACE)
  return true
}

/**
 * The string as written, including its quotes. Returns an empty string if it is malformed, with the reader at the fault. A regular expression would
 * need stack space for each character.
 */
function takeString(reader: Reader): string {
  const { text, at: start } = reader
  if (text[start] !== '"') return ''
  for (reader.at++; reader.at < text.length && text.charCodeAt(reader.at) >= 32; reader.at++) {
    if (text[reader.at] === '"') return text.slice(start, ++reader.at)
    if (text[reader.at] !== '\\') continue
    const escape = skip(reader, ESCAPE)
    if (escape === '') return ''
    reader.at--
  }
  return ''
}

function skip(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)?.[0] ?? ''
  reader.at += found.length
  return found
}

function fail(reader: Reader, fault: NonNullable<Reader['fault']>): undefined {
  reader.fault ??= fault
  return undefined
}

function expected(reader: Reader, what: string): { readonly code: string; readonly message: string; readonly offset: number } {
  return { code: 'syntax/json', message: `The JSON cannot be read here: ${what} is expected.`, offset: reader.at }
}
