import { createTextLook, type TextLook } from './look-through.ts'
import type { NeedGraph } from './need-graph.ts'
import { ALWAYS, type NeedNode } from './need-node.ts'

/** Says whether a text meets a node, until the next text. Of literals and words it gets a byte each, 1 for those that occur. */
export type NeedMeeting = (text: string, literals: Uint8Array, words: Uint8Array) => (node: number) => boolean

/**
 * Says for a text, by what occurs in it, which nodes it meets of a graph to which no more are added. Goes up from what occurs, so that what costs is what a text
 * holds, and not what all rules look for. What texts are looked through for is taken to be there then: they are looked through only for what decides about a
 * node that is asked for.
 */
export function createMeeting(graph: NeedGraph): NeedMeeting {
  const rise = createRise(graph)
  const settle = createSettling(graph.nodes)
  const openText = createTextLook(graph.nodes)
  return (text, literals, words) => settle(rise(literals, words), openText(text))
}

/** How sure it is, by what occurs in a text and before a look at it, that the text meets a node. */
type Chance = typeof NO | typeof LOOK | typeof YES
const [NO, LOOK, YES] = [0, 1, 2] as const

/** Says of each node how sure it is, until the next text. */
type NeedRise = (literals: Uint8Array, words: Uint8Array) => (node: number) => Chance

function createRise(graph: NeedGraph): NeedRise {
  const { nodes } = graph
  const { first, above } = parentsOf(nodes)
  const ofLiteral = new Uint32Array(graph.literals.length)
  const ofWord = new Uint32Array(graph.words.length)
  const isLookedFor = Uint8Array.from(nodes, ({ kind }) => (kind === 'looked-for' ? 1 : 0))
  /** How many parts a node still lacks, and in which text that was counted. */
  const needed = new Uint32Array(nodes.length)
  const lacking = new Uint32Array(nodes.length)
  const countedIn = new Uint32Array(nodes.length)
  /** The last text that meets a node, and the last that does if what it is looked through for is there. */
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
        // What is met already has none left to lack.
        if (lacking[parent] > 0 && --lacking[parent] === 0) (isLookedFor[parent] === 1 ? lookedFor : open).push(parent)
      }
    }
  }
  const chanceOf = (node: number): Chance => (metIn[node] === texts ? YES : likelyIn[node] === texts ? LOOK : NO)
  return (literals, words) => {
    texts++
    const lookedFor: number[] = []
    riseFrom(ALWAYS, metIn, lookedFor)
    // indexOf is a vectorised search for the next that was found, so that a text without any costs next to nothing here.
    for (let at = literals.indexOf(1); at >= 0; at = literals.indexOf(1, at + 1)) riseFrom(ofLiteral[at], metIn, lookedFor)
    for (let at = words.indexOf(1); at >= 0; at = words.indexOf(1, at + 1)) riseFrom(ofWord[at], metIn, lookedFor)
    for (const node of lookedFor) riseFrom(node, likelyIn, [])
    return chanceOf
  }
}

/** The nodes that each node is a part of: those of node `n` stand from `first[n]` up to `first[n + 1]`. */
function parentsOf(nodes: readonly NeedNode[]): { readonly first: Uint32Array; readonly above: Uint32Array } {
  const first = new Uint32Array(nodes.length + 1)
  for (const node of nodes) if ('of' in node) for (const part of node.of) first[part + 1]++
  for (let id = 0; id < nodes.length; id++) first[id + 1] += first[id]
  const above = new Uint32Array(first[nodes.length])
  const next = first.slice()
  for (const [id, node] of nodes.entries()) if ('of' in node) for (const part of node.of) above[next[part]++] = id
  return { first, above }
}

/** Says whether a text meets a node: goes down from it to what the text is looked through for. */
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

/** For each node those parts about which texts may be looked through; all others are settled by what occurs. Parts stand before what they are parts of. */
function lookingParts(nodes: readonly NeedNode[]): readonly (readonly number[])[] {
  const looking: (readonly number[])[] = []
  for (const node of nodes) {
    const isLooking = (part: number): boolean => nodes[part].kind === 'looked-for' || looking[part].length > 0
    looking.push('of' in node && node.kind !== 'looked-for' ? node.of.filter(isLooking) : [])
  }
  return looking
}
