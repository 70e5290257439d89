import type { DocumentRead } from './document.ts'
import type { Symbols } from './symbols.ts'
import type { FlatTree } from './tree.ts'

export const LANGUAGES = ['javascript', 'typescript', 'python', 'yaml', 'json', 'toml', 'hcl', 'dockerfile', 'env', 'text'] as const
/** A language as rules name it. `text` is every text file, whatever its language. */
export type LanguageId = (typeof LANGUAGES)[number]

/** A language, and how it is read. Files are matched to dialects; rules are compiled once a dialect. */
export interface Dialect {
  /** `typescript` has two: `typescript` and `tsx`. */
  readonly id: string
  readonly language: LanguageId
  /** With the dot, lower case: `.ts`. The longest match wins. */
  readonly extensions: readonly string[]
  /** Base names, or regular expressions over the base name. */
  readonly fileNames: readonly (string | RegExp)[]
  /** Interpreters of a `#!` line. */
  readonly interpreters: readonly string[]
  readonly comments: CommentSyntax
  readonly code?: CodeSyntax
  readonly readDocument?: (text: string) => DocumentRead
}

/** How comments begin and end in text that is not parsed. */
export interface CommentSyntax {
  readonly line: readonly string[]
  readonly block: readonly (readonly [open: string, close: string])[]
}

/** An argument of a call. `node` is the value passed; for spreads, what is spread. */
export interface Argument {
  readonly kind: 'positional' | 'keyword' | 'spread' | 'keyword-spread'
  /** Of a keyword. */
  readonly name?: string
  readonly node: number
}

export interface CallSite {
  /** The callee expression. */
  readonly callee: number
  readonly arguments: readonly Argument[]
  readonly construct: boolean
}

/** One entry of an object or dictionary literal whose key is known. `value` is -1 for a method. */
export interface Property {
  readonly key: string
  readonly keyNode: number
  readonly value: number
}

/** All that matching must know of a programming language. Stateless; every function reads the arrays of the tree it is given. */
export interface CodeSyntax {
  /** Name of the grammar's file without `.wasm`. */
  readonly grammar: string
  readonly commentTypes: readonly string[]
  readonly callTypes: readonly string[]
  /** The call at `node`; undefined when it is none. Tagged templates are calls with the template as argument. */
  callAt(tree: FlatTree, text: string, node: number): CallSite | undefined
  readonly objectTypes: readonly string[]
  /** Known entries of an object literal in order; undefined when the node is none. */
  propertiesAt(tree: FlatTree, text: string, node: number): readonly Property[] | undefined
  /** The operand when the node only wraps it (parentheses, await, cast, non-null): else the node. */
  unwrap(tree: FlatTree, node: number): number
  resolveSymbols(tree: FlatTree, text: string): Symbols
  readonly pattern: PatternSyntax
  /** The statement or declaration that encloses the node, for suppressions; the node when there is none. */
  statementOf(tree: FlatTree, node: number): number
}

/** How code with `$X` and `...` in it is made to parse, and which parts of a tree do not count when code is compared. */
export interface PatternSyntax {
  /** Texts around the pattern, tried in order; the first that parses without error wins. */
  readonly contexts: readonly PatternContext[]
  /** A name that may stand for a metavariable or an ellipsis in any of its places. `name` has only letters, digits and `_`. */
  placeholder(name: string): string
  /** Tokens that do not count: `;`, `,`, quotes. */
  readonly ignoredTokens: readonly string[]
  /** Nodes whose children may stand in any order. */
  readonly unorderedTypes: readonly string[]
  readonly stringTypes: readonly string[]
  readonly identifierTypes: readonly string[]
  /** A pattern node of the first type also matches target nodes of the others, with fields mapped: assignment and declaration. */
  readonly equivalents: readonly PatternEquivalent[]
}

export interface PatternContext {
  readonly before: string
  readonly after: string
  /** Types from the root down to the node whose children are the pattern. */
  readonly path: readonly string[]
}

export interface PatternEquivalent {
  readonly pattern: string
  readonly target: string
  /** Pattern field → target field. */
  readonly fields: Readonly<Record<string, string>>
}
