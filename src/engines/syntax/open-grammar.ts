import { type Language, Parser, type Tree } from 'web-tree-sitter'
import { type DecodeStack, decodeTree } from './decode-tree.ts'
import { type LanguageLayout, readLanguageLayout } from './language-layout.ts'
import type { Grammar, QueryVerdict, TakenQueries } from './grammar.ts'
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
  readonly stack: DecodeStack
  /** How trees are to be read, where it is known to be right. */
  readonly walk: Grammar['walk'] | undefined
  /** Queries that tree-sitter has taken for this very grammar before; undefined where it must be asked. */
  readonly taken: TakenQueries | undefined
}

/**
 * A text may cost this many progress callbacks, and as many again for every 1,000 characters. Counted, so that the answer never varies: tree-sitter calls back once every
 * 100 parse operations, and ordinary code takes under 12 operations a character.
 */
const PARSE_CALLBACKS = 2_000
const PARSE_CALLBACKS_PER_1000 = 400

/** Broken on purpose: names, literals, nesting, an error and a missing token in all grammars. */
const SELF_CHECK_TEXT = 'a = f(1, x.y)\nb = [c, "d", {e: 1}]\nif (g) { h(`i`) }\n# j\n// k\n)] @ class "\n'

/** Makes a grammar ready to parse. Without `walk` the fast way is tried on a text first. */
export function openGrammar({ id, language, memory, stack, walk: wanted, taken }: GrammarSource): Grammar {
  const names = readGrammarNames(id, language)
  const byCursor: TreeReader = (tree) => walkTree(tree, language, names.supertypeNames)
  const byMemory = memory === undefined ? undefined : readMemory(memory, readLanguageLayout(memory, addressOf(language)), stack)
  let parser = openParser(language)
  const walk = byMemory === undefined ? 'cursor' : (wanted ?? (readsRight(byMemory, parser, language) ? 'memory' : 'cursor'))
  const read = walk === 'memory' && byMemory !== undefined ? byMemory : byCursor
  return {
    names,
    walk,
    parse: (text) => {
      let tree: ReturnType<Parser['parse']>
      try {
        tree = parseBounded(parser, text)
      } catch (error) {
        if (!isExhausted(error)) throw error
        // What it holds is given back by its end alone; then other texts can be parsed again.
        parser.delete()
        parser = openParser(language)
        return undefined
      }
      if (tree === null) return undefined
      try {
        return toFlatTree(names, read(tree))
      } finally {
        tree.delete()
      }
    },
    checkQuery: rememberVerdicts((source) => checkQuery(language, source), taken),
    runOracleQuery: (source, text) => runOracleQuery(parser, language, source, text),
  }
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

function openParser(language: Language): Parser {
  const parser = new Parser()
  parser.setLanguage(language)
  return parser
}

/** Whether tree-sitter gave up because its memory, of 2 GB, holds no more: that of 14 million open brackets, say. */
function isExhausted(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError && error.message.startsWith('Aborted')
}

function parseBounded(parser: Parser, text: string): ReturnType<Parser['parse']> {
  let left = PARSE_CALLBACKS + Math.ceil(text.length / 1000) * PARSE_CALLBACKS_PER_1000
  const tree = parser.parse(text, null, { progressCallback: () => --left < 0 })
  // Without a reset the next parse would resume this text.
  if (tree === null) parser.reset()
  return tree
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
