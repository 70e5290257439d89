/** Bytes of the stack in linear memory, instead of the build's 64 KB. See `createInstanceState`. */
const STACK_BYTES = 16 * 1024 * 1024
/** Bytes for the static data of grammars. Those of this package take less than 4 MB together. */
const GRAMMAR_BYTES = 8 * 1024 * 1024
const PAGE = 65_536
const ALIGNMENT = 16

/**
 * `(module (import "a" "b" (func (param i32 i32) (result i32))) (export "f" (func 0)))`: converts a JavaScript function to one that a WebAssembly
 * table accepts.
 */
const REEXPORT = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 7, 1, 96, 2, 127, 127, 1, 127],
  ...[2, 7, 1, 1, 97, 1, 98, 0, 0],
  ...[7, 5, 1, 1, 102, 0, 0],
)

/** All the mutable state of the instance: its linear memory and its stack pointer. Its code and its table do not change after a grammar has been loaded. */
export interface InstanceState {
  readonly memory: WebAssembly.Memory
  /** Exports for tree-sitter's JavaScript side: those of the instance, with an allocator for grammars. */
  readonly exports: WebAssembly.Exports
  /** Called once when tree-sitter has started: moves the stack, reserves room for grammars and remembers this state. */
  seal(): void
  /** Loads a grammar. Its static data outlives `reset`. */
  placeGrammar<T>(load: () => T): T
  /** Puts the instance back to how it was when it was sealed, with all grammars. Every parser, tree and query in it ceases to exist. */
  reset(): void
}

/**
 * Takes control of a new instance. tree-sitter releases merged parse stacks recursively (`stack_node_release`, 32 bytes per frame), so 2,038 open
 * `{a:` of JavaScript overflowed the build's stack of 64 KB and overwrote the static data below it. The stack moves to its own block, which is larger
 * than the native stack of any thread allows to use: V8 throws a `RangeError` first, which leaves the memory intact.
 */
export function createInstanceState({ exports }: WebAssembly.Instance, { env }: WebAssembly.Imports): InstanceState {
  const memory = env?.['memory']
  const stackPointer = env?.['__stack_pointer']
  if (!(memory instanceof WebAssembly.Memory) || !(stackPointer instanceof WebAssembly.Global)) throw new Error('web-tree-sitter changed its imports')
  const malloc = functionOf(exports, 'malloc')
  const calloc = functionOf(exports, 'calloc')
  let isPlacing = false
  let firstGrammar = 0
  let nextGrammar = 0
  let stackTop = 0
  let initial: readonly SavedPage[] = []
  let grammars: readonly SavedPage[] = []

  const take = (bytes: number): number => {
    const address = nextGrammar
    nextGrammar = align(address + bytes)
    if (nextGrammar > firstGrammar + GRAMMAR_BYTES) throw new Error('the grammars take more memory than is reserved for them')
    return address
  }
  const allocate = (count: number, size: number): number => (isPlacing ? take(count * size) : Number(calloc(count, size)))

  return {
    memory,
    exports: { ...exports, calloc: toWasmFunction(allocate) },
    seal: () => {
      const stack = Number(malloc(STACK_BYTES))
      const room = Number(malloc(GRAMMAR_BYTES + ALIGNMENT))
      if (stack === 0 || room === 0) throw new Error('there is too little memory to start tree-sitter')
      stackTop = align(stack + STACK_BYTES - ALIGNMENT)
      stackPointer.value = stackTop
      firstGrammar = align(room)
      nextGrammar = firstGrammar
      initial = savePages(memory, 0, memory.buffer.byteLength)
    },
    placeGrammar: (load) => {
      isPlacing = true
      try {
        return load()
      } finally {
        isPlacing = false
        grammars = savePages(memory, firstGrammar, nextGrammar)
      }
    },
    reset: () => {
      new Uint8Array(memory.buffer).fill(0)
      restorePages(memory, initial)
      restorePages(memory, grammars)
      stackPointer.value = stackTop
    },
  }
}

interface SavedPage {
  readonly address: number
  readonly bytes: Uint8Array
}

/** The pages between two addresses that are not all zero. */
function savePages(memory: WebAssembly.Memory, from: number, to: number): readonly SavedPage[] {
  const pages: SavedPage[] = []
  const words = new Int32Array(memory.buffer)
  for (let address = from; address < to; address += PAGE) {
    const end = Math.min(address + PAGE, to)
    if (hasData(words, address >> 2, end >> 2)) pages.push({ address, bytes: new Uint8Array(memory.buffer).slice(address, end) })
  }
  return pages
}

/** A loop, because a callback per word of 24 MB takes a tenth of a second at each start. */
function hasData(words: Int32Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (words[index] !== 0) return true
  return false
}

function restorePages(memory: WebAssembly.Memory, pages: readonly SavedPage[]): void {
  const bytes = new Uint8Array(memory.buffer)
  for (const page of pages) bytes.set(page.bytes, page.address)
}

function align(address: number): number {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT
}

function functionOf(exports: WebAssembly.Exports, name: string): (...given: readonly number[]) => unknown {
  const found = exports[name]
  if (typeof found !== 'function') throw new Error(`web-tree-sitter exports no \`${name}\``)
  return (...given) => Reflect.apply(found, undefined, given)
}

function toWasmFunction(call: (left: number, right: number) => number): WebAssembly.ExportValue {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(REEXPORT), { a: { b: call } })
  const made = exports['f']
  if (made === undefined) throw new Error('a function could not be made one of WebAssembly')
  return made
}
