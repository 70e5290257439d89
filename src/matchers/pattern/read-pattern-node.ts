import type { CodeSyntax } from '../../model/language.ts'
import type { Symbols } from '../../model/symbols.ts'
import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, isNamed, nodeText } from '../../model/tree-access.ts'
import { templateParts } from './match-template.ts'
import type { PatternBranch, PatternNode } from './pattern-node.ts'
import { MARK, readPlaceholder, readWords, splitEllipses, unmark } from './placeholders.ts'

/** A pattern that has been parsed as code of its language. */
export interface PatternReader {
  readonly tree: FlatTree
  readonly text: string
  readonly syntax: CodeSyntax
  readonly symbols: Symbols
}

/** Reads a node and its descendants as the child with a field (0 for none) of its parent. */
export function readNode(reader: PatternReader, node: number, field: number): PatternNode {
  const { tree, text, syntax } = reader
  const source = nodeText(tree, text, node)
  const placeholder = !source.startsWith(MARK) || isSingle(reader, node) ? readPlaceholder(source.replace(/;$/, '')) : undefined
  if (placeholder !== undefined) return placeholder.kind === 'any' ? { ...placeholder, field } : placeholder
  const type = tree.type[node]
  const words = tree.next[node] === node + 1 ? readWords(source) : undefined
  if (words !== undefined) return { kind: 'either', alternatives: words.map((word) => readWord(reader, word, type, field)), field }
  const { stringTypes, templateTypes, pairTypes, shorthandTypes } = syntax.pattern
  if (stringTypes.has(type) || templateTypes.has(type)) return readString(reader, node, field)
  if (shorthandTypes.has(type)) return readShorthand(reader, node, field)
  if (pairTypes.has(type)) return readPair(reader, node, field)
  const known = source.includes(MARK) ? undefined : (readConstant(reader, node, field) ?? readName(reader, node, field))
  if (known !== undefined) return known
  if (tree.next[node] === node + 1) return { kind: 'leaf', type, text: unmark(source), field, named: isNamed(tree, node) }
  return readBranch(reader, node, field)
}

/** One of several names: of a function, or of a member. */
function readWord({ syntax }: PatternReader, word: string, type: number, field: number): PatternNode {
  const { nameTypes } = syntax.pattern
  return nameTypes.has(type) ? { kind: 'name', name: word, types: nameTypes, field } : { kind: 'leaf', type, text: word, field, named: true }
}

/** The constant value of code without metavariables, if it is a literal or an expression of literals. */
function readConstant({ tree, text, syntax, symbols }: PatternReader, node: number, field: number): PatternNode | undefined {
  const type = tree.type[node]
  // An assignment in the pattern does not define the value of a name in the code.
  if (!isNamed(tree, node) || syntax.pattern.nameTypes.has(type)) return undefined
  const value = symbols.constantOf(node)
  if (value === undefined || typeof value === 'string') return undefined
  const source = nodeText(tree, text, node)
  return tree.next[node] === node + 1 || !/[A-Za-z_$]/.test(source) ? { kind: 'constant', value, text: source, type, field } : undefined
}

