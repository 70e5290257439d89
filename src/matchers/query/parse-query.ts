import type { GrammarNames } from '../../model/tree.ts'
import { parseNodeHead, readAnonymousType } from './parse-node-head.ts'
import { PREDICATE, parsePredicate, readCapture } from './parse-predicate.ts'
import type { Element, FieldElement, Item, NodeElement, NodeType, Quantifier, QueryPattern } from './query-ast.ts'
import { createCursor } from './query-cursor.ts'
import type { QueryFault } from './query-fault.ts'
import { BROKEN, fieldNamed, type Parser, syntaxFault } from './query-parser.ts'

/** tree-sitter silently drops further captures. Here they are a mistake. */
const MAX_CAPTURES = 3
const MAX_ABSENT_FIELDS = 8
/** Protects the recursive parser from stack overflow. */
const MAX_NESTING = 200

/** The end of the enclosing parentheses or brackets. */
const CLOSED = 'closed'
/** Parses tree-sitter's query language. All unknown names are reported; a syntax error ends parsing. Use the patterns only if there is no fault. */
export function parseQuery(
  source: string,
  names: GrammarNames,
): { readonly patterns: readonly QueryPattern[]; readonly faults: readonly QueryFault[] } {
  const parser: Parser = { cursor: createCursor(source), names, faults: [], predicates: [], captured: [], nesting: 0 }
  const patterns: QueryPattern[] = []
  parser.cursor.skipSpace()
  while (!parser.cursor.atEnd()) {
    parser.predicates = []
    parser.captured = []
    const offset = parser.cursor.offset()
    const root = parseElement(parser)
    if (root === BROKEN) break
    if (root === CLOSED) {
      syntaxFault(parser, offset, `\`${parser.cursor.peek()}\` closes nothing`)
      break
    }
    if (root === PREDICATE) {
      syntaxFault(parser, offset, 'A predicate stands outside of any pattern', 'Put the pattern and its predicates into one pair of parentheses.')
      break
    }
    patterns.push({ offset, root, predicates: parser.predicates })
  }
  if (patterns.length === 0 && parser.faults.length === 0)
    syntaxFault(parser, 0, 'The query holds no pattern', 'Write a pattern such as `(call_expression) @match`.')
  return { patterns, faults: parser.faults }
}

type Parsed = Element | typeof CLOSED | typeof PREDICATE | typeof BROKEN

function parseElement(parser: Parser): Parsed {
  const { cursor } = parser
  const offset = cursor.offset()
  const next = cursor.peek()
  if (next === '') return syntaxFault(parser, offset, 'The query ends before its parentheses are closed')
  if (next === ')' || next === ']') return CLOSED
  if (parser.nesting >= MAX_NESTING) return syntaxFault(parser, offset, `Patterns are nested deeper than ${MAX_NESTING}`)
  parser.nesting++
  const element = parseBare(parser, offset, next)
  parser.nesting--
  return element
}

function parseBare(parser: Parser, offset: number, next: string): Parsed {
  const { cursor } = parser
  if (next === '[') return parseChoice(parser, offset)
  if (next === '"') return parseAnonymous(parser, offset)
  if (next === '_' && !cursor.isNameAt(1)) {
    cursor.advance(1)
    return withSuffix(parser, leaf(offset, { kind: 'any', named: false }))
  }
  if (cursor.isName()) return parseField(parser, offset)
  if (next !== '(') {
    const hint = next === '.' ? 'Put an anchor between two siblings, before the first child or after the last child.' : undefined
    return syntaxFault(parser, offset, `\`${next}\` is not expected here`, hint)
  }
  cursor.advance(1)
  cursor.skipSpace()
  const inner = cursor.peek()
  if (inner === '(' || inner === '"' || inner === '[') return parseGroup(parser, offset)
  if (inner === '#') return parsePredicate(parser)
  return parseNode(parser, offset)
}

function parseChoice(parser: Parser, offset: number): Parsed {
  const { cursor } = parser
  cursor.advance(1)
  cursor.skipSpace()
  const branches: Element[] = []
  for (;;) {
    const at = cursor.offset()
    const branch = parseElement(parser)
    if (branch === BROKEN) return BROKEN
    if (branch === PREDICATE) return syntaxFault(parser, at, 'A predicate stands among alternatives', 'Move it behind the `]`.')
    if (branch === CLOSED) {
      if (cursor.peek() !== ']' || branches.length === 0) return syntaxFault(parser, at, `\`${cursor.peek()}\` is not expected here`)
      cursor.advance(1)
      return withSuffix(parser, { kind: 'choice', offset, branches, captures: [], quantifier: 'one' })
    }
    branches.push(branch)
  }
}

function parseGroup(parser: Parser, offset: number): Parsed {
  const list = parseItems(parser)
  if (list === BROKEN) return BROKEN
  if (list.endAnchor >= 0)
    return syntaxFault(
      parser,
      list.endAnchor,
      'An anchor ends a group of siblings',
      'A `.` before `)` means the last child, which only a node has, not a group: remove it',
    )
  return withSuffix(parser, { kind: 'group', offset, items: list.items, captures: [], quantifier: 'one' })
}

