import type { NamePlace } from '../../model/literal-need.ts'
import { opensParameter, placesOf } from './holds-placed.ts'
import { holdsSpelled } from './holds-word.ts'
import { membersOf } from './members-of.ts'
import type { NeedGraph } from './need-graph.ts'
import { ALWAYS, type LookedFor, type NeedNode } from './need-node.ts'

/** Calls `met` once for each node that a text meets in which these literals and words occur: a byte each, 1 for those that do. */
export type NeedMeeting = (text: string, literals: Uint8Array, words: Uint8Array, met: (node: number) => void) => void

/**
 * Says for a text, by what occurs in it, which nodes it meets of a graph to which no more are added. Goes up from what occurs, so that what costs is what a text
 * holds, and not what all rules look for.
 */
export function createMeeting(graph: NeedGraph): NeedMeeting {
  const { nodes } = graph
  const { first, above } = parentsOf(nodes)
  const ofLiteral = new Uint32Array(graph.literals.length)
  const ofWord = new Uint32Array(graph.words.length)
  /** How many parts a node still lacks, and in which text that was counted. */
  const needed = new Uint32Array(nodes.length)
  const lacking = new Uint32Array(nodes.length)
  const countedIn = new Uint32Array(nodes.length)
  for (const [id, node] of nodes.entries()) {
    if (node.kind === 'literal') ofLiteral[node.literal] = id
    else if (node.kind === 'word') ofWord[node.word] = id
    else if (node.kind !== 'constant') needed[id] = node.kind === 'some' ? 1 : node.of.length
  }
  const placesOfWords = placesByWord(nodes)
  const open: number[] = []
  let texts = 0
  const rise = (start: number, look: (need: LookedFor) => boolean, met: (node: number) => void): void => {
    open.push(start)
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const node = nodes[id]
      if (node.kind === 'looked-for' && !look(node.need)) continue
      met(id)
      for (let at = first[id]; at < first[id + 1]; at++) {
        const parent = above[at]
        if (countedIn[parent] !== texts) {
          countedIn[parent] = texts
          lacking[parent] = needed[parent]
        }
        // What is met already has none left to lack.
        if (lacking[parent] > 0 && --lacking[parent] === 0) open.push(parent)
      }
    }
  }
  return (text, literals, words, met) => {
    texts++
    const look = lookThrough(text, placesOfWords)
    rise(ALWAYS, look, met)
    // indexOf is a vectorised search for the next that was found, so that a text without any costs next to nothing here.
    for (let at = literals.indexOf(1); at >= 0; at = literals.indexOf(1, at + 1)) rise(ofLiteral[at], look, met)
    for (let at = words.indexOf(1); at >= 0; at = words.indexOf(1, at + 1)) rise(ofWord[at], look, met)
  }
}

function placesByWord(nodes: readonly NeedNode[]): ReadonlyMap<string, readonly NamePlace[]> {
  const places = new Map<string, NamePlace[]>()
  for (const node of nodes) {
    if (node.kind !== 'looked-for' || node.need.kind !== 'placed') continue
    const { text, place } = node.need
    if (places.get(text)?.push(place) === undefined) places.set(text, [place])
  }
  return places
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

/** Looks through a text for what the automata do not tell: members of a name once for all of them, places of a word likewise. */
function lookThrough(text: string, placesOfWords: ReadonlyMap<string, readonly NamePlace[]>): (need: LookedFor) => boolean {
  const known = new Map<string, ReadonlySet<string> | undefined>()
  const placed = new Map<string, ReadonlySet<NamePlace>>()
  const placesIn = (word: string): ReadonlySet<NamePlace> => {
    const places = placed.get(word) ?? placesOf(text, word, placesOfWords.get(word) ?? [])
    placed.set(word, places)
    return places
  }
  let opens: boolean | undefined
  return (need) => {
    if (need.kind === 'spelled') return holdsSpelled(text, need.text, need.ends)
    if (need.kind === 'opened-parameter') return (opens ??= opensParameter(text))
    if (need.kind === 'placed') return placesIn(need.text).has(need.place)
    if (!known.has(need.holder)) known.set(need.holder, membersOf(text, need.holder))
    return known.get(need.holder)?.has(need.text) ?? true
  }
}
