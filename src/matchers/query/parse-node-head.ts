import type { GrammarNames } from '../../model/tree.ts'
import type { NodeElement, NodeType } from './query-ast.ts'
import { BROKEN, type Parser, syntaxFault, unknownNode } from './query-parser.ts'

/** The conditions on a node without its children. */
export type NodeHead = Pick<NodeElement, 'type' | 'supertype' | 'missing'>

/** Reads the name after `(`: a type, a supertype with or without a subtype, `_` or `MISSING`. */
export function parseNodeHead(parser: Parser): NodeHead | typeof BROKEN {
  const { cursor, names } = parser
  const offset = cursor.offset()
  if (!cursor.isName()) return syntaxFault(parser, offset, 'A node name is expected after `(`')
  const name = cursor.readName()
  if (name === '_') return { type: { kind: 'any', named: true }, supertype: 0, missing: false }
  if (name === 'MISSING') return parseMissing(parser)
  const supertype = names.supertypeBit(name)
  if (supertype === 0) {
    const type = namedType(parser, name, offset)
    if (cursor.peek() === '/') return syntaxFault(parser, offset, `\`${name}\` is no supertype, so it has no subtypes`, supertypeHint(names))
    return { type, supertype, missing: false }
  }
  if (cursor.peek() !== '/') return { type: { kind: 'any', named: false }, supertype, missing: false }
  cursor.advance(1)
  const at = cursor.offset()
  if (cursor.peek() !== '"' && !cursor.isName()) return syntaxFault(parser, at, `A node name is expected after \`${name}/\``)
  const type = cursor.peek() === '"' ? readAnonymousType(parser, at) : namedType(parser, cursor.readName(), at)
  return type === BROKEN ? BROKEN : { type, supertype, missing: false }
}

function supertypeHint(names: GrammarNames): string | undefined {
  return names.supertypeNames.length > 0
    ? `Supertypes of the ${names.id} grammar are ${names.supertypeNames.map((name) => `\`${name}\``).join(', ')}.`
    : undefined
}

function parseMissing(parser: Parser): NodeHead | typeof BROKEN {
  const { cursor } = parser
  cursor.skipSpace()
  const at = cursor.offset()
  if (cursor.peek() === ')') return { type: { kind: 'any', named: true }, supertype: 0, missing: true }
  if (cursor.peek() !== '"' && !cursor.isName()) return syntaxFault(parser, at, 'A node name or `)` is expected after `MISSING`')
  const type = cursor.peek() === '"' ? readAnonymousType(parser, at) : namedType(parser, cursor.readName(), at)
  return type === BROKEN ? BROKEN : { type, supertype: 0, missing: true }
}

function namedType(parser: Parser, name: string, offset: number): NodeType {
  const id = parser.names.typeIds(name, true)[0]
  if (id === undefined) unknownNode(parser, name, true, offset)
  return { kind: 'type', id: id ?? 0, name, named: true }
}

/** Reads a token in quotes. */
export function readAnonymousType(parser: Parser, offset: number): NodeType | typeof BROKEN {
  const string = parser.cursor.readString()
  if (string === undefined) return syntaxFault(parser, offset, 'The string is not closed on its line')
  const id = parser.names.typeIds(string.value, false)[0]
  if (id === undefined) unknownNode(parser, string.value, false, offset + 1)
  return { kind: 'type', id: id ?? 0, name: string.value, named: false }
}
