import type { GrammarNames } from '../../model/tree.ts'
import { nearestWord } from '../../text/nearest-word.ts'
import type { Element, FieldElement, Item, NodeElement, NodeType, PredicateArgument, PredicateElement, Quantifier, QueryPattern } from './query-ast.ts'
import { createCursor, type QueryCursor } from './query-cursor.ts'
import type { QueryFault } from './query-fault.ts'

/** tree-sitter drops what is beyond these without a word; here it is a mistake. */
const MAX_CAPTURES = 3
const MAX_ABSENT_FIELDS = 8
/** Keeps the recursion of the parser off the end of the stack. */
const MAX_NESTING = 200

interface Parser {
  readonly cursor: QueryCursor
  readonly names: GrammarNames
  readonly faults: QueryFault[]
  predicates: PredicateElement[]
  captured: string[]
  nesting: number
}

/** Marks the end of the enclosing parentheses or brackets. */
const CLOSED = 'closed'
/** A predicate was read: no node. */
const PREDICATE = 'predicate'
/** Reading cannot go on; the fault is noted. */
const BROKEN = undefined

/**
 * Reads the query language of tree-sitter. Unknown names are all reported; a mistake of syntax ends the reading. The patterns are of use only when
 * there is no fault.
 */
export function parseQuery(source: string, names: GrammarNames): { readonly patterns: readonly QueryPattern[]; readonly faults: readonly QueryFault[] } {
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
  if (patterns.length === 0 && parser.faults.length === 0) syntaxFault(parser, 0, 'The query holds no pattern', 'Write a pattern such as `(call_expression) @match`.')
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
    const hint = next === '.' ? 'An anchor stands between two siblings, before the first or after the last child.' : undefined
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
  if (list.endAnchor >= 0) return syntaxFault(parser, list.endAnchor, 'An anchor ends a group of siblings', 'A group has no last child: remove the `.`')
  return withSuffix(parser, { kind: 'group', offset, items: list.items, captures: [], quantifier: 'one' })
}

interface ItemList {
  readonly items: readonly Item[]
  readonly absentFields: readonly number[]
  /** Offset of an anchor behind the last item, -1 for none. */
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
      if (absentFields.length === MAX_ABSENT_FIELDS) return syntaxFault(parser, cursor.offset(), `More than ${MAX_ABSENT_FIELDS} negated fields on one node`)
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
      if (anchor >= 0 && (items.length === 0 || afterPredicate)) return syntaxFault(parser, anchor, 'The anchor has no child before it', 'Move the `.` directly behind a child.')
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
  if (cursor.peek() !== ':') return syntaxFault(parser, offset, `\`${name}\` stands alone`, `Write \`(${name})\` for a node, \`"${name}"\` for a token, \`${name}:\` for a field.`)
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

function readAnonymousType(parser: Parser, offset: number): NodeType | typeof BROKEN {
  const string = parser.cursor.readString()
  if (string === undefined) return syntaxFault(parser, offset, 'The string is not closed on its line')
  const id = parser.names.typeIds(string.value, false)[0]
  if (id === undefined) unknownNode(parser, string.value, false, offset + 1)
  return { kind: 'type', id: id ?? 0, name: string.value, named: false }
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

type NodeHead = Pick<NodeElement, 'type' | 'supertype' | 'missing'>

function parseNodeHead(parser: Parser): NodeHead | typeof BROKEN {
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
  return names.supertypeNames.length > 0 ? `Supertypes of the ${names.id} grammar are ${names.supertypeNames.map((name) => `\`${name}\``).join(', ')}.` : undefined
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

function leaf(offset: number, type: NodeType): NodeElement {
  return { kind: 'node', offset, type, supertype: 0, missing: false, absentFields: [], children: [], endAnchored: false, captures: [], quantifier: 'one' }
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

function readCapture(parser: Parser): string | typeof BROKEN {
  const { cursor } = parser
  cursor.advance(1)
  return cursor.isName() ? cursor.readName() : syntaxFault(parser, cursor.offset(), 'A capture name is expected after `@`')
}

/** The `#` is next. */
function parsePredicate(parser: Parser): typeof PREDICATE | typeof BROKEN {
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

function fieldNamed(parser: Parser, name: string, offset: number): number {
  const { names, faults } = parser
  const field = names.fieldId(name)
  if (field === 0) {
    const nearest = nearestWord(name, names.fieldNames.slice(1))
    faults.push({ code: 'query/unknown-field', message: `\`${name}\` is not a field of the ${names.id} grammar.`, ...didYouMean(nearest), offset })
  }
  return field
}

function unknownNode(parser: Parser, name: string, named: boolean, offset: number): void {
  const { names, faults } = parser
  const what = named ? 'node' : 'token'
  faults.push({ code: 'query/unknown-node', message: `\`${name}\` is not a ${what} of the ${names.id} grammar.`, ...nodeHint(names, name, named), offset })
}

function nodeHint(names: GrammarNames, name: string, named: boolean): { readonly hint?: string } {
  if (names.typeIds(name, !named).length > 0) return { hint: named ? `It is a token: write \`"${name}"\`.` : `It is a node: write \`(${name})\`.` }
  const own = names.allTypes.filter((type) => type.named === named).map((type) => type.name)
  return didYouMean(nearestWord(name, named ? [...own, ...names.supertypeNames] : own))
}

function didYouMean(name: string | undefined): { readonly hint?: string } {
  return name === undefined ? {} : { hint: `did you mean \`${name}\`?` }
}

function syntaxFault(parser: Parser, offset: number, message: string, hint?: string): typeof BROKEN {
  parser.faults.push({ code: 'query/syntax', message: `${message}.`, ...(hint === undefined ? {} : { hint }), offset })
  return BROKEN
}
