import type { PredicateArgument } from './query-ast.ts'
import { BROKEN, type Parser, syntaxFault } from './query-parser.ts'

/** A predicate was read: no node. */
export const PREDICATE = 'predicate'

/** Reads a predicate from its `#` to behind its parenthesis. */
export function parsePredicate(parser: Parser): typeof PREDICATE | typeof BROKEN {
  const { cursor } = parser
  const offset = cursor.offset()
  cursor.advance(1)
  if (!cursor.isName()) return syntaxFault(parser, offset, 'A predicate name is expected after `#`')
  const word = cursor.readName()
  const mark = cursor.peek()
  if (mark !== '?' && mark !== '!') return syntaxFault(parser, offset, `The predicate \`#${word}\` does not end in \`?\``, `Write \`#${word}?\`.`)
  cursor.advance(1)
  const known = [...parser.captured]
  const list = parseArguments(parser)
  if (list === BROKEN) return BROKEN
  parser.predicates.push({ kind: 'predicate', name: word + mark, offset, arguments: list, known })
  return PREDICATE
}

function parseArguments(parser: Parser): PredicateArgument[] | typeof BROKEN {
  const { cursor } = parser
  const list: PredicateArgument[] = []
  for (;;) {
    cursor.skipSpace()
    const offset = cursor.offset()
    const next = cursor.peek()
    if (next === ')') {
      cursor.advance(1)
      cursor.skipSpace()
      return list
    }
    if (next === '@') {
      const name = readCapture(parser)
      if (name === BROKEN) return BROKEN
      list.push({ kind: 'capture', name, offset: offset + 1 })
    } else if (next === '"') {
      const string = cursor.readString()
      if (string === undefined) return syntaxFault(parser, offset, 'The string is not closed on its line')
      list.push({ kind: 'string', offset: offset + 1, ...string })
    } else if (cursor.isName()) {
      const value = cursor.readName()
      list.push({ kind: 'string', value, offset, places: Array.from(value, (_, i) => offset + i) })
    } else return syntaxFault(parser, offset, next === '' ? 'The predicate is not closed' : `\`${next}\` is not expected in a predicate`)
  }
}

/** Reads the name behind `@`. */
export function readCapture(parser: Parser): string | typeof BROKEN {
  const { cursor } = parser
  cursor.advance(1)
  return cursor.isName() ? cursor.readName() : syntaxFault(parser, cursor.offset(), 'A capture name is expected after `@`')
}
