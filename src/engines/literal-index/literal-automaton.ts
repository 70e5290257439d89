/**
 * An Aho–Corasick automaton as a dense table over byte classes. The state after `state` and a byte is `table[state << shift | classOf[byte]]`. State
 * 0 is the root. All accepting states come last.
 */
export interface LiteralAutomaton {
  readonly table: Uint16Array | Int32Array
  readonly shift: number
  /** The class of each byte. Class 0 contains the bytes that no literal contains. */
  readonly classOf: Uint8Array
  readonly firstAccepting: number
  /** For each accepting state the literals that end in it, including suffixes. */
  readonly outputs: readonly (readonly number[])[]
  /** The initial state of a stream that starts inside a text. */
  readonly within: number
  /** Characters of the longest literal. */
  readonly longest: number
}

/** `literals` are folded ASCII, distinct and not empty. */
export function buildAutomaton(literals: readonly string[]): LiteralAutomaton {
  const classes = classesOf(literals)
  const trie = closeTrie(buildTrie(literals, classes))
  return { ...layOut(trie), classOf: classes.of, within: 0, longest: Math.max(0, ...literals.map((literal) => literal.length)) }
}

interface Classes {
  readonly of: Uint8Array
  readonly count: number
}

function classesOf(literals: readonly string[]): Classes {
  const of = new Uint8Array(256)
  let count = 1
  for (const literal of literals) {
    for (let i = 0; i < literal.length; i++) {
      const unit = literal.charCodeAt(i)
      if (of[unit] === 0) of[unit] = count++
    }
  }
  for (let upper = 65; upper <= 90; upper++) of[upper] = of[upper + 32]
  return { of, count }
}

/** State `q` leads to `next[q * width + class]`, or -1. `ends[q]` is the literal that ends there, or -1. */
interface Trie {
  readonly width: number
  readonly next: Int32Array
  readonly ends: Int32Array
}

function buildTrie(literals: readonly string[], classes: Classes): Trie {
  const width = classes.count
  const most = literals.reduce((sum, literal) => sum + literal.length, 1)
  const next = new Int32Array(most * width).fill(-1)
  const ends = new Int32Array(most).fill(-1)
  let states = 1
  for (const [id, literal] of literals.entries()) {
    let state = 0
    for (let i = 0; i < literal.length; i++) {
      const edge = state * width + classes.of[literal.charCodeAt(i)]
      if (next[edge] < 0) next[edge] = states++
      state = next[edge]
    }
    ends[state] = id
  }
  return { width, next: next.subarray(0, states * width), ends: ends.subarray(0, states) }
}

interface ClosedTrie extends Trie {
  /** States, the nearest to the root first. */
  readonly order: readonly number[]
  readonly outputs: readonly (readonly number[])[]
}

/** Replaces each missing edge by the edge of the longest suffix that is a state. */
function closeTrie({ width, next, ends }: Trie): ClosedTrie {
  const fail = new Int32Array(ends.length)
  const outputs = Array.from(ends, (end): readonly number[] => (end < 0 ? [] : [end]))
  const order = [0]
  for (let head = 0; head < order.length; head++) {
    const state = order[head]
    const suffix = fail[state]
    if (state !== 0 && outputs[suffix].length > 0) outputs[state] = [...outputs[state], ...outputs[suffix]]
    for (let k = 0; k < width; k++) {
      const target = next[state * width + k]
      const back = state === 0 ? 0 : next[suffix * width + k]
      if (target < 0) next[state * width + k] = back
      else {
        fail[target] = back
        order.push(target)
      }
    }
  }
  return { width, next, ends, order, outputs }
}

/** Renumbers the states: states near the root, which most texts use, are adjacent, and accepting ones come last. */
function layOut({ width, next, order, outputs }: ClosedTrie): Pick<LiteralAutomaton, 'table' | 'shift' | 'firstAccepting' | 'outputs'> {
  const plain = order.filter((state) => outputs[state].length === 0)
  const accepting = order.filter((state) => outputs[state].length > 0)
  const rank = new Int32Array(order.length)
  for (const [index, state] of [...plain, ...accepting].entries()) rank[state] = index
  const shift = Math.ceil(Math.log2(width))
  const table = new (order.length <= 65_536 ? Uint16Array : Int32Array)(order.length << shift)
  for (const state of order) for (let k = 0; k < width; k++) table[(rank[state] << shift) + k] = rank[next[state * width + k]]
  return { table, shift, firstAccepting: plain.length, outputs: accepting.map((state) => outputs[state]) }
}