function readName({ tree, text, syntax }: PatternReader, node: number, field: number): PatternNode | undefined {
  const { nameTypes } = syntax.pattern
  const source = nodeText(tree, text, node)
  if (!nameTypes.has(tree.type[node]) || !/^[\w$#]+(?:\s*\.\s*[\w$#]+)*$/.test(source)) return undefined
  return { kind: 'name', name: source.replace(/\s+/g, ''), types: nameTypes, field }
}

/** True if the node contains only one name: `ǀX` as a statement, a field, an attribute. */
function isSingle({ tree, syntax }: PatternReader, node: number): boolean {
  let at = node
  for (;;) {
    if (syntax.pattern.opaqueTypes.has(tree.type[at]) || syntax.pattern.blockTypes.has(tree.type[at])) return false
    const children: number[] = []
    for (let child = at + 1; child < tree.next[at]; child = tree.next[child])
      if (!syntax.pattern.ignoredTypes.has(tree.type[child])) children.push(child)
    const [only, second] = children
    if (only === undefined) return true
    if (second !== undefined) return false
    at = only
  }
}

function readString(reader: PatternReader, node: number, field: number): PatternNode {
  const { tree, symbols, syntax } = reader
  const value = symbols.constantOf(node)
  const isTemplate = syntax.pattern.templateTypes.has(tree.type[node])
  const begins = isTemplate && syntax.pattern.templateStart.test(reader.text.slice(tree.start[node], tree.start[node] + 3))
  if (isTemplate && (typeof value !== 'string' || (begins && splitEllipses(value).length > 1))) return readTemplate(reader, node, field)
  if (typeof value !== 'string') return readBranch(reader, node, field)
  const whole = readPlaceholder(value)
  // `"$X"` is any constant string, bound as the literal.
  if (whole?.kind === 'any')
    return {
      kind: 'branch',
      type: tree.type[node],
      field,
      children: [{ ...whole, field: 0 }],
      unordered: false,
      shorter: undefined,
      wanted: new Set(),
      unnamed: 0,
      equivalents: new Map(),
    }
  return { kind: 'string', parts: splitEllipses(value), field }
}

/** The text between the quotes, and the interpolated expressions. */
function readTemplate(reader: PatternReader, node: number, field: number): PatternNode {
  const { tree, text, syntax } = reader
  const { holes, start, end } = templateParts(tree, syntax, node)
  const parts: (string | PatternNode)[] = []
  const addText = (from: number, to: number): void => {
    for (const [index, piece] of splitEllipses(text.slice(from, to)).entries()) {
      if (index > 0) parts.push({ kind: 'ellipsis', name: undefined })
      if (piece !== '') parts.push(piece)
    }
  }
  let at = start
  for (const hole of holes) {
    addText(at, tree.start[hole])
    const inner = firstNamedChild(tree, hole)
    if (inner >= 0) parts.push(readNode(reader, inner, 0))
    at = tree.end[hole]
  }
  addText(at, end)
  return { kind: 'template', type: tree.type[node], parts, field }
}

function readPair(reader: PatternReader, node: number, field: number): PatternNode {
  const { tree, syntax } = reader
  const key = childByField(tree, node, syntax.names.fieldId('key'))
  const value = childByField(tree, node, syntax.names.fieldId('value'))
  return key < 0 || value < 0
    ? readBranch(reader, node, field)
    : {
        kind: 'pair',
        types: new Set([...syntax.pattern.pairTypes, ...syntax.pattern.shorthandTypes]),
        key: readNode(reader, key, 0),
        value: readNode(reader, value, 0),
        field,
      }
}

/** `{ a }` is `{ a: a }`. */
function readShorthand({ tree, text, syntax }: PatternReader, node: number, field: number): PatternNode {
  const name = nodeText(tree, text, node)
  const [keyType = 0] = syntax.names.typeIds('property_identifier', true)
  const types = new Set([...syntax.pattern.pairTypes, ...syntax.pattern.shorthandTypes])
  return {
    kind: 'pair',
    types,
    key: { kind: 'leaf', type: keyType, text: name, field: 0, named: true },
    value: { kind: 'name', name, types: syntax.pattern.nameTypes, field: 0 },
    field,
  }
}

function readBranch(reader: PatternReader, node: number, field: number): PatternBranch {
  const { tree, syntax } = reader
  const type = tree.type[node]
  const name = syntax.names.fieldId('name')
  const children: PatternNode[] = []
  const wanted = new Set<number>()
  for (let child = node + 1; child < tree.next[node]; child = tree.next[child]) {
    const childType = tree.type[child]
    if (syntax.pattern.ignoredTypes.has(childType) || syntax.commentTypes.has(childType)) continue
    if (syntax.pattern.optionalTypes.has(childType) || syntax.pattern.omittableTypes.has(childType)) wanted.add(childType)
    const part = readNode(reader, child, tree.field[child])
    // `import $X from` is the default import, and no list of names.
    const named = part.kind === 'any' && tree.field[child] === 0 && syntax.pattern.opaqueTypes.has(type)
    children.push(named ? { ...part, onlyName: true } : part)
  }
  return {
    kind: 'branch',
    type,
    field,
    children,
    unordered: syntax.pattern.unorderedTypes.has(type),
    shorter: shorten(syntax, children),
    wanted,
    unnamed: syntax.pattern.nameableTypes.has(type) && childByField(tree, node, name) < 0 ? name : 0,
    equivalents: readEquivalents(reader, node, children),
  }
}

/** The children of the pattern under the fields of other node types with the same meaning. */
function readEquivalents(reader: PatternReader, node: number, children: readonly PatternNode[]): PatternBranch['equivalents'] {
  const { tree, syntax } = reader
  const { names } = tree
  const equivalents = new Map<number, readonly PatternNode[]>()
  const type = names.typeName(tree.type[node])
  for (const { target, fields, spelled } of syntax.pattern.equivalents.filter(({ pattern }) => pattern === type)) {
    if (spelled !== undefined && !isSpelled(reader, childByField(tree, node, names.fieldId(spelled)))) continue
    const moved = Object.entries(fields).map(([from, to]) => {
      const child = childByField(tree, node, names.fieldId(from))
      if (child < 0) return undefined
      const part = readNode(reader, child, names.fieldId(to))
      return from === spelled ? toKey(part) : part
    })
    const mapped = moved.length === 0 ? children : moved.filter((part) => part !== undefined)
    for (const id of names.typeIds(target, true)) equivalents.set(id, mapped)
  }
  return equivalents
}

/** Whether the pattern has a literal key there. */
function isSpelled(reader: PatternReader, node: number): boolean {
  if (node < 0) return false
  const { kind } = readNode(reader, node, 0)
  return kind === 'leaf' || kind === 'string' || kind === 'either'
}

/** A member as the key of a subscript: `a` as `'a'`. */
function toKey(part: PatternNode): PatternNode {
  if (part.kind === 'either') return { ...part, alternatives: part.alternatives.map(toKey) }
  return part.kind === 'leaf' ? { kind: 'string', parts: [part.text], field: part.field } : part
}

/** Without an optional list that contains at most an ellipsis. */
function shorten({ pattern }: CodeSyntax, children: readonly PatternNode[]): PatternBranch['shorter'] {
  const list = children.find((child) => child.kind === 'branch' && pattern.omittableTypes.has(child.type))
  if (list?.kind !== 'branch' || list.children.length > 1) return undefined
  const [only] = list.children
  if (only !== undefined && only.kind !== 'ellipsis') return undefined
  return { children: children.filter((child) => child !== list), name: only?.name }
}
