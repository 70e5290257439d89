import { createTextLook, type TextLook } from './look-through.ts'
import type { NeedGraph } from './need-graph.ts'
import { ALWAYS, type NeedNode } from './need-node.ts'

/** Whether a text meets a node. The answer is valid until the next text. `literals` and `words` have a byte each, 1 if they occur. */
export type NeedMeeting = (text: string, literals: Uint8Array, words: Uint8Array) => (node: number) => boolean

/**
 * Evaluates which nodes of a complete graph a text meets. It goes up from the literals that occur, so that the cost depends on the text and not on
 * the number of rules. Conditions that need a search of the text are first assumed to hold; the text is searched only if they decide a requested
 * node.
 */
export function createMeeting(graph: NeedGraph): NeedMeeting {
  const rise = createRise(graph)
  const settle = createSettling(graph.nodes)
  const openText = createTextLook(graph.nodes)
  return (text, literals, words) => settle(rise(literals, words), openText(text))
}

/** What is known before the text is searched: met, not met, or undecided. */
type Chance = typeof NO | typeof LOOK | typeof YES
const [NO, LOOK, YES] = [0, 1, 2] as const

/** Computes this for each node, until the next text. */
type NeedRise = (literals: Uint8Array, words: Uint8Array) => (node: number) => Chance

function createRise(graph: NeedGraph): NeedRise {
  const { nodes } = graph
  const { first, above } = parentsOf(nodes)
  const ofLiteral = new Uint32Array(graph.literals.length)
  const ofWord = new Uint32Array(graph.words.length)
  const isLookedFor = Uint8Array.from(nodes, ({ kind }) => (kind === 'looked-for' ? 1 : 0))
  /** Number of parts that a node still lacks, and the text for which it was counted. */
  const needed = new Uint32Array(nodes.length)
  const lacking = new Uint32Array(nodes.length)
  const countedIn = new Uint32Array(nodes.length)
  /** The last text that meets a node, and the last that meets it if all undecided conditions hold. */
  const metIn = new Uint32Array(nodes.length)
  const likelyIn = new Uint32Array(nodes.length)
  for (const [id, node] of nodes.entries()) {
    if (node.kind === 'literal') ofLiteral[node.literal] = id
    else if (node.kind === 'word') ofWord[node.word] = id
    else if (node.kind !== 'constant') needed[id] = node.kind === 'some' ? 1 : node.of.length
  }
  const open: number[] = []
  let texts = 0
  const riseFrom = (start: number, marks: Uint32Array, lookedFor: number[]): void => {
    open.push(start)
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      marks[id] = texts
      for (let at = first[id]; at < first[id + 1]; at++) {
        const parent = above[at]
        if (countedIn[parent] !== texts) {
          countedIn[parent] = texts
          lacking[parent] = needed[parent]
        }
        // A node that is already met lacks nothing.
        if (lacking[parent] > 0 && --lacking[parent] === 0) (isLookedFor[parent] === 1 ? lookedFor : open).push(parent)
      }
    }
  }
  const chanceOf = (node: number): Chance => (metIn[node] === texts ? YES : likelyIn[node] === texts ? LOOK : NO)
  return (literals, words) => {
    texts++
    const lookedFor: number[] = []
    riseFrom(ALWAYS, metIn, lookedFor)
    // `indexOf` is vectorised, so that a text without literals costs almost nothing.
    for (let at = literals.indexOf(1); at >= 0; at = literals.indexOf(1, at + 1)) riseFrom(ofLiteral[at], metIn, lookedFor)
    for (let at = words.indexOf(1); at >= 0; at = words.indexOf(1, at + 1)) riseFrom(ofWord[at], metIn, lookedFor)
    for (const node of lookedFor) riseFrom(node, likelyIn, [])
    return chanceOf
  }
}

/** The nodes that contain each node: those of node `n` are from `first[n]` up to `first[n + 1]`. */
function parentsOf(nodes: readonly NeedNode[]): { readonly first: Uint32Array; readonly above: Uint32Array } {
  const first = new Uint32Array(nodes.length + 1)
  for (const node of nodes) if ('of' in node) for (const part of node.of) first[part + 1]++
  for (let id = 0; id < nodes.length; id++) first[id + 1] += first[id]
  const above = new Uint32Array(first[nodes.length])
  const next = first.slice()
  for (const [id, node] of nodes.entries()) if ('of' in node) for (const part of node.of) above[next[part]++] = id
  return { first, above }
}

/** Decides a node: goes down to the conditions for which the text is searched. */
type NeedSettling = (chanceOf: (node: number) => Chance, look: TextLook) => (node: number) => boolean

function createSettling(nodes: readonly NeedNode[]): NeedSettling {
  const looking = lookingParts(nodes)
  return (chanceOf, look) => {
    const settled = new Map<number, boolean>()
    const isMet = (id: number): boolean => {
      const chance = chanceOf(id)
      if (chance !== LOOK) return chance === YES
      const known = settled.get(id) ?? settle(id)
      settled.set(id, known)
      return known
    }
    const settle = (id: number): boolean => {
      const node = nodes[id]
      if (node.kind === 'looked-for') return look(node.need)
      return node.kind === 'all' ? looking[id].every(isMet) : looking[id].some(isMet)
    }
    return isMet
  }
}

/** For each node the parts that may need a search of the text. Parts come before the nodes that contain them. */
function lookingParts(nodes: readonly NeedNode[]): readonly (readonly number[])[] {
  const looking: (readonly number[])[] = []
  for (const node of nodes) {
    const isLooking = (part: number): boolean => nodes[part].kind === 'looked-for' || looking[part].length > 0
    looking.push('of' in node && node.kind !== 'looked-for' ? node.of.filter(isLooking) : [])
  }
  return looking
}
