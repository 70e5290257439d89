import type { DocumentList, DocumentScalar } from '../../model/document.ts'
import type { LogicalLine } from './logical-lines.ts'

/** Reads `["a", "b"]` to the end of a line; undefined when it is no list of JSON strings, as which Docker takes it for shell code. */
export function readExecForm(line: LogicalLine, from: number): DocumentList | undefined {
  const { text } = line
  const to = text.trimEnd().length
  const items: DocumentScalar[] = []
  let at = from + 1
  EMPTY.lastIndex = at
  if (EMPTY.test(text)) return { kind: 'list', ...line.spanOf(from, to), items }
  for (;;) {
    ITEM.lastIndex = at
    const item = ITEM.exec(text)
    if (item === null) return undefined
    const start = at + item[1].length
    const value: unknown = JSON.parse(item[2])
    items.push({ kind: 'scalar', ...line.spanOf(start, start + item[2].length), value: String(value) })
    at += item[0].length
    if (item[3] !== ']') continue
    return at === to ? { kind: 'list', ...line.spanOf(from, to), items } : undefined
  }
}

const EMPTY = /[ \t]*\][ \t]*$/y
const ITEM = /([ \t]*)("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")[ \t]*([,\]])/y
