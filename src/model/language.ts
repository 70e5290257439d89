import type { LanguageModels } from './call-models.ts'
import type { DocumentRead } from './document.ts'
import type { LineIndex } from './position.ts'
import type { LoweredFile } from './program.ts'
import type { Symbols } from './symbols.ts'
import type { FlatTree, GrammarNames } from './tree.ts'

/** All that rules can name. */
export const LANGUAGES = ['javascript', 'typescript', 'python', 'yaml', 'json', 'toml', 'hcl', 'dockerfile', 'env', 'text'] as const
/** A language of rules. `text` is every text file. */
export type LanguageId = (typeof LANGUAGES)[number]

/** Whether a rule or matcher with these languages applies to files of this one. An empty list applies to all. */
export function isForLanguage(languages: readonly string[] | undefined, language: LanguageId): boolean {
  return languages === undefined || languages.some((each) => each === language || each === 'text')
}

/** A language, and how it is read. Files are matched to dialects; rules are compiled once a dialect. */
export interface Dialect {
  /** `typescript` has two: `typescript` and `tsx`. */
  readonly id: string
  readonly language: LanguageId
  /** With the dot, lower case: `.ts`. The longest match wins. */
  readonly extensions: readonly string[]
  /** Base names, or regular expressions over the base name. */
  readonly fileNames: readonly (string | RegExp)[]
  /** Paths of files that only declare types: they contain no code that runs, so they are not parsed, and only rules over text apply. */
  readonly declarations?: RegExp
  /** Interpreters of a `#!` line. */
  readonly interpreters: readonly string[]
  /** First characters of a text with the file name but of another format: translations of Qt also use `.ts`. */
  readonly unless?: RegExp
  /** Output of compilers that is read as this dialect. */
  readonly compiled?: CompiledFormat
  readonly comments: CommentSyntax
  readonly code?: CodeDialect
  /** Formats that contain code of this dialect among other text. */
  readonly hosts?: readonly HostFormat[]
  readonly readDocument?: (text: string) => DocumentRead
}

/** The output of compilers of a language that is written in another one. */
export interface CompiledFormat {
  /** With the dot, lower case. */
  readonly extensions: readonly string[]
  /** Whether a text is such output. */
  recognise(text: string): boolean
  /** The text with constructs that are written as in the source, of the same length. Undefined if there are none. */
  spell(text: string): string | undefined
}

/** A format whose files contain code of a language: pages, components, notebooks. */
export interface HostFormat {
  /** With the dot, lower case. */
  readonly extensions: readonly string[]
  /** Comments of the format itself, beside those of the code. */
  readonly comments: CommentSyntax
  /** Undefined if the file contains no code of the language. */
  readCode(text: string): HostedCode | undefined
}

/** The code that a file of another format carries. */
export interface HostedCode {
  /**
   * Without `lines` it is as long as the file's text, code is at its original offsets, and everything else is white space. With `lines` it is a
   * different text.
   */
  readonly text: string
  /** Maps the code's offsets to positions in the file. */
  readonly lines?: LineIndex
}

/** The format that a file has beyond its language. */
export function hostOf({ hosts = [] }: Dialect, path: string): HostFormat | undefined {
  const name = path.toLowerCase()
  return hosts.find(({ extensions }) => extensions.some((extension) => name.endsWith(extension)))
}

/** The comment delimiters of unparsed text. */
export interface CommentSyntax {
  readonly line: readonly string[]
  readonly block: readonly (readonly [open: string, close: string])[]
}

/** The syntax of strings and regular expressions of a language. */
export interface LexicalSyntax {
  /** Longest first. */
  readonly quotes: readonly string[]
  /** The elements of `quotes` that may span lines. */
  readonly multiline: readonly string[]
  /** The quote of strings with code in `${…}`. */
  readonly template?: string
  /** Whether `/…/` is an expression. */
  readonly hasRegex: boolean
}

/** An argument of a call. `node` is the value, or the operand of a spread. */
export interface Argument {
  readonly kind: 'positional' | 'keyword' | 'spread' | 'keyword-spread'
  /** For keyword arguments. */
  readonly name?: string
  readonly node: number
}

