import { ANYTHING, isWord, type LiteralNeed, type NamePlace, NOTHING } from '../../model/literal-need.ts'
import { foldLiteral } from './fold-literal.ts'
import { opensParameter, placesOf } from './holds-placed.ts'
import { holdsSpelled } from './holds-word.ts'
import { membersOf } from './members-of.ts'

/**
 * Needs as one graph in which equal parts are one node: rules that look for the same sources share most of theirs. Node 0 is what no text meets, node 1
 * what every text meets.
 */
export interface NeedGraph {
  /** The node of a need, added when it is new. */
  add(need: LiteralNeed): number
  /** Folded literals; those that decide nothing are left out. */
  readonly literals: readonly string[]
  /** As they are. */
  readonly words: readonly string[]
  /** What is left of a need once it is a node: its lists are reduced. */
  needOf(node: number): LiteralNeed
  /** Says for a text, by what occurs in it, which nodes it meets. */
  createMeeting(): NeedMeeting
}

/** Calls `met` once for each node that a text meets in which these literals and words occur: a byte each, 1 for those that do. */
export type NeedMeeting = (text: string, literals: Uint8Array, words: Uint8Array, met: (node: number) => void) => void

const MOST_COMPARED = 100

const NEVER = 0
const ALWAYS = 1

type LookedFor = Extract<LiteralNeed, { kind: 'spelled' | 'placed' | 'member' | 'opened-parameter' }>

type NeedNode =
  | { readonly kind: 'constant' }
  | { readonly kind: 'literal'; readonly literal: number; readonly text: string }
  | { readonly kind: 'word'; readonly word: number }
  /** What the text is looked through for once its words or its literal, those of `of`, occur. */
  | { readonly kind: 'looked-for'; readonly of: readonly number[]; readonly need: LookedFor }
  | { readonly kind: 'all' | 'some'; readonly of: readonly number[] }

export function createNeedGraph(): NeedGraph {
  const nodes: NeedNode[] = [{ kind: 'constant' }, { kind: 'constant' }]
  const literals: string[] = []
  const words: string[] = []
  const byKey = new Map<string, number>()
  const byNeed = new Map<LiteralNeed, number>()

  const intern = (key: string, create: () => NeedNode): number => {
    const known = byKey.get(key)
    if (known !== undefined) return known
    const node = nodes.push(create()) - 1
    byKey.set(key, node)
    return node
  }

  /** A literal that the index cannot see must not decide anything. */
  const addLiteral = (written: string): number => {
    const text = foldLiteral(written)
    if (text === undefined || text === '') return ALWAYS
    return intern(`"${text}`, () => ({ kind: 'literal', text, literal: literals.push(text) - 1 }))
  }

  const addWord = (text: string): number =>
    isWord(text) ? intern(`word ${text}`, () => ({ kind: 'word', word: words.push(text) - 1 })) : addLiteral(text)

  const addLookedFor = (need: LookedFor): number => {
    const of = new Set(firstOf(need).map(add))
    return of.has(ALWAYS) ? ALWAYS : intern(JSON.stringify(need), () => ({ kind: 'looked-for', of: [...of], need }))
  }

  const addList = ({ kind, of, reduced }: Extract<LiteralNeed, { of: unknown }>): number => {
    // Those of a plan are told apart by themselves already.
    if (reduced === true) return nodes.push({ kind, of: of.map(add) }) - 1
    const [absorbing, neutral] = kind === 'all' ? [NEVER, ALWAYS] : [ALWAYS, NEVER]
    const parts = new Set(of.map(add).flatMap((part) => partsOf(kind, part)))
    if (parts.has(absorbing)) return absorbing
    parts.delete(neutral)
    const kept = dropDecided(kind, [...parts])
    const [first] = kept
    if (first === undefined) return neutral
    return kept.length === 1 ? first : internList(kind, kept)
  }

  const internList = (kind: 'all' | 'some', parts: readonly number[]): number => {
    const of = parts.toSorted((left, right) => left - right)
    return intern(`${kind} ${of.join()}`, () => ({ kind, of }))
  }

  /** Lists of the same kind in each other are one. */
  const partsOf = (kind: 'all' | 'some', part: number): readonly number[] => {
    const node = nodes[part]
    return node?.kind === kind ? node.of : [part]
  }

  /** In a conjunction the longer of two literals decides, in a disjunction the shorter. */
  const dropDecided = (kind: 'all' | 'some', parts: readonly number[]): readonly number[] => {
    const texts = parts.flatMap((part) => textOf(part) ?? [])
    // Every literal is compared with every other, and what is kept in vain does no harm.
    if (texts.length > MOST_COMPARED) return parts
    const decides = (other: string, text: string): boolean =>
      kind === 'all' ? other.length > text.length && other.includes(text) : other.length < text.length && text.includes(other)
    return parts.filter((part) => {
      const text = textOf(part)
      return text === undefined || !texts.some((other) => decides(other, text))
    })
  }

  const textOf = (part: number): string | undefined => {
    const node = nodes[part]
    return node?.kind === 'literal' ? node.text : undefined
  }

  const addNew = (need: LiteralNeed): number => {
    switch (need.kind) {
      case 'anything':
        return ALWAYS
      case 'nothing':
        return NEVER
      case 'literal':
        return addLiteral(need.text)
      case 'word':
        return addWord(need.text)
      case 'spelled':
      case 'placed':
      case 'opened-parameter':
      case 'member':
        return addLookedFor(need)
      default:
        return addList(need)
    }
  }

  function add(need: LiteralNeed): number {
    const node = byNeed.get(need) ?? addNew(need)
    byNeed.set(need, node)
    return node
  }

  const needs = new Map<number, LiteralNeed>()
  const needOf = (id: number): LiteralNeed => {
    const known = needs.get(id) ?? readNeed(nodes[id], id)
    needs.set(id, known)
    return known
  }
  const readNeed = (node: NeedNode | undefined, id: number): LiteralNeed => {
    if (node === undefined || node.kind === 'constant') return id === ALWAYS ? ANYTHING : NOTHING
    if (node.kind === 'literal') return { kind: 'literal', text: node.text }
    if (node.kind === 'word') return { kind: 'word', text: words[node.word] ?? '' }
    if (node.kind === 'looked-for') return node.need
    return { kind: node.kind, of: node.of.map(needOf), reduced: true }
  }

  return { add, literals, words, needOf, createMeeting: () => createMeeting(nodes, literals.length, words.length) }
}

/** What occurs in every text that is looked through in vain or not. */
function firstOf(need: LookedFor): readonly LiteralNeed[] {
  switch (need.kind) {
    case 'spelled':
      return [{ kind: 'literal', text: need.text }]
    case 'placed':
      return [{ kind: 'word', text: need.text }]
    case 'member':
      return [need.holder, need.text].map((text) => ({ kind: 'word', text }))
    case 'opened-parameter':
      return [{ kind: 'literal', text: '=>' }]
  }
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

/** Goes up from what occurs, so that what costs is what a text holds, and not what all rules look for. */
function createMeeting(nodes: readonly NeedNode[], literalCount: number, wordCount: number): NeedMeeting {
  const { first, above } = parentsOf(nodes)
  const ofLiteral = new Uint32Array(literalCount)
  const ofWord = new Uint32Array(wordCount)
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
