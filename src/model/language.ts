import type { DocumentRead } from './document.ts'
import type { LineIndex } from './position.ts'
import type { LoweredFile } from './program.ts'
import type { Symbols } from './symbols.ts'
import type { FlatTree, GrammarNames } from './tree.ts'

/** All that rules can name. */
export const LANGUAGES = ['javascript', 'typescript', 'python', 'yaml', 'json', 'toml', 'hcl', 'dockerfile', 'env', 'text'] as const
/** A language as rules name it. `text` is every text file, whatever its language. */
export type LanguageId = (typeof LANGUAGES)[number]

/** Whether what a rule or matcher says for these languages is for files of this one. Saying none is saying all. */
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
  /** Paths of files that only declare what others hold: no code in them runs, so they are not parsed, and rules over their text alone apply. */
  readonly declarations?: RegExp
  /** Interpreters of a `#!` line. */
  readonly interpreters: readonly string[]
  /** How a text begins that has the name and is of no language: Qt calls its translations `.ts` too. */
  readonly unless?: RegExp
  readonly comments: CommentSyntax
  readonly code?: CodeDialect
  /** Formats that carry code of this dialect among other text. */
  readonly hosts?: readonly HostFormat[]
  readonly readDocument?: (text: string) => DocumentRead
}

/** A format whose files carry code of a language: pages, components, notebooks. */
export interface HostFormat {
  /** With the dot, lower case. */
  readonly extensions: readonly string[]
  /** Comments of the format itself, beside those of the code. */
  readonly comments: CommentSyntax
  /** Undefined where the file carries no code of the language. */
  readCode(text: string): HostedCode | undefined
}

/** The code that a file of another format carries. */
export interface HostedCode {
  /** Without `lines` as long as the file's text, and every piece of code stands where it stands there: the rest is white space. With it a text of its own. */
  readonly text: string
  /** Where the code's offsets lie in the file. */
  readonly lines?: LineIndex
}

/** The format that a file has beyond its language. */
export function hostOf({ hosts = [] }: Dialect, path: string): HostFormat | undefined {
  const name = path.toLowerCase()
  return hosts.find(({ extensions }) => extensions.some((extension) => name.endsWith(extension)))
}

/** How comments begin and end in text that is not parsed. */
export interface CommentSyntax {
  readonly line: readonly string[]
  readonly block: readonly (readonly [open: string, close: string])[]
}

/** How a language writes texts and regular expressions. */
export interface LexicalSyntax {
  /** Longest first. */
  readonly quotes: readonly string[]
  /** Those of `quotes` that may span lines. */
  readonly multiline: readonly string[]
  /** The quote of texts with code in `${…}`. */
  readonly template?: string
  /** Whether `/…/` is an expression. */
  readonly hasRegex: boolean
}