/** A call, as its language writes it. */
export interface CallSite {
  /** The callee expression. */
  readonly callee: number
  readonly arguments: readonly Argument[]
  readonly construct: boolean
}

/** A function that a call receives by name and calls: `run` in `promise.then(run)` and `setTimeout(run, 0, x)`. */
export interface HandedFunction {
  /** The expression that names it. */
  readonly node: number
  /** Its arguments. With `element`, an element of the value. */
  readonly arguments: readonly (Argument & { readonly element: boolean })[]
}

/** One entry of an object or dictionary literal with a known key. `value` is -1 for a method. */
export interface Property {
  readonly key: string
  readonly keyNode: number
  readonly value: number
}

/** A text that the grammar reads as it is meant. */
export interface Disambiguated {
  readonly text: string
  /** Gives the nodes of the rewritten code the types and the offsets that they have without the rewrite. */
  repair(tree: FlatTree): void
}

/** A programming language's grammar, and how to read its trees. */
export interface CodeDialect {
  /** In its usual spelling: `JavaScript`. Dialects of one language share a name. */
  readonly name: string
  /** Name of the grammar's file without `.wasm`. */
  readonly grammar: string
  /** Syntax for finding comments and strings before the text is parsed. */
  readonly lexical: LexicalSyntax
  /** Called once when the grammar is loaded. */
  bind(names: GrammarNames): CodeSyntax
  /** Rewrites a text with a syntax error so that the grammar accepts it, with the same offsets. Undefined if there is nothing to rewrite. */
  readonly writePlainer?: (text: string) => string | undefined
  /** Rewrites code that the grammar accepts but misreads. Undefined if there is none. */
  readonly disambiguate?: (text: string) => Disambiguated | undefined
}

/** The language-specific functions for matching. Stateless. Type ids are those of the grammar. */
export interface CodeSyntax {
  readonly names: GrammarNames
  readonly commentTypes: ReadonlySet<number>
  readonly callTypes: ReadonlySet<number>
  /** The call at `node`, or undefined. A tagged template is a call with the template as argument. */
  callAt(tree: FlatTree, text: string, node: number): CallSite | undefined
  /** The callee of the call at `node`, as in `callAt`, or -1. */
  calleeAt(tree: FlatTree, text: string, node: number): number
  /** The function that the call at `node` receives by name, if its arguments are known. */
  handedAt(tree: FlatTree, text: string, node: number): HandedFunction | undefined
  /** Known entries of an object or dictionary literal in order. Undefined for other nodes. */
  propertiesAt(tree: FlatTree, text: string, node: number): readonly Property[] | undefined
  /** The operand if the node only wraps it (parentheses, await, cast, non-null), otherwise the node. */
  unwrap(tree: FlatTree, node: number): number
  resolveSymbols(tree: FlatTree, text: string): Symbols
  /** Lowers the file to the intermediate representation for data flow. Absent if the language does not support it. */
  lower?(tree: FlatTree, text: string, symbols: Symbols, models: LanguageModels): LoweredFile
  readonly outline: OutlineSyntax
  readonly pattern: PatternSyntax
  readonly regexes: RegexSyntax
  /** The enclosing statement or declaration, for suppressions. The node itself if there is none. */
  statementOf(tree: FlatTree, node: number): number
}

/** Node types from which the outline of a file is read: its functions, imports and texts. */
export interface OutlineSyntax {
  readonly functionTypes: ReadonlySet<number>
  /** What belongs to a function or call in front of it: decorators, and the statement that registers a handler. */
  readonly wrapperTypes: ReadonlySet<number>
  readonly importTypes: ReadonlySet<number>
  readonly stringTypes: ReadonlySet<number>
  /** Code within a string. */
  readonly interpolationTypes: ReadonlySet<number>
  /** Text that is no code and has no quotes. */
  readonly proseTypes: ReadonlySet<number>
  readonly regexTypes: ReadonlySet<number>
  readonly conditionTypes: ReadonlySet<number>
  readonly identifierTypes: ReadonlySet<number>
  /** A statement that only holds an expression. */
  readonly expressionStatementTypes: ReadonlySet<number>
}

