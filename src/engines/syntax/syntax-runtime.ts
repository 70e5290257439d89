import { Language, Parser } from 'web-tree-sitter'
import { createDecodeStack } from './decode-tree.ts'
import type { Grammar, TakenQueries } from './grammar.ts'
import { createInstanceState, type InstanceState } from './instance-state.ts'
import { openGrammar } from './open-grammar.ts'
import { createParserPool, type ParserPool } from './parser-pool.ts'

/** WebAssembly as bytes, or a compiled module, which can be sent to workers. */
export type WasmSource = Uint8Array | WebAssembly.Module

/** tree-sitter, started. */
export interface SyntaxRuntime {
  /** Reads trees with the fast method if it is verified, or if `walk` says so. */
  loadGrammar(
    id: string,
    wasm: WasmSource,
    options?: { readonly walk?: Grammar['walk']; readonly taken?: TakenQueries | undefined },
  ): Promise<Grammar>
}

/** The instance of this thread. */
interface Instance {
  /** Undefined if other code has started tree-sitter. */
  readonly state: InstanceState | undefined
  readonly parsers: ParserPool
  /** Grammars stay loaded for the life of the thread and are shared by all scanners. */
  readonly loaded: { readonly wasm: WasmSource; readonly language: Language }[]
}

/** Pages of 64 KB that tree-sitter starts with. */
const LEAST_PAGES = 512
/**
 * 512 MB, which a thread never releases. A megabyte of ordinary source takes up to 286 MB. Without a limit 60 KB of `<T>` in TypeScript took 2 GB.
 */
const MAX_PAGES = 8_192

// tree-sitter's JavaScript side is a singleton per thread: its memory is found on first use, and a second `init` returns the first instance.
let started: Promise<Instance> | undefined

/**
 * Starts tree-sitter in this thread. `core` is `web-tree-sitter.wasm`; later calls reuse the first one. If other code has started it, its memory is
 * unknown, and trees are read with the cursor.
 */
export async function startSyntaxRuntime(core: WasmSource): Promise<SyntaxRuntime> {
  started ??= start(core).catch((error: unknown) => {
    started = undefined
    throw error
  })
  const instance = await started
  const { state, parsers } = instance
  const stack = createDecodeStack()
  return {
    loadGrammar: async (id, wasm, options) =>
      openGrammar({
        id,
        language: await loadLanguage(wasm, instance),
        memory: state?.memory,
        parsers,
        stack,
        walk: options?.walk,
        taken: options?.taken,
      }),
  }
}

async function start(core: WasmSource): Promise<Instance> {
  let state: InstanceState | undefined
  await new Promise<void>((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object => {
      instantiate(core, imports).then(({ instance, module }) => {
        state = createInstanceState(instance, imports)
        done({ exports: state.exports }, module)
      }, reject)
      return {}
    }
    // It would write to the console that memory is exhausted.
    Parser.init({
      instantiateWasm,
      wasmMemory: new WebAssembly.Memory({ initial: LEAST_PAGES, maximum: MAX_PAGES }),
      printErr: () => undefined,
    }).then(resolve, reject)
  })
  state?.seal()
  return { state, parsers: createParserPool(() => state?.reset()), loaded: [] }
}

async function instantiate(core: WasmSource, imports: WebAssembly.Imports): Promise<{ instance: WebAssembly.Instance; module: WebAssembly.Module }> {
  const module = await compile(core)
  return { module, instance: await WebAssembly.instantiate(module, imports) }
}

async function loadLanguage(wasm: WasmSource, { state, loaded }: Instance): Promise<Language> {
  const known = (): Language | undefined => loaded.find((each) => isSame(each.wasm, wasm))?.language
  const early = known()
  if (early !== undefined) return early
  const module = await compile(wasm)
  // Another scanner may have loaded it meanwhile.
  const late = known()
  if (late !== undefined) return late
  const load = (): Language => Language.loadSync(module)
  const language = state === undefined ? load() : state.placeGrammar(load)
  loaded.push({ wasm, language })
  return language
}

function isSame(left: WasmSource, right: WasmSource): boolean {
  if (left === right) return true
  if (left instanceof WebAssembly.Module || right instanceof WebAssembly.Module || left.length !== right.length) return false
  // `every` took 10 ms for a large grammar, which each scanner compares again.
  for (let index = 0; index < left.length; index += 1) if (left[index] !== right[index]) return false
  return true
}

async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  return source instanceof WebAssembly.Module ? source : WebAssembly.compile(ownBytes(source))
}

/** `WebAssembly.compile` does not accept a view of a shared buffer. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes)
}
