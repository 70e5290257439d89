import { BOUNDS } from '../../model/bounds.ts'
import { type DocumentRead, MAX_DOCUMENT_DEPTH } from '../../model/document.ts'
import { createFaultLog } from '../documents/fault-log.ts'
import { createMapBuilder, type KeyPlace, type MapBuilder } from '../documents/map-builder.ts'
import { createHclLexer } from './hcl-lexer.ts'
import { type HclReader, readExpression } from './read-expression.ts'
import { resolveReferences } from './resolve-references.ts'

/**
 * Reads a file of HCL's native syntax to one document. `resource "type" "name" { … }` is the map at `resource.type.name`, placed at the whole block;
 * several blocks of the same type and labels are a list. The content of `dynamic "x"` blocks is an `x`, the rest of them at `dynamic.x`. References
 * to variables and local values of the file have their values.
 */
export function readDocument(text: string): DocumentRead {
  const faults = createFaultLog()
  const root = createMapBuilder(0)
  readBody({ text, lexer: createHclLexer(text, faults), faults, depth: 1 }, root, undefined)
  return { documents: [resolveReferences(root.map)], faults: faults.list() }
}

/** Reads attributes and blocks up to the closing bracket of the block that began at `blockStart`, or to the end. */
function readBody(reader: HclReader, body: MapBuilder, blockStart: number | undefined): void {
  const { lexer, faults } = reader
  for (let char = lexer.skipSpace(true); ; char = lexer.skipSpace(true)) {
    if (char === '}' && blockStart !== undefined) return body.grow(lexer.advance())
    if (char === '' && blockStart === undefined) return
    if (blockStart !== undefined && (char === '' || lexer.beginsOutside())) {
      faults.add(blockStart, 'This block is not closed.')
      return
    }
    readItem(reader, body)
  }
}

function readItem(reader: HclReader, body: MapBuilder): void {
  const { lexer, faults } = reader
  const start = lexer.at()
  const keys = readKeys(reader)
  const next = lexer.peek()
  if (keys.length === 1 && next === '=' && !lexer.startsWith('==')) {
    lexer.advance()
    body.set(keys[0], readExpression(reader, false))
    return endItem(reader)
  }
  if (keys.length > 0 && next === '{') {
    lexer.advance()
    readBlock(reader, body, keys, start)
    return endItem(reader)
  }
  faults.add(start, 'This line is neither an attribute `name = value` nor a block `name "label" {`, and is ignored.')
  if (lexer.at() === start) lexer.advance()
  lexer.skipLine()
}

/** A name, and the labels after it, on one line. */
function readKeys({ lexer }: HclReader): KeyPlace[] {
  const keys: KeyPlace[] = []
  while (keys.length < MAX_LABELS) {
    const char = lexer.skipSpace(false)
    const name = char === '"' ? lexer.readQuoted() : lexer.readName()
    if (name === undefined) break
    keys.push({ key: 'value' in name ? String(name.value) : name.text, keyStart: name.start, keyEnd: name.end })
  }
  lexer.skipSpace(false)
  return keys
}

/** No block has as many; each is a map within the one before. */
const MAX_LABELS = BOUNDS.hclLabels.value

function endItem({ lexer, faults }: HclReader): void {
  const char = lexer.skipSpace(false)
  if (char === '' || char === '\n' || char === '\r' || char === '}' || lexer.beginsOutside()) return
  faults.add(lexer.at(), 'The end of the line is expected here. The rest of the line is ignored.')
  lexer.skipLine()
}

function readBlock(reader: HclReader, parent: MapBuilder, keys: readonly KeyPlace[], start: number): void {
  const { lexer, faults } = reader
  const inner = { ...reader, depth: reader.depth + keys.length }
  if (inner.depth > MAX_DOCUMENT_DEPTH) {
    faults.add(start, `Blocks are nested more than ${MAX_DOCUMENT_DEPTH} levels deep. Deeper blocks are ignored.`)
    return skipBlock(reader)
  }
  if (keys.length === 2 && keys[0].key === 'dynamic') return readDynamic(inner, parent, keys, start)
  let holder: MapBuilder | undefined = parent
  for (const key of keys.slice(0, -1)) holder = holder?.child(key, start)
  if (holder === undefined) faults.add(start, 'A value with the name of this block already exists. The block is ignored.')
  const body = (holder ?? createMapBuilder(start)).appendMap(keys[keys.length - 1], start, false)
  readBody(inner, body, start)
  body.grow(lexer.at())
}

function skipBlock({ lexer }: HclReader): void {
  let open = 1
  while (open > 0 && lexer.skipSpace(true) !== '' && !lexer.beginsOutside()) {
    const char = lexer.peek()
    if (char === '{') open += 1
    if (char === '}') open -= 1
    if (char === '"') lexer.readQuoted()
    else lexer.advance()
  }
}

function readDynamic(reader: HclReader, parent: MapBuilder, keys: readonly KeyPlace[], start: number): void {
  const body = createMapBuilder(start)
  readBody(reader, body, start)
  const [dynamic, label] = keys
  const content = body.map.entries.find(({ key, value }) => key === 'content' && value.kind === 'map')
  const rest = { ...body.map, entries: body.map.entries.filter((entry) => entry !== content) }
  parent.child(dynamic, start)?.append(label, rest, false)
  if (content !== undefined) parent.append(label, content.value, false)
}
