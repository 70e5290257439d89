import { ANYTHING, isWord, type LiteralNeed, NOTHING } from '../../model/literal-need.ts'
import { foldLiteral } from '../literal-index/fold-literal.ts'
import { ALWAYS, type LookedFor, type NeedNode, NEVER } from './need-node.ts'

/** Needs as one graph in which equal parts are shared: rules with the same sources have most parts in common. */
export interface NeedGraph {
  /** The node of a need, added when it is new. */
  add(need: LiteralNeed): number
  /** All nodes so far. The first two are `NEVER` and `ALWAYS`. */
  readonly nodes: readonly NeedNode[]
  /** Folded literals, without those that decide nothing. */
  readonly literals: readonly string[]
  /** With their case. */
  readonly words: readonly string[]
  /** The need of a node, with reduced lists. */
  needOf(node: number): LiteralNeed
}

/** Maximum number of literals of a list that are compared with each other. A redundant literal is harmless. */
const MAX_COMPARED = 100

interface OpenGraph {
  readonly nodes: NeedNode[]
  readonly literals: string[]
  readonly words: string[]
  readonly byKey: Map<string, number>
  readonly byNeed: Map<LiteralNeed, number>
}

/** Creates a graph with `NEVER` and `ALWAYS` only. */
export function createNeedGraph(): NeedGraph {
  const graph: OpenGraph = { nodes: [{ kind: 'constant' }, { kind: 'constant' }], literals: [], words: [], byKey: new Map(), byNeed: new Map() }
  const { nodes, literals, words } = graph
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
  return { add: (need) => add(graph, need), nodes, literals, words, needOf }
}

function add(graph: OpenGraph, need: LiteralNeed): number {
  const node = graph.byNeed.get(need) ?? addNew(graph, need)
  graph.byNeed.set(need, node)
  return node
}

function addNew(graph: OpenGraph, need: LiteralNeed): number {
  switch (need.kind) {
    case 'anything':
      return ALWAYS
    case 'nothing':
      return NEVER
    case 'literal':
      return addLiteral(graph, need.text)
    case 'word':
      return addWord(graph, need.text)
    case 'spelled':
    case 'placed':
    case 'opened-parameter':
    case 'member':
      return addLookedFor(graph, need)
    case 'beyond-ascii':
      // No literal implies it, so each text is searched.
      return intern(graph, need.kind, () => ({ kind: 'looked-for', of: [ALWAYS], need }))
    default:
      return addList(graph, need)
  }
}

function intern({ nodes, byKey }: OpenGraph, key: string, create: () => NeedNode): number {
  const known = byKey.get(key)
  if (known !== undefined) return known
  const node = nodes.push(create()) - 1
  byKey.set(key, node)
  return node
}

/** A literal that the index does not support must not decide anything. */
function addLiteral(graph: OpenGraph, written: string): number {
  const text = foldLiteral(written)
  if (text === undefined || text === '') return ALWAYS
  return intern(graph, `"${text}`, () => ({ kind: 'literal', text, literal: graph.literals.push(text) - 1 }))
}

function addWord(graph: OpenGraph, text: string): number {
  return isWord(text) ? intern(graph, `word ${text}`, () => ({ kind: 'word', word: graph.words.push(text) - 1 })) : addLiteral(graph, text)
}

function addLookedFor(graph: OpenGraph, need: Exclude<LookedFor, { kind: 'beyond-ascii' }>): number {
  const of = new Set(firstOf(need).map((part) => add(graph, part)))
  return of.has(ALWAYS) ? ALWAYS : intern(graph, JSON.stringify(need), () => ({ kind: 'looked-for', of: [...of], need }))
}

/** The literal or words that must occur before a text is searched. */
function firstOf(need: Exclude<LookedFor, { kind: 'beyond-ascii' }>): readonly LiteralNeed[] {
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

function addList(graph: OpenGraph, { kind, of, reduced }: Extract<LiteralNeed, { of: unknown }>): number {
  const added = of.map((part) => add(graph, part))
  // Literals of a plan are already distinct.
  if (reduced === true) return graph.nodes.push({ kind, of: added }) - 1
  const [absorbing, neutral] = kind === 'all' ? [NEVER, ALWAYS] : [ALWAYS, NEVER]
  const parts = new Set(added.flatMap((part) => partsOf(graph, kind, part)))
  if (parts.has(absorbing)) return absorbing
  parts.delete(neutral)
  const kept = dropDecided(graph, kind, [...parts])
  const [first] = kept
  if (first === undefined) return neutral
  return kept.length === 1 ? first : internList(graph, kind, kept)
}

function internList(graph: OpenGraph, kind: 'all' | 'some', parts: readonly number[]): number {
  const of = parts.toSorted((left, right) => left - right)
  return intern(graph, `${kind} ${of.join()}`, () => ({ kind, of }))
}

/** Merges nested lists of the same kind. */
function partsOf({ nodes }: OpenGraph, kind: 'all' | 'some', part: number): readonly number[] {
  const node = nodes[part]
  return node?.kind === kind ? node.of : [part]
}

/** In a conjunction the longer of two literals decides, in a disjunction the shorter. */
function dropDecided({ nodes }: OpenGraph, kind: 'all' | 'some', parts: readonly number[]): readonly number[] {
  const textOf = (part: number): string | undefined => {
    const node = nodes[part]
    return node?.kind === 'literal' ? node.text : undefined
  }
  const texts = parts.flatMap((part) => textOf(part) ?? [])
  if (texts.length > MAX_COMPARED) return parts
  const decides = (other: string, text: string): boolean =>
    kind === 'all' ? other.length > text.length && other.includes(text) : other.length < text.length && text.includes(other)
  return parts.filter((part) => {
    const text = textOf(part)
    return text === undefined || !texts.some((other) => decides(other, text))
  })
}
