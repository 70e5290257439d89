import type { Language, Parser, Tree } from 'web-tree-sitter'
import type { FlatTree, ParseFailure } from '../../model/tree.ts'
import { type DecodeStack, decodeTree } from './decode-tree.ts'
import { type LanguageLayout, readLanguageLayout } from './language-layout.ts'
import type { Grammar, QueryVerdict, TakenQueries } from './grammar.ts'
import type { ParserPool } from './parser-pool.ts'
import { checkQuery, runOracleQuery } from './query-oracle.ts'
import { readGrammarNames } from './read-grammar-names.ts'
import { sameArrays } from './same-arrays.ts'
import { type DecodedTree, toFlatTree } from './tree-arrays.ts'
import { walkTree } from './walk-tree.ts'

/** What a grammar is opened with. */
interface GrammarSource {
  readonly id: string
  readonly language: Language
  /** That of tree-sitter; undefined where it is not known. */
  readonly memory: WebAssembly.Memory | undefined
  readonly parsers: ParserPool
  readonly stack: DecodeStack
  /** How trees are to be read, where it is known to be right. */
  readonly walk: Grammar['walk'] | undefined
  /** Queries that tree-sitter has taken for this very grammar before; undefined where it must be asked. */
  readonly taken: TakenQueries | undefined
}

/**
 * A text may cost this many progress callbacks, and as many again for every 1,000 characters. Counted, so that the answer never varies: tree-sitter calls back once every
 * 100 parse operations. Measured on 51 MB of JavaScript and Python: 7 for every 1,000 characters, and 29 in the densest file.
 */
const PARSE_CALLBACKS = 2_000
const PARSE_CALLBACKS_PER_1000 = 60
/** What a callback counts while tree-sitter recovers from errors, where operations take longer: 900 KB of quotation marks took 5 s. */
const CALLBACK_IN_ERROR = 3
/**
 * The lexer is given this many characters at a time, and asks again when it looks ahead further and comes back. That work is no parse operation: a scanner that looks beyond
 * blank or continued lines at each of them took 2.8 s for 20 KB of `\\` and line ends in Python.
 */
const CHUNK = 1_024
/** Chunks that a text may be asked for, and for each of its own. Measured: 2 for each chunk, 33 in the worst file. */
const CHUNKS_READ = 20_000
const CHUNKS_READ_PER_CHUNK = 10

/** Broken on purpose: names, literals, nesting, an error and a missing token in all grammars. */
const SELF_CHECK_TEXT = 'a = f(1, x.y)\nb = [c, "d", {e: 1}]\nif (g) { h(`i`) }\n# j\n// k\n)] @ class "\n'

/** Makes a grammar ready to parse. Without `walk` the fast way is tried on a text first. */
export function openGrammar({ id, language, memory, parsers, stack, walk: wanted, taken }: GrammarSource): Grammar {
  const names = readGrammarNames(id, language)
  const byCursor: TreeReader = (tree) => walkTree(tree, language, names.supertypeNames)
  const byMemory = memory === undefined ? undefined : readMemory(memory, readLanguageLayout(memory, addressOf(language)), stack)
  const walk = byMemory === undefined ? 'cursor' : (wanted ?? (readsRight(byMemory, parsers.parserOf(language), language) ? 'memory' : 'cursor'))
  const read = walk === 'memory' && byMemory !== undefined ? byMemory : byCursor
  return {
    names,
    walk,
    parse: (text) => withinInstance(parsers, () => parseBounded(parsers.parserOf(language), text, (tree) => toFlatTree(names, read(tree)))),
    checkQuery: rememberVerdicts((source) => checkQuery(language, source, parsers.discard), taken),
    runOracleQuery: (source, text) => runOracleQuery(parsers.parserOf(language), language, source, text),
  }
}

/**
 * What goes wrong within the instance leaves it in no state to go on: it is thrown away, and the text is not parsed. Memory is tried once more in a new one, so that it makes no difference
 * what earlier texts left in it.
 */
