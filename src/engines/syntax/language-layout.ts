/**
 * The tables of a grammar in tree-sitter's memory (`TSLanguage` of tree-sitter 0.25/0.26, 32-bit pointers, from its `parser.h`). The layout is
 * private, so `decode-tree.ts` is compared with tree-sitter's own cursor whenever a grammar is loaded.
 */
export interface LanguageLayout {
  /** Internal symbol → the type id that is shown. */
  readonly publicSymbol: Uint16Array
  readonly isNamed: Uint8Array
  /** Bit of the supertype for an internal symbol, in the order of the symbols. 0 for others. */
  readonly supertypeBit: Uint16Array
  /** By production: type ids of aliases of the children, or null. */
  readonly aliases: readonly (Uint16Array | null)[]
  /** By production: field ids of the children, or null. */
  readonly fields: readonly (Uint8Array | null)[]
}

const WORD = {
  symbolCount: 1,
  aliasCount: 2,
  productionCount: 7,
  fieldCount: 8,
  fieldSlices: 16,
  fieldEntries: 17,
  metadata: 18,
  publicSymbols: 19,
  aliasSequences: 21,
} as const
const MAX_ALIAS_LENGTH_BYTE = 36
const METADATA_SIZE = 3
const FIELD_ENTRY_SIZE = 4
const MAX_CHILDREN = 256
const ERROR_SYMBOL = 65535
const ERROR_REPEAT_SYMBOL = 65534

/** Each supertype has a bit. */
export const MAX_SUPERTYPES = 16

/** Reads the layout of the language at `address`. */
export function readLanguageLayout(memory: WebAssembly.Memory, address: number): LanguageLayout {
  const words = new Int32Array(memory.buffer)
  const halves = new Uint16Array(memory.buffer)
  const bytes = new Uint8Array(memory.buffer)
  const base = address >> 2
  const symbols = (words[base + WORD.symbolCount] ?? 0) + (words[base + WORD.aliasCount] ?? 0)
  const productions = words[base + WORD.productionCount] ?? 0

  const publicSymbol = new Uint16Array(65536)
  const isNamed = new Uint8Array(65536)
  const supertypeBit = new Uint16Array(65536)
  let supertypes = 0
  const publicAt = (words[base + WORD.publicSymbols] ?? 0) >> 1
  const metadataAt = words[base + WORD.metadata] ?? 0
  for (let symbol = 0; symbol < symbols; symbol++) {
    publicSymbol[symbol] = halves[publicAt + symbol] ?? 0
    isNamed[symbol] = bytes[metadataAt + symbol * METADATA_SIZE + 1] ?? 0
    if (bytes[metadataAt + symbol * METADATA_SIZE + 2] && supertypes < MAX_SUPERTYPES) supertypeBit[symbol] = 1 << supertypes++
  }
  publicSymbol[ERROR_SYMBOL] = ERROR_SYMBOL
  publicSymbol[ERROR_REPEAT_SYMBOL] = ERROR_REPEAT_SYMBOL
  isNamed[ERROR_SYMBOL] = 1

  return {
    publicSymbol,
    isNamed,
    supertypeBit,
    aliases: readAliases(words, halves, base, productions, address),
    fields: readFields(words, halves, bytes, base, productions),
  }
}

function readAliases(words: Int32Array, halves: Uint16Array, base: number, productions: number, address: number): (Uint16Array | null)[] {
  const aliases = new Array<Uint16Array | null>(productions).fill(null)
  const sequences = words[base + WORD.aliasSequences] ?? 0
  const width = halves[(address + MAX_ALIAS_LENGTH_BYTE) >> 1] ?? 0
  if (sequences === 0) return aliases
  for (let production = 1; production < productions; production++) {
    const from = (sequences >> 1) + production * width
    const row = halves.slice(from, from + width)
    if (row.some((symbol) => symbol !== 0)) {
      // Children beyond the alias row are read as 0, not as undefined.
      const padded = new Uint16Array(MAX_CHILDREN)
      padded.set(row)
      aliases[production] = padded
    }
  }
  return aliases
}

function readFields(words: Int32Array, halves: Uint16Array, bytes: Uint8Array, base: number, productions: number): (Uint8Array | null)[] {
  const fields = new Array<Uint8Array | null>(productions).fill(null)
  if ((words[base + WORD.fieldCount] ?? 0) === 0) return fields
  for (let production = 0; production < productions; production++) {
    const slice = ((words[base + WORD.fieldSlices] ?? 0) >> 1) + production * 2
    const first = halves[slice] ?? 0
    const length = halves[slice + 1] ?? 0
    const row = new Uint8Array(MAX_CHILDREN)
    let any = false
    for (let entry = length - 1; entry >= 0; entry--) {
      const at = (words[base + WORD.fieldEntries] ?? 0) + (first + entry) * FIELD_ENTRY_SIZE
      const inherited = bytes[at + 3]
      if (inherited) continue
      row[bytes[at + 2] ?? 0] = halves[at >> 1] ?? 0
      any = true
    }
    if (any) fields[production] = row
  }
  return fields
}
