import type { CodeSyntax, PatternContext } from '../../model/language.ts'
import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, isNamed, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { Symbols } from '../../model/symbols.ts'
import type { Grammar } from '../../engines/syntax/open-grammar.ts'
import type { PatternBranch, PatternNode } from './pattern-node.ts'
import { templateParts } from './match-template.ts'
import { completeEllipses, MARK, markMetavariables, readPlaceholder, separateStatements, splitEllipses, unmark } from './placeholders.ts'

/** Where a pattern does not parse: an offset into it. */
export interface PatternFault {
  readonly offset: number
  readonly message: string
}

export interface ParsedPattern {
  /** One expression, statement or part; several are statements in a row. */
  readonly nodes: readonly PatternNode[]
}

/** Reads code with metavariables and ellipses. Tries it as an expression, as statements, and as the parts of larger things that the language names. */
export function parsePattern(pattern: string, grammar: Grammar, syntax: CodeSyntax, spreads: boolean): ParsedPattern | PatternFault {
  const trimmed = pattern.replace(/\s+$/, '')
  const nameless = trimmed.replace(QUOTED, (text) => ' '.repeat(text.length)).search(/\$\.\.\.(?![A-Z_])/)
  if (nameless >= 0) return { offset: nameless, message: '`$...` has no name: write `...`, or `$...ARGS` to bind what it stands for.' }
  const marked = markMetavariables(trimmed, spreads)
  let furthest = 0
  for (const written of new Set([marked, separateStatements(marked), completeEllipses(marked), completeEllipses(separateStatements(marked))])) {
    for (const context of syntax.pattern.contexts) {
      if (context.when?.test(written) === false || context.unless?.test(written) === true) continue
      const parsed = parseIn(context, written, grammar, syntax)
      if (typeof parsed !== 'number') return parsed
      furthest = Math.max(furthest, Math.min(parsed, trimmed.length))
    }
  }
  return { offset: furthest, message: `The pattern is no code of the ${syntax.names.id} grammar.` }
}

/** The offset of the first error when the pattern is no code in this context. */
function parseIn(context: PatternContext, marked: string, grammar: Grammar, syntax: CodeSyntax): ParsedPattern | number {
  const text = context.before + marked + context.after
  const tree = grammar.parse(text)
  if (tree === undefined) return 0
  if (tree.firstError >= 0) return tree.start[tree.firstError] - context.before.length
  const holder = holderOf(tree, context)
  if (holder < 0) return 0
  const reader = { tree, text, syntax, symbols: syntax.resolveSymbols(tree, text) }
  const roots = namedChildren(tree, holder).filter(
    (child) => tree.start[child] >= context.before.length && tree.end[child] <= text.length - context.after.length,
  )
  const [first] = roots
  if (
    first === undefined ||
    text.slice(context.before.length, tree.start[first]).trim() !== '' ||
    roots.some((root) => syntax.pattern.unlikelyTypes.has(tree.type[root]))
  )
    return 0
  return { nodes: roots.map((root) => readNode(reader, unwrapRoot(reader, root, roots.length === 1), 0)) }
}

