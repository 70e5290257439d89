import { Language, Parser, Query, type Tree } from 'web-tree-sitter'
import type { FlatTree, GrammarNames } from '../../model/tree.ts'
import { createDecodeStack, type DecodeStack, decodeTree } from './decode-tree.ts'
import { type LanguageLayout, readLanguageLayout } from './language-layout.ts'
import { readGrammarNames } from './read-grammar-names.ts'
import { toFlatTree } from './tree-arrays.ts'
import { sameArrays } from './same-arrays.ts'
import { walkTree } from './walk-tree.ts'

/** WebAssembly as bytes, or compiled already (a compiled module can be handed to workers). */
export type WasmSource = Uint8Array | WebAssembly.Module

export interface Grammar {
  readonly names: GrammarNames
  /** How trees are read: `memory` is the fast way; `cursor` when the self-check failed, or was asked for, or the memory is not known. */
  readonly walk: 'memory' | 'cursor'
  /** Parses a text into a flat tree; tree-sitter's own tree is freed at once. Undefined when parsing took more work than its budget allows, or more memory than there is. */
  parse(text: string): FlatTree | undefined
  /** Asks tree-sitter whether a query names nodes and fields of this grammar. Undefined when it does. */
  checkQuery(source: string): QueryFault | undefined
  /** Runs tree-sitter's own query: the oracle of differential tests, too slow and unbounded for rules. Captures are `[name, start, end]` a match. */
  runOracleQuery(source: string, text: string): readonly (readonly (readonly [string, number, number])[])[]
}

export interface QueryFault {
  readonly kind: 'syntax' | 'node' | 'field' | 'capture' | 'structure'
  readonly message: string
  /** UTF-16 offset into the source. */
  readonly offset: number
  readonly word: string
}

export interface SyntaxRuntime {
  /** Trees are read the fast way when that reads a text right, or when `walk` says that it is known to. */
  loadGrammar(id: string, wasm: WasmSource, options?: { readonly walk?: Grammar['walk'] }): Promise<Grammar>
}

/**
 * A text may cost this many progress callbacks, and as many again for every 1,000 characters. Counted, so that the answer never varies: tree-sitter calls back once every
 * 100 parse operations, and ordinary code takes under 12 operations a character.
 */
const PARSE_CALLBACKS = 2_000
const PARSE_CALLBACKS_PER_1000 = 400

/** Broken on purpose: names, literals, nesting, an error and a missing token in all grammars. */
const SELF_CHECK_TEXT = 'a = f(1, x.y)\nb = [c, "d", {e: 1}]\nif (g) { h(`i`) }\n# j\n// k\n)] @ class "\n'

// tree-sitter's JavaScript side is one instance per thread: its memory is found on first use, and a second `init` gives the first instance again.
let started: Promise<WebAssembly.Memory | undefined> | undefined

/**
 * Starts tree-sitter in this thread. `core` is `web-tree-sitter.wasm`; later calls reuse the first one's. Where others than this engine have started it, its memory
 * is not known: trees are read by its cursor then.
 */
export async function startSyntaxRuntime(core: WasmSource): Promise<SyntaxRuntime> {
  started ??= start(core).catch((error: unknown) => {
    started = undefined
    throw error
  })
  const memory = await started
  const stack = createDecodeStack()
  return {
    loadGrammar: async (id, wasm, options) => openGrammar(memory, stack, id, await loadLanguage(wasm), options?.walk),
  }
}

async function start(core: WasmSource): Promise<WebAssembly.Memory | undefined> {
  let memory: WebAssembly.Memory | undefined
  let failure: unknown
  await new Promise<void>((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object => {
      instantiate(core, imports).then(
        ({ instance, module }) => {
          const candidate = imports['env']?.['memory'] ?? instance.exports['memory']
          if (candidate instanceof WebAssembly.Memory) memory = candidate
          done(instance, module)
        },
        (error: unknown) => {
          failure = error
          reject(error)
        },
      )
      return {}
    }
    // It would write to the console that memory is exhausted.
    Parser.init({ instantiateWasm, printErr: () => undefined }).then(resolve, reject)
  })
  if (failure !== undefined) throw failure
  return memory
}

async function instantiate(core: WasmSource, imports: WebAssembly.Imports): Promise<{ instance: WebAssembly.Instance; module: WebAssembly.Module }> {
  const module = core instanceof WebAssembly.Module ? core : await WebAssembly.compile(ownBytes(core))
  return { module, instance: await WebAssembly.instantiate(module, imports) }
}

async function loadLanguage(wasm: WasmSource): Promise<Language> {
  return wasm instanceof WebAssembly.Module ? Language.loadSync(wasm) : Language.load(wasm)
}

/** `WebAssembly.compile` takes no view of a shared buffer. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes)
}

function openGrammar(
  memory: WebAssembly.Memory | undefined,
  stack: DecodeStack,
  id: string,
  language: Language,
  wanted: Grammar['walk'] | undefined,
): Grammar {
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
        const decoded = read(tree)
        return toFlatTree(names, decoded.arrays, decoded.shape)
      } finally {
        tree.delete()
      }
    },
    checkQuery: (source) => checkQuery(language, source),
    runOracleQuery: (source, text) => runOracleQuery(parser, language, source, text),
  }
}

type TreeReader = (tree: Tree) => ReturnType<typeof walkTree>

function readMemory(memory: WebAssembly.Memory, layout: LanguageLayout, stack: DecodeStack): TreeReader {
  return (tree) => decodeTree(memory, layout, stack, addressOf(tree))
}

/** web-tree-sitter keeps the address of what it wraps in element 0. */
function addressOf(wrapper: Language | Tree): number {
  const address = Reflect.get(wrapper, 0)
  if (typeof address !== 'number') throw new Error('web-tree-sitter changed how it keeps addresses')
  return address
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

function checkQuery(language: Language, source: string): QueryFault | undefined {
  try {
    new Query(language, source).delete()
    return undefined
  } catch (error) {
    return toQueryFault(error, source)
  }
}

const QUERY_FAULTS = ['syntax', 'node', 'field', 'capture', 'structure'] as const

function toQueryFault(error: unknown, source: string): QueryFault {
  const message = error instanceof Error ? error.message : String(error)
  const index = error instanceof Error ? Reflect.get(error, 'index') : undefined
  const kind = error instanceof Error ? Reflect.get(error, 'kind') : undefined
  const offset = typeof index === 'number' ? index : 0
  const word = /^[\w./-]+/.exec(source.slice(offset))?.[0] ?? ''
  const named = typeof kind === 'number' ? QUERY_FAULTS[kind - 1] : undefined
  return { kind: named ?? 'syntax', message, offset, word }
}

function runOracleQuery(parser: Parser, language: Language, source: string, text: string): (readonly [string, number, number])[][] {
  const tree = parser.parse(text)
  if (tree === null) return []
  const query = new Query(language, source)
  const matches = query.matches(tree.rootNode).map((match) => match.captures.map(({ name, node }) => [name, node.startIndex, node.endIndex] as const))
  query.delete()
  tree.delete()
  return matches
}
