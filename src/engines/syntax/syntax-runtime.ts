import { Language, Parser } from 'web-tree-sitter'
import { createDecodeStack } from './decode-tree.ts'
import type { Grammar, TakenQueries } from './grammar.ts'
import { openGrammar } from './open-grammar.ts'

/** WebAssembly as bytes, or compiled already (a compiled module can be handed to workers). */
export type WasmSource = Uint8Array | WebAssembly.Module

/** tree-sitter, started. */
export interface SyntaxRuntime {
  /** Trees are read the fast way when that reads a text right, or when `walk` says that it is known to. */
  loadGrammar(
    id: string,
    wasm: WasmSource,
    options?: { readonly walk?: Grammar['walk']; readonly taken?: TakenQueries | undefined },
  ): Promise<Grammar>
}

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
    loadGrammar: async (id, wasm, options) =>
      openGrammar({ id, language: await loadLanguage(wasm), memory, stack, walk: options?.walk, taken: options?.taken }),
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
