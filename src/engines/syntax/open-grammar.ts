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

/** The input for opening a grammar. */
interface GrammarSource {
  readonly id: string
  readonly language: Language
  /** tree-sitter's memory. Undefined if unknown. */
  readonly memory: WebAssembly.Memory | undefined
  readonly parsers: ParserPool
  readonly stack: DecodeStack
  /** The method to read trees, if it is known to be correct. */
  readonly walk: Grammar['walk'] | undefined
  /** Queries that tree-sitter accepted for this grammar before. Undefined if all must be checked. */
  readonly taken: TakenQueries | undefined
}

/**
 * Maximum progress callbacks per text, and per further 1,000 characters. Counted instead of timed, so that the result is deterministic: tree-sitter
 * calls back every 100 parse operations. Measured on 51 MB of JavaScript and Python: 7 per 1,000 characters, and 29 in the densest file.
 */
const PARSE_CALLBACKS = 2_000
const PARSE_CALLBACKS_PER_1000 = 60
/** Weight of a callback during error recovery, where operations take longer: 900 KB of quotation marks took 5 s. */
const CALLBACK_IN_ERROR = 3
/**
 * Number of characters per read of the lexer. It reads again when it looks ahead and returns. That work is not counted as parse operations: a scanner
 * that looks beyond blank or continued lines at each of them took 2.8 s for 20 KB of `\\` and line ends in Python.
 */
const CHUNK = 1_024
/** Maximum reads per text, and per chunk of it. Measured: 2 per chunk, 33 in the worst file. */
const CHUNKS_READ = 20_000
const CHUNKS_READ_PER_CHUNK = 10

/** Broken on purpose: names, literals, nesting, an error and a missing token in all grammars. */
const SELF_CHECK_TEXT = 'a = f(1, x.y)\nb = [c, "d", {e: 1}]\nif (g) { h(`i`) }\n# j\n// k\n)] @ class "\n'

/** Opens a grammar for parsing. Without `walk`, the fast method is first verified on a text. */
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
 * After a fault inside the instance its state is undefined: it is discarded, and the text is not parsed. After a memory failure the text is tried
 * once more in a new instance, so that earlier texts do not affect the result.
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

/** V8 throws `RangeError` when the native stack is exhausted; tree-sitter's `Aborted` means memory. */
function failureOf(error: unknown): ParseFailure | undefined {
  if (error instanceof RangeError) return 'depth'
  if (!(error instanceof WebAssembly.RuntimeError)) return undefined
  return error.message.startsWith('Aborted') ? 'memory' : 'fault'
}

type TreeReader = (tree: Tree) => DecodedTree

function readMemory(memory: WebAssembly.Memory, layout: LanguageLayout, stack: DecodeStack): TreeReader {
  return (tree) => decodeTree(memory, layout, stack, addressOf(tree))
}

/** web-tree-sitter stores the address of the wrapped object in element 0. */
function addressOf(wrapper: Language | Tree): number {
  const address = Reflect.get(wrapper, 0)
  if (typeof address !== 'number') throw new Error('web-tree-sitter changed how it keeps addresses')
  return address
}

/** Caches verdicts, because a named matcher is compiled for each of its uses. Of 2,020 queries of all rules 556 were duplicates, at 6 ms each. */
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
  // The end of the text stops the lexer, and then the next callback stops the parser.
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

/** Ends with a complete character. */
function chunkAt(text: string, index: number): string {
  const end = index + CHUNK
  const isSplit = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
  return text.slice(index, isSplit ? end + 1 : end)
}

/**
 * Supertypes are checked by a test over real files instead: reading them requires a query, which takes 25 ms per grammar (Node 20). They are in the
 * same table as the named flag.
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