const QUOTED = /(["'`])(?:\\.|(?!\1).)*\1/g

interface PatternReader {
  readonly tree: FlatTree
  readonly text: string
  readonly syntax: CodeSyntax
  readonly symbols: Symbols
}

/** The node whose children are the pattern, by the context's path; -1 when the text parsed as something else. */
function holderOf(tree: FlatTree, context: PatternContext): number {
  let node = 0
  if (tree.names.typeName(tree.type[0]) !== context.path[0]) return -1
  for (const name of context.path.slice(1)) {
    const children = namedChildren(tree, node)
    const child = children.find((candidate) => tree.names.typeName(tree.type[candidate]) === name)
    if (child === undefined) return -1
    node = child
  }
  return node
}

/** `f($X)` written as a statement means the expression, unless other statements stand beside it; `({ a: $X })` means what is in the parentheses. */
function unwrapRoot(reader: PatternReader, node: number, alone: boolean): number {
  const { tree, syntax } = reader
  const { expressionStatementTypes, parenthesesTypes } = syntax.pattern
  if (!alone || !(expressionStatementTypes.has(tree.type[node]) || parenthesesTypes.has(tree.type[node]))) return node
  const [inner, second] = namedChildren(tree, node)
  return inner === undefined || second !== undefined ? node : unwrapRoot(reader, inner, alone)
}

function readNode(reader: PatternReader, node: number, field: number): PatternNode {
  const { tree, text, syntax } = reader
  const source = nodeText(tree, text, node)
  const placeholder = !source.startsWith(MARK) || isSingle(reader, node) ? readPlaceholder(source.replace(/;$/, '')) : undefined
  if (placeholder !== undefined) return placeholder.kind === 'any' ? { ...placeholder, field } : placeholder
  const type = tree.type[node]
  const { stringTypes, templateTypes, pairTypes, shorthandTypes } = syntax.pattern
  if (stringTypes.has(type) || templateTypes.has(type)) return readString(reader, node, field)
  if (shorthandTypes.has(type)) return readShorthand(reader, node, field)
  if (pairTypes.has(type)) return readPair(reader, node, field)
  if (!source.includes(MARK)) {
    // What the pattern assigns to a name is no value of that name where it is looked for.
    const constant = isNamed(tree, node) && !syntax.pattern.nameTypes.has(type) ? reader.symbols.constantOf(node) : undefined
    if (typeof constant === 'number' || typeof constant === 'boolean' || constant === null) {
      if (tree.next[node] === node + 1 || !/[A-Za-z_$]/.test(source)) return { kind: 'constant', value: constant, text: source, type, field }
    }
    if (syntax.pattern.nameTypes.has(type) && /^[\w$#]+(?:\s*\.\s*[\w$#]+)*$/.test(source)) {
      return { kind: 'name', name: source.replace(/\s+/g, ''), types: syntax.pattern.nameTypes, field }
    }
  }
  if (tree.next[node] === node + 1) return { kind: 'leaf', type, text: unmark(source), field, named: isNamed(tree, node) }
  return readBranch(reader, node, field)
}

/** True when the node is nothing but one name, however deep: `ǀX` as a statement, a field, an attribute. */
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
      equivalents: new Map(),
    }
  return { kind: 'string', parts: splitEllipses(value), field }
}

/** The text between the quotes, and what is interpolated. */
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
  const equivalents = new Map<number, readonly PatternNode[]>()
  const name = tree.names.typeName(type)
  for (const equivalent of syntax.pattern.equivalents) {
    if (equivalent.pattern !== name) continue
    const moved = Object.entries(equivalent.fields).map(([from, to]) => {
      const child = childByField(tree, node, tree.names.fieldId(from))
      return child < 0 ? undefined : readNode(reader, child, tree.names.fieldId(to))
    })
    const mapped = moved.length === 0 ? children : moved.filter((part) => part !== undefined)
    for (const id of tree.names.typeIds(equivalent.target, true)) equivalents.set(id, mapped)
  }
  return {
    kind: 'branch',
    type,
    field,
    children,
    unordered: syntax.pattern.unorderedTypes.has(type),
    shorter: shorten(syntax, children),
    wanted,
    equivalents,
  }
}

/** Without a list that may be left out, when it has at most an ellipsis. */
function shorten({ pattern }: CodeSyntax, children: readonly PatternNode[]): PatternBranch['shorter'] {
  const list = children.find((child) => child.kind === 'branch' && pattern.omittableTypes.has(child.type))
  if (list?.kind !== 'branch' || list.children.length > 1) return undefined
  const [only] = list.children
  if (only !== undefined && only.kind !== 'ellipsis') return undefined
  return { children: children.filter((child) => child !== list), name: only?.name }
}