/** An argument of a call. `node` is the value passed; for spreads, what is spread. */
export interface Argument {
  readonly kind: 'positional' | 'keyword' | 'spread' | 'keyword-spread'
  /** Of a keyword. */
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

/** A function that a call is handed by its name, and calls: `run` in `promise.then(run)` and `setTimeout(run, 0, x)`. */
export interface HandedFunction {
  /** The expression that names it. */
  readonly node: number
  /** What it is called with; with `element`, an element of that. */
  readonly arguments: readonly (Argument & { readonly element: boolean })[]
}

/** One entry of an object or dictionary literal whose key is known. `value` is -1 for a method. */
export interface Property {
  readonly key: string
  readonly keyNode: number
  readonly value: number
}

/** A programming language's grammar, and how to read its trees. */
export interface CodeDialect {
  /** As its users write it: `JavaScript`. Dialects of one language have one name. */
  readonly name: string
  /** Name of the grammar's file without `.wasm`. */
  readonly grammar: string
  /** How what is no code is told from code before the text is parsed. */
  readonly lexical: LexicalSyntax
  /** Called once when the grammar is loaded. */
  bind(names: GrammarNames): CodeSyntax
  /** A text with an error, written as the grammar can read it with every place where it was; undefined where nothing of the kind is in it. */
  readonly writePlainer?: (text: string) => string | undefined
}

/** All that matching must know of a programming language. Stateless: every function reads the arrays of the tree it is given. Type ids are those of the grammar. */
export interface CodeSyntax {
  readonly names: GrammarNames
  readonly commentTypes: ReadonlySet<number>
  readonly callTypes: ReadonlySet<number>
  /** The call at `node`; undefined when it is none. Tagged templates are calls with the template as argument. */
  callAt(tree: FlatTree, text: string, node: number): CallSite | undefined
  /** The callee of the call at `node`, as `callAt` has it; -1 when it is none. */
  calleeAt(tree: FlatTree, text: string, node: number): number
  /** The function that the call at `node` is handed by its name, when it is known what it calls it with. */
  handedAt(tree: FlatTree, text: string, node: number): HandedFunction | undefined
  /** Known entries of an object or dictionary literal in order; undefined when the node is none. */
  propertiesAt(tree: FlatTree, text: string, node: number): readonly Property[] | undefined
  /** The operand when the node only wraps it (parentheses, await, cast, non-null): else the node. */
  unwrap(tree: FlatTree, node: number): number
  resolveSymbols(tree: FlatTree, text: string): Symbols
  /** The file as a program of values, for data flow; absent where none is made. */
  lower?(tree: FlatTree, text: string, symbols: Symbols): LoweredFile
  readonly pattern: PatternSyntax
  readonly regexes: RegexSyntax
  /** The statement or declaration that encloses the node, for suppressions; the node when there is none. */
  statementOf(tree: FlatTree, node: number): number
}

/** How a language writes regular expressions. */
export interface RegexSyntax {
  /** Whose rules a pattern follows. */
  readonly syntax: 'javascript' | 'python'
  /** Resolved names of the calls that make one of a text. */
  readonly makers: ReadonlySet<string>
  /** The source text of a literal: its pattern, and its flags. */
  readonly literal?: RegExp
  /** A text alone may be one. */
  readonly isText: boolean
  /** The letters of the flags, by the source text of what is passed behind the pattern, empty for nothing. */
  readFlags(written: string, text: string): string
}

/** How code with `$X` and `...` in it is made to parse, and which parts of a tree do not count when code is compared. */
export interface PatternSyntax {
  /** Texts around the pattern, tried in order; the first that parses without error wins. */
  readonly contexts: readonly PatternContext[]
  /** Tokens that do not count when code is compared: `;`, `,`, quotes, parentheses of calls. */
  readonly ignoredTypes: ReadonlySet<number>
  /** What a pattern is never meant as, though it parses so: `key: value` is no labelled statement. */
  readonly unlikelyTypes: ReadonlySet<number>
  /** Parts of the target that a pattern without any such part does not mind: type annotations, `async`. */
  readonly optionalTypes: ReadonlySet<number>
  /** Nodes whose children may stand in any order: object literals, attributes. */
  readonly unorderedTypes: ReadonlySet<number>
  /** Children that may stand in any order among ordered ones: keyword arguments. */
  readonly unorderedChildTypes: ReadonlySet<number>
  /** Nodes that hold more than the name in them: `$X` in a declaration or import is the name, not the whole. */
  readonly opaqueTypes: ReadonlySet<number>
  /** Lists that may be left out when nothing is in them: `new A`, `class A:`. */
  readonly omittableTypes: ReadonlySet<number>
  /** Lists of parameters, in whose place a name may stand alone: `x => y`. */
  readonly parameterListTypes: ReadonlySet<number>
  /** Parentheses around an expression. */
  readonly parenthesesTypes: ReadonlySet<number>
  /** Strings with interpolation, and what is interpolated. */
  readonly templateTypes: ReadonlySet<number>
  /** How a string begins that may have interpolation. */
  readonly templateStart: RegExp
  readonly interpolationTypes: ReadonlySet<number>
  /** Entries of objects, with the fields `key` and `value`; and names that are both at once. */
  readonly pairTypes: ReadonlySet<number>
  readonly shorthandTypes: ReadonlySet<number>
  /** Names: a placeholder in their place is a metavariable. */
  readonly identifierTypes: ReadonlySet<number>
  /** String literals without interpolation. */
  readonly stringTypes: ReadonlySet<number>
  /** Expressions that name something: identifiers and member accesses. A pattern node of these compares resolved names too. */
  readonly nameTypes: ReadonlySet<number>
  /** Nodes whose children are statements: a pattern of several statements is looked for among these. */
  readonly blockTypes: ReadonlySet<number>
  /** A statement that only holds an expression: a pattern of its kind is compared by the expression. */
  readonly expressionStatementTypes: ReadonlySet<number>
  /** Functions whose name does not count where the pattern gives none: `function (...) { ... }`. */
  readonly nameableTypes: ReadonlySet<number>
  /** A pattern node of one type also matches target nodes of another, with fields mapped: an assignment and a declaration with a value. */
  readonly equivalents: readonly PatternEquivalent[]
}

/** Code around a pattern with which it parses. */
export interface PatternContext {
  readonly before: string
  readonly after: string
  /** Names of the types from the root down to the node whose named children are the pattern. */
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
  /** Field of the pattern that must be a name or a string for both to mean the same: `$X.a` is `$X['a']`, and `$X.$Y` is no `$X[$Y]`. */
  readonly spelled?: string
}