function withinInstance(parsers: ParserPool, parse: () => FlatTree | ParseFailure): FlatTree | ParseFailure {
  try {
    return parse()
  } catch (error) {
    const wasNew = parsers.isNew()
    parsers.discard()
    const failure = failureOf(error)
    if (failure === undefined) throw error
    return failure === 'memory' && !wasNew ? withinInstance(parsers, parse) : failure
  }
}

/** `RangeError` is V8's word for a native stack that is used up, `Aborted` is tree-sitter's for memory that is. */
function failureOf(error: unknown): ParseFailure | undefined {
  if (error instanceof RangeError) return 'depth'
  if (!(error instanceof WebAssembly.RuntimeError)) return undefined
  return error.message.startsWith('Aborted') ? 'memory' : 'fault'
}

type TreeReader = (tree: Tree) => DecodedTree

function readMemory(memory: WebAssembly.Memory, layout: LanguageLayout, stack: DecodeStack): TreeReader {
  return (tree) => decodeTree(memory, layout, stack, addressOf(tree))
}

/** web-tree-sitter keeps the address of what it wraps in element 0. */
function addressOf(wrapper: Language | Tree): number {
  const address = Reflect.get(wrapper, 0)
  if (typeof address !== 'number') throw new Error('web-tree-sitter changed how it keeps addresses')
  return address
}

/** A named matcher is compiled anew for each way in which it is used. Of 2,020 queries of all rules 556 had been asked before, at 6 ms each. */
function rememberVerdicts(check: Grammar['checkQuery'], taken: TakenQueries | undefined): Grammar['checkQuery'] {
  const verdicts = new Map<string, QueryVerdict | undefined>()
  return (source) => {
    if (verdicts.has(source)) return verdicts.get(source)
    const verdict = taken?.has(source) === true ? undefined : check(source)
    verdicts.set(source, verdict)
    if (verdict === undefined) taken?.add(source)
    return verdict
  }
}

function parseBounded(parser: Parser, text: string, read: (tree: Tree) => FlatTree): FlatTree | ParseFailure {
  let callbacks = PARSE_CALLBACKS + Math.ceil(text.length / 1000) * PARSE_CALLBACKS_PER_1000
  let reads = CHUNKS_READ + Math.ceil(text.length / CHUNK) * CHUNKS_READ_PER_CHUNK
  // A text that ends is what stops the lexer; then the next callback stops the parser.
  const readChunk = (index: number): string => (--reads < 0 ? '' : chunkAt(text, index))
  const tree = parser.parse(readChunk, null, { progressCallback: ({ hasError }) => (callbacks -= hasError ? CALLBACK_IN_ERROR : 1) < 0 || reads < 0 })
  if (tree === null || reads < 0) {
    tree?.delete()
    // Without a reset the next parse would resume this text.
    parser.reset()
    return 'steps'
  }
  try {
    return read(tree)
  } finally {
    tree.delete()
  }
}

/** Ends with a whole character. */
function chunkAt(text: string, index: number): string {
  const end = index + CHUNK
  const isSplit = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
  return text.slice(index, isSplit ? end + 1 : end)
}

/**
 * Supertypes are left to a test over real files: what tells them otherwise is a query, which takes 25 ms to make for each grammar (Node 20). They stand in
 * the same table as whether a node is named.
 */
function readsRight(read: TreeReader, parser: Parser, language: Language): boolean {
  const tree = parser.parse(SELF_CHECK_TEXT)
  if (tree === null) return false
  try {
    const fast = read(tree)
    const slow = walkTree(tree, language, [])
    return (
      fast.shape.count === slow.shape.count &&
      fast.shape.firstError === slow.shape.firstError &&
      sameArrays(fast.arrays, slow.arrays, slow.shape.count)
    )
  } catch {
    return false
  } finally {
    tree.delete()
  }
}
