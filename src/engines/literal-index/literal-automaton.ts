/** Marks in `found` what occurs in the text. */
export interface LiteralAutomaton {
  scan(text: string, found: Uint8Array): void
}

const ROOT = 0
const KELVIN = 0x212a
const LONG_S = 0x17f

/**
 * Aho–Corasick closed to a dense automaton over classes of units. `literals` are folded ASCII, distinct and not empty; finding `literals[i]` marks
 * `marks[i]`.
 */
export function buildAutomaton(literals: readonly string[], marks: readonly (readonly number[])[]): LiteralAutomaton {
  const classes = classesOf(literals)
  const trie = closeTrie(buildTrie(literals, classes))
  return { scan: scanner(layOut(trie, classes), marks) }
}

interface Classes {
  /** Class of each unit below 256. 0 is every unit that no literal holds. */
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
  for (let upper = 65; upper <= 90; upper++) of[upper] = of[upper + 32] ?? 0
  return { of, count }
}

/** State `q` goes to `next[q * classes + class]`, -1 for nowhere. `ends[q]` is the literal that ends there, -1 for none. */
interface Trie {
  readonly width: number
  readonly next: number[]
  readonly ends: number[]
}

function buildTrie(literals: readonly string[], classes: Classes): Trie {
  const width = classes.count
  const next: number[] = new Array<number>(width).fill(-1)
  const ends: number[] = [-1]
  for (const [id, literal] of literals.entries()) {
    let state = ROOT
    for (let i = 0; i < literal.length; i++) {
      const edge = state * width + (classes.of[literal.charCodeAt(i)] ?? 0)
      let target = next[edge] ?? -1
      if (target < 0) {
        target = ends.length
        next[edge] = target
        for (let k = 0; k < width; k++) next.push(-1)
        ends.push(-1)
      }
      state = target
    }
    ends[state] = id
  }
  return { width, next, ends }
}

interface ClosedTrie extends Trie {
  /** States, the nearest to the root first. */
  readonly order: readonly number[]
  /** All literals that end in a state, its suffixes' included. */
  readonly outputs: readonly (readonly number[])[]
}

/** Replaces every missing edge by the one of the longest suffix that is a state. */
function closeTrie({ width, next, ends }: Trie): ClosedTrie {
  const fail = new Int32Array(ends.length)
  const outputs: (readonly number[])[] = ends.map((end) => (end < 0 ? [] : [end]))
  const order = [ROOT]
  for (let head = 0; head < order.length; head++) {
    const state = order[head] ?? ROOT
    const suffix = fail[state] ?? ROOT
    const inherited = outputs[suffix] ?? []
    if (state !== ROOT && inherited.length > 0) outputs[state] = [...(outputs[state] ?? []), ...inherited]
    for (let k = 0; k < width; k++) {
      const target = next[state * width + k] ?? -1
      const back = state === ROOT ? ROOT : (next[suffix * width + k] ?? ROOT)
      if (target < 0) next[state * width + k] = back
      else {
        fail[target] = back
        order.push(target)
      }
    }
  }
  return { width, next, ends, order, outputs }
}

/** The automaton as the hot loop wants it: state ids are offsets into the table, and every accepting state comes after every other. */
interface Layout {
  readonly table: Int32Array
  readonly classOf: Uint8Array
  readonly firstAccepting: number
  readonly width: number
  /** By (state - firstAccepting) / width. */
  readonly outputs: readonly (readonly number[])[]
}

function layOut({ width, next, order, outputs }: ClosedTrie, classes: Classes): Layout {
  const plain = order.filter((state) => outputs[state]?.length === 0)
  const accepting = order.filter((state) => outputs[state]?.length !== 0)
  const offset = new Int32Array(order.length)
  for (const [rank, state] of [...plain, ...accepting].entries()) offset[state] = rank * width
  const table = new Int32Array(order.length * width)
  for (const state of order) {
    for (let k = 0; k < width; k++) table[(offset[state] ?? 0) + k] = offset[next[state * width + k] ?? ROOT] ?? 0
  }
  return { table, classOf: classes.of, firstAccepting: plain.length * width, width, outputs: accepting.map((state) => outputs[state] ?? []) }
}

function scanner({ table, classOf, firstAccepting, width, outputs }: Layout, marks: readonly (readonly number[])[]): LiteralAutomaton['scan'] {
  const total = marks.length
  // The scan in which a state was last met, so that a state met again costs one comparison and nothing has to be cleared between scans.
  const metIn = new Uint32Array(outputs.length)
  const seenIn = new Uint32Array(total)
  let scanNumber = 0
  return (text, found) => {
    if (total === 0) return
    scanNumber = (scanNumber + 1) >>> 0
    if (scanNumber === 0) {
      metIn.fill(0)
      seenIn.fill(0)
      scanNumber = 1
    }
    let missing = total
    let state = 0
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      const unitClass = unit < 256 ? classOf[unit] : unit === KELVIN ? classOf[0x6b] : unit === LONG_S ? classOf[0x73] : 0
      state = table[state + unitClass]
      if (state >= firstAccepting) {
        const rank = (state - firstAccepting) / width
        if (metIn[rank] === scanNumber) continue
        metIn[rank] = scanNumber
        for (const id of outputs[rank]) {
          if (seenIn[id] === scanNumber) continue
          seenIn[id] = scanNumber
          missing--
          for (const mark of marks[id]) found[mark] = 1
        }
        if (missing === 0) return
      }
    }
  }
}
