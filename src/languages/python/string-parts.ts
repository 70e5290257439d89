import type { FlatTree } from '../../model/tree.ts'
import { childByField, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { PythonKinds } from './node-kinds.ts'

/** Literal text and interpolated expressions of a string, an f-string or adjacent strings, in order. */
export function stringParts(kinds: PythonKinds, tree: FlatTree, text: string, node: number): (string | number)[] {
  const { id, field, table } = kinds
  if (table[tree.type[node]] === id.concatenated_string) return namedChildren(tree, node).flatMap((part) => stringParts(kinds, tree, text, part))
  const parts: (string | number)[] = []
  let raw = false
  for (const child of namedChildren(tree, node)) {
    const kind = table[tree.type[child]]
    if (kind === id.string_start) raw = /r/i.test(nodeText(tree, text, child))
    else if (kind === id.string_content) parts.push(contentValue(kinds, tree, text, child, raw))
    else if (kind === id.interpolation) parts.push(childByField(tree, child, field.expression))
  }
  return parts
}

function contentValue(kinds: PythonKinds, tree: FlatTree, text: string, node: number, raw: boolean): string {
  const { id, table } = kinds
  let value = ''
  let at = tree.start[node]
  for (const escape of namedChildren(tree, node)) {
    const kind = table[tree.type[escape]]
    if (kind !== id.escape_interpolation && (raw || kind !== id.escape_sequence)) continue
    const written = nodeText(tree, text, escape)
    value += text.slice(at, tree.start[escape]) + (kind === id.escape_sequence ? unescapeSequence(written) : written.slice(1))
    at = tree.end[escape]
  }
  return value + text.slice(at, tree.end[node])
}

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v', '\\': '\\', "'": "'", '"': '"' }

/** One escape of the Python language reference, 2.4.1. Names (`\N{…}`) stay as written. */
function unescapeSequence(sequence: string): string {
  const body = sequence.slice(1)
  const hex = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))$/.exec(body)
  if (hex !== null) {
    const point = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : ''
  }
  if (/^[0-7]{1,3}$/.test(body)) return String.fromCharCode(Number.parseInt(body, 8))
  if (body === '\n' || body === '\r\n' || body === '\r') return ''
  return SIMPLE[body] ?? sequence
}
