import type { Grammar, TakenQueries } from './grammar.ts'
import { startSyntaxRuntime, type WasmSource } from './syntax-runtime.ts'

export interface GrammarLoaderInput {
  /** The bytes of `web-tree-sitter.wasm`, or a function that loads them. */
  readonly runtime: WasmSource | (() => Promise<WasmSource>)
  /** The bytes of a grammar, by name. */
  grammar(name: string): WasmSource | Promise<WasmSource>
  /** How trees are read. If undefined, the grammar first verifies the fast method. */
  readonly walk: 'cursor' | 'memory' | undefined
  /** Queries that the grammar is known to accept. */
  readonly taken?: ((grammar: string) => TakenQueries) | undefined
}

export interface GrammarLoader {
  load(name: string): Promise<Grammar>
  clear(): void
}

/** Creates a loader that loads each grammar once. A grammar that failed to load is tried again on the next call. */
export function createGrammarLoader({ runtime, grammar, walk, taken }: GrammarLoaderInput): GrammarLoader {
  const grammars = new Map<string, Promise<Grammar>>()
  const read = async (name: string): Promise<Grammar> => {
    const started = await startSyntaxRuntime(typeof runtime === 'function' ? await runtime() : runtime)
    return started.loadGrammar(name, await grammar(name), { ...(walk === undefined ? {} : { walk }), taken: taken?.(name) })
  }
  return {
    load: (name) => {
      const loading = grammars.get(name) ?? read(name)
      grammars.set(name, loading)
      loading.catch(() => grammars.delete(name))
      return loading
    },
    clear: () => grammars.clear(),
  }
}