/** How a language writes regular expressions. */
export interface RegexSyntax {
  /** The regex dialect. */
  readonly syntax: 'javascript' | 'python'
  /** Resolved names of the calls that compile a string. */
  readonly makers: ReadonlySet<string>
  /** The source text of a literal: its pattern and flags. */
  readonly literal?: RegExp
  /** A string itself may be a pattern. */
  readonly isText: boolean
  /** Reads the letters of the flags from the source text of the second argument. Empty for none. */
  readFlags(written: string, text: string): string
}

/** How to parse code with `$X` and `...`, and which parts of a tree are ignored in comparisons. */
export interface PatternSyntax {
  /** Texts around the pattern, tried in order. The first that parses without an error is used. */
  readonly contexts: readonly PatternContext[]
  /** Tokens that do not count when code is compared: `;`, `,`, quotes, parentheses of calls. */
  readonly ignoredTypes: ReadonlySet<number>
  /** Node types that a pattern never means although it parses as such: `key: value` is no labelled statement. */
  readonly unlikelyTypes: ReadonlySet<number>
  /** Parts of the code that a pattern may omit: type annotations, `async`. */
  readonly optionalTypes: ReadonlySet<number>
  /** Nodes with unordered children: object literals, attributes. */
  readonly unorderedTypes: ReadonlySet<number>
  /** Children that may occur anywhere among ordered ones: keyword arguments. */
  readonly unorderedChildTypes: ReadonlySet<number>
  /** Nodes that contain more than a name: `$X` in a declaration or import matches only the name. */
  readonly opaqueTypes: ReadonlySet<number>
  /** Lists that may be omitted if they are empty: `new A`, `class A:`. */
  readonly omittableTypes: ReadonlySet<number>
  /** Parameter lists that a single name may replace: `x => y`. */
  readonly parameterListTypes: ReadonlySet<number>
  /** Parentheses around an expression. */
  readonly parenthesesTypes: ReadonlySet<number>
  /** Strings with interpolation, and the interpolated nodes. */
  readonly templateTypes: ReadonlySet<number>
  /** The start of a string that may have interpolation. */
  readonly templateStart: RegExp
  readonly interpolationTypes: ReadonlySet<number>
  /** Entries of objects, with the fields `key` and `value`; and names that are both at once. */
  readonly pairTypes: ReadonlySet<number>
  readonly shorthandTypes: ReadonlySet<number>
  /** Names: a placeholder here is a metavariable. */
  readonly identifierTypes: ReadonlySet<number>
  /** String literals without interpolation. */
  readonly stringTypes: ReadonlySet<number>
  /** Expressions that name something: identifiers and member accesses. For these, a pattern also compares resolved names. */
  readonly nameTypes: ReadonlySet<number>
  /** Nodes whose children are statements: a pattern of several statements is searched among them. */
  readonly blockTypes: ReadonlySet<number>
  /** Statements that only contain an expression: a pattern of this type is compared as the expression. */
  readonly expressionStatementTypes: ReadonlySet<number>
  /** Functions whose name is ignored if the pattern has none: `function (...) { ... }`. */
  readonly nameableTypes: ReadonlySet<number>
  /** Node types that also match other types, with mapped fields: an assignment and a declaration with a value. */
  readonly equivalents: readonly PatternEquivalent[]
}

/** Code around a pattern with which it parses. */
export interface PatternContext {
  readonly before: string
  readonly after: string
  /** Type names from the root to the node whose named children are the pattern. */
  readonly path: readonly string[]
  /** Only patterns with this in them are tried so. */
  readonly when?: RegExp
  /** No pattern with this in it is tried so. */
  readonly unless?: RegExp
}

/** Two node types that mean the same. */
export interface PatternEquivalent {
  readonly pattern: string
  readonly target: string
  /** Pattern field → target field. */
  readonly fields: Readonly<Record<string, string>>
  /** Field of the pattern that must be a literal name or string for the equivalence: `$X.a` is `$X['a']`, but `$X.$Y` is not `$X[$Y]`. */
  readonly spelled?: string
}