interface ItemList {
  readonly items: readonly Item[]
  readonly absentFields: readonly number[]
  /** Offset of an anchor after the last item, or -1. */
  readonly endAnchor: number
}

/** Siblings up to and with the closing parenthesis. */
function parseItems(parser: Parser): ItemList | typeof BROKEN {
  const { cursor } = parser
  const items: Item[] = []
  const absentFields: number[] = []
  let afterPredicate = false
  for (;;) {
    if (cursor.peek() === '!') {
      const field = parseAbsentField(parser)
      if (field === BROKEN) return BROKEN
      if (absentFields.length === MAX_ABSENT_FIELDS)
        return syntaxFault(parser, cursor.offset(), `More than ${MAX_ABSENT_FIELDS} negated fields on one node`)
      absentFields.push(field)
      continue
    }
    let anchor = -1
    if (cursor.peek() === '.') {
      anchor = cursor.offset()
      cursor.advance(1)
      cursor.skipSpace()
    }
    const at = cursor.offset()
    const element = parseElement(parser)
    if (element === BROKEN) return BROKEN
    if (element === CLOSED) {
      if (cursor.peek() !== ')') return syntaxFault(parser, at, '`]` is not expected here')
      if (anchor >= 0 && (items.length === 0 || afterPredicate))
        return syntaxFault(parser, anchor, 'The anchor has no child before it', 'Move the `.` directly behind a child.')
      cursor.advance(1)
      return { items, absentFields, endAnchor: anchor }
    }
    afterPredicate = element === PREDICATE
    if (element === PREDICATE) {
      if (anchor >= 0) return syntaxFault(parser, anchor, 'The anchor stands before a predicate', 'Move the predicate behind the children.')
      continue
    }
    items.push({ anchored: anchor >= 0, element })
  }
}

function parseAbsentField(parser: Parser): number | typeof BROKEN {
  const { cursor } = parser
  cursor.advance(1)
  cursor.skipSpace()
  const offset = cursor.offset()
  if (!cursor.isName()) return syntaxFault(parser, offset, 'A field name is expected after `!`')
  const field = fieldNamed(parser, cursor.readName(), offset)
  cursor.skipSpace()
  return field
}

function parseField(parser: Parser, offset: number): Parsed {
  const { cursor } = parser
  const name = cursor.readName()
  cursor.skipSpace()
  if (cursor.peek() !== ':')
    return syntaxFault(
      parser,
      offset,
      `\`${name}\` stands alone`,
      `Write \`(${name})\` for a node, \`"${name}"\` for a token, \`${name}:\` for a field.`,
    )
  cursor.advance(1)
  cursor.skipSpace()
  const field = fieldNamed(parser, name, offset)
  const at = cursor.offset()
  const of = parseElement(parser)
  if (of === BROKEN) return BROKEN
  if (of === CLOSED || of === PREDICATE) return syntaxFault(parser, at, `A node is expected after \`${name}:\``)
  return { kind: 'field', offset, field, of }
}

function parseAnonymous(parser: Parser, offset: number): Parsed {
  const type = readAnonymousType(parser, offset)
  return type === BROKEN ? BROKEN : withSuffix(parser, leaf(offset, type))
}

/** The parenthesis is read. */
function parseNode(parser: Parser, offset: number): Parsed {
  const head = parseNodeHead(parser)
  if (head === BROKEN) return BROKEN
  parser.cursor.skipSpace()
  const list = parseItems(parser)
  if (list === BROKEN) return BROKEN
  const { items, absentFields, endAnchor } = list
  return withSuffix(parser, { ...leaf(offset, head.type), ...head, absentFields, children: items, endAnchored: endAnchor >= 0 })
}

function leaf(offset: number, type: NodeType): NodeElement {
  return {
    kind: 'node',
    offset,
    type,
    supertype: 0,
    missing: false,
    absentFields: [],
    children: [],
    endAnchored: false,
    captures: [],
    quantifier: 'one',
  }
}

function withSuffix(parser: Parser, element: Exclude<Element, FieldElement>): Element | typeof BROKEN {
  const { cursor } = parser
  const captures: string[] = []
  let quantifier: Quantifier = 'one'
  cursor.skipSpace()
  for (;;) {
    const next = cursor.peek()
    if (next === '?' || next === '*' || next === '+') {
      quantifier = quantifier === 'one' || quantifier === next ? next : '*'
      cursor.advance(1)
    } else if (next === '@') {
      const name = readCapture(parser)
      if (name === BROKEN) return BROKEN
      captures.push(name)
      parser.captured.push(name)
      if (captures.length > MAX_CAPTURES) return syntaxFault(parser, cursor.offset(), `More than ${MAX_CAPTURES} captures on one node`)
    } else return { ...element, captures, quantifier }
    cursor.skipSpace()
  }
}
