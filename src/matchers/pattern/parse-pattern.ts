import type { CodeSyntax, PatternContext } from '../../model/language.ts'
import type { FlatTree } from '../../model/tree.ts'
import { namedChildren } from '../../model/tree-access.ts'
import type { Grammar } from '../../engines/syntax/grammar.ts'
import { findOpenBracket } from './find-open-bracket.ts'
import type { PatternNode } from './pattern-node.ts'
import { completeEllipses, markMetavariables, separateStatements } from './placeholders.ts'
import { type PatternReader, readNode } from './read-pattern-node.ts'

/** The offset of a syntax error in a pattern. */
export interface PatternFault {
  readonly offset: number
  readonly message: string
  /** A correction, if known. */
  readonly hint?: string
}

/** A pattern as it is compared with code. */
export interface ParsedPattern {
  /** One expression, statement or part; several are statements in a row. */
  readonly nodes: readonly PatternNode[]
}

/** Parses code with metavariables and ellipses: as an expression, as statements, and as parts of larger constructs that the language lists. */
export function parsePattern(pattern: string, grammar: Grammar, syntax: CodeSyntax, spreads: boolean): ParsedPattern | PatternFault {
  const trimmed = pattern.trimEnd()
  const nameless = trimmed.replace(QUOTED, (text) => ' '.repeat(text.length)).search(/\$\.\.\.(?![A-Z_])/)
  if (nameless >= 0) return { offset: nameless, message: '`$...` has no name: write `...`, or `$...ARGS` to bind the matched code.' }
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
  const message = `The pattern is not valid code in the ${syntax.names.id} grammar.`
  return findOpenBracket(trimmed) ?? { offset: furthest, message, ...hintOfModule(trimmed) }
}

/** A scoped module is written like code, as rules name it elsewhere. */
function hintOfModule(pattern: string): { readonly hint?: string } {
  const [, module] = /(?:^|[\s(,])(@[\w-]+\/[\w./-]+)/.exec(pattern) ?? []
  return module === undefined
    ? {}
    : { hint: `the name of a module is not code: use \`calls: '${module}'\` to match its calls however it is imported` }
}

/** The offset of the first syntax error in this context. */
function parseIn(context: PatternContext, marked: string, grammar: Grammar, syntax: CodeSyntax): ParsedPattern | number {
  const text = context.before + marked + context.after
  const tree = grammar.parse(text)
  if (typeof tree === 'string') return 0
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

/** Strings, whose dots and dollars are text. */
const QUOTED = /(["'`])(?:\\.|(?!\1).)*\1/g

/** The node whose children are the pattern, at the context's path. -1 if the text parsed as something else. */
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

/** `f($X)` as a statement means the expression, unless there are other statements. `({ a: $X })` means the content of the parentheses. */
function unwrapRoot(reader: PatternReader, node: number, alone: boolean): number {
  const { tree, syntax } = reader
  const { expressionStatementTypes, parenthesesTypes } = syntax.pattern
  if (!alone || !(expressionStatementTypes.has(tree.type[node]) || parenthesesTypes.has(tree.type[node]))) return node
  const [inner, second] = namedChildren(tree, node)
  return inner === undefined || second !== undefined ? node : unwrapRoot(reader, inner, alone)
}
