import type { Grammar } from '../../engines/syntax/grammar.ts'
import type { NodeContext } from '../../model/matcher.ts'
import { nodeText } from '../../model/tree-access.ts'
import { matchNode, significantChildren } from './match-pattern.ts'
import { parsePattern } from './parse-pattern.ts'
import type { PatternBranch, PatternNode } from './pattern-node.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** How far a pattern matches at a node, and the first difference. */
export interface PatternMismatch {
  /** The share of the pattern that matches, from 0 to 1. */
  readonly share: number
  /** The node that differs. */
  readonly node: number
  /** What differs: the rest of a sentence that begins with the pattern. */
  readonly message: string
}

/** The first difference between a pattern and the code at a node. Undefined if the pattern is not one node, or if it matches. */
export function explainMismatch(context: NodeContext, text: string, grammar: Grammar, node: number): PatternMismatch | undefined {
  const { syntax, file } = context
  const parsed = parsePattern(text, grammar, syntax, semanticsOf(file.dialect.language).blocks === 'braces')
  const [root] = 'nodes' in parsed ? parsed.nodes : []
  if (root === undefined || holds(context, root, node)) return undefined
  const { matched, at } = compare(context, root, node)
  return { share: matched / sizeOf(root), ...(at ?? { node, message: 'a metavariable stands for different code at two places' }) }
}

interface Comparison {
  /** Matching nodes of the pattern. */
  readonly matched: number
  readonly at: Pick<PatternMismatch, 'node' | 'message'> | undefined
}

function holds(context: NodeContext, pattern: PatternNode, node: number): boolean {
  return matchNode(context, pattern, node, undefined, () => true)
}

function compare(context: NodeContext, pattern: PatternNode, node: number): Comparison {
  if (holds(context, pattern, node)) return { matched: sizeOf(pattern), at: undefined }
  const inner = context.syntax.unwrap(context.tree, node)
  if (pattern.kind !== 'branch' || (context.tree.type[inner] !== pattern.type && pattern.equivalents.get(context.tree.type[inner]) === undefined))
    return { matched: nearness(context, pattern, node), at: { node, message: differenceAt(context, pattern, node) } }
  return compareChildren(context, pattern, inner)
}

/** Children before the first ellipsis are compared from the start, those after the last one from the end. */
function compareChildren(context: NodeContext, pattern: PatternBranch, node: number): Comparison {
  const targets = significantChildren(context, node, pattern)
  const { children } = pattern
  const first = children.findIndex(({ kind }) => kind === 'ellipsis')
  const last = children.findLastIndex(({ kind }) => kind === 'ellipsis')
  const pairs = children.flatMap((child, index): (readonly [PatternNode, number | undefined])[] => {
    if (child.kind === 'ellipsis') return []
    const target = first < 0 || index < first ? index : index > last ? targets.length - children.length + index : undefined
    return target === undefined ? [] : [[child, targets[target]]]
  })
  let matched = 1
  let at: Comparison['at']
  for (const [child, target] of pairs) {
    const inner = target === undefined ? undefined : compare(context, child, target)
    matched += inner?.matched ?? 0
    at ??= inner === undefined ? { node, message: `${show(child, context)} is missing` } : inner.at
  }
  if (first < 0 && targets.length !== children.length) at ??= { node, message: describeCount(pattern, targets.length, context) }
  return { matched, at }
}

function describeCount({ children }: PatternBranch, count: number, context: NodeContext): string {
  const isList = children.every((child) => child.kind !== 'ellipsis')
  const parts = (number: number): string => `${countOf(number, context, children)} part${countOf(number, context, children) === 1 ? '' : 's'}`
  return `the pattern has ${parts(children.length)} here and the code has ${parts(count)}${isList ? '; `...` stands for any number of them' : ''}`
}

/** Without the two brackets of a list. */
function countOf(number: number, _context: NodeContext, children: readonly PatternNode[]): number {
  const brackets = children.filter((child) => child.kind === 'leaf' && !child.named && /^[()[\]{}]$/.test(child.text)).length
  return number - brackets
}

function differenceAt(context: NodeContext, pattern: PatternNode, node: number): string {
  const { tree, file, symbols } = context
  const code = shorten(nodeText(tree, file.text, node))
  const name = symbols.nameOf(node)
  const resolved = name === undefined || name === code ? '' : `, which resolves to \`${name}\``
  const constant = symbols.constantOf(node)
  const value = constant === undefined || resolved !== '' ? '' : `, which has the value \`${shorten(JSON.stringify(constant))}\``
  const computed = pattern.kind === 'string' && constant === undefined ? ', whose value is not known' : value
  return `${show(pattern, context)} is required, and the code has \`${code}\`${resolved}${computed}`
}

/** A node of the pattern, as the pattern spells it. */
function show(pattern: PatternNode, context: NodeContext): string {
  switch (pattern.kind) {
    case 'any':
      return pattern.onlyName === true ? 'a name' : `\`$${pattern.name ?? '_'}\``.replace('$$', '$')
    case 'ellipsis':
      return '`...`'
    case 'string':
      return pattern.parts.join('') === '' ? 'a constant string' : `the string \`${JSON.stringify(pattern.parts.join('...'))}\``
    case 'name':
      return `the name \`${pattern.name}\``
    case 'either':
      return `one of ${pattern.alternatives.map((each) => show(each, context)).join(', ')}`
    case 'leaf':
    case 'constant':
      return `\`${pattern.text}\``
    case 'template':
      return 'a template string'
    case 'pair':
      return 'an entry of an object'
    case 'branch':
      return `a node \`${context.tree.names.typeName(pattern.type)}\``
  }
}

/** The weight of a pattern: what it names counts more than its form, and punctuation counts nothing. */
function sizeOf(pattern: PatternNode): number {
  switch (pattern.kind) {
    case 'branch':
      return 1 + pattern.children.reduce((sum, child) => sum + sizeOf(child), 0)
    case 'ellipsis':
      return 0
    case 'any':
      return 0.5
    case 'leaf':
      return pattern.named ? NAMED : 0
    default:
      return NAMED
  }
}

const NAMED = 3

/** A name of another object or module is half as near as the name. */
function nearness(context: NodeContext, pattern: PatternNode, node: number): number {
  if (pattern.kind !== 'name') return 0
  return context.symbols.lastNameOf(node) === pattern.name.split('.').at(-1) ? NAMED / 2 : 0
}

function shorten(code: string): string {
  const line = code.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
