import type { FlatTree } from '../../model/tree.ts'
import { nodeText } from '../../model/tree-access.ts'
import type { NodeKinds } from './node-kinds.ts'

/** What a string literal holds, escapes resolved. */
export function stringValue(kinds: NodeKinds, tree: FlatTree, text: string, node: number): string {
  let value = ''
  const end = tree.next[node]
  for (let child = node + 1; child < end; child = tree.next[child]) {
    const kind = kinds.table[tree.type[child]]
    if (kind === kinds.id.string_fragment) value += nodeText(tree, text, child)
    else if (kind === kinds.id.escape_sequence) value += unescapeSequence(nodeText(tree, text, child))
  }
  return value
}

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' }

/** One escape of ECMA-262 12.9.4: `\n`, `\x41`, `\u{1F600}`, a line continuation. */
export function unescapeSequence(sequence: string): string {
  const body = sequence.slice(1)
  const code = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})$/.exec(body)
  if (code !== null) {
    const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : ''
  }
  if (/^(?:\r\n|[\n\r\u2028\u2029])$/.test(body)) return ''
  return SIMPLE[body] ?? body
}
