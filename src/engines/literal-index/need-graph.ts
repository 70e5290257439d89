import { ANYTHING, type LiteralNeed, NOTHING } from '../../model/literal-need.ts'
import { foldLiteral } from './fold-literal.ts'
import { isWord } from './word-automaton.ts'

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
  /** Literals and words of which at least one occurs in every text that meets the node: where to start. */
  triggersOf(node: number): Triggers
  /** Says for one text, by what occurs in it, which nodes it meets. Works each node out once. */
  createTest(): (literals: Uint8Array, words: Uint8Array) => (node: number) => boolean
}

/** By index. */
export interface Triggers {
  readonly literals: readonly number[]
  readonly words: readonly number[]
}

/** How rare what a text must hold is: the length of its shortest literal, and how many of them there are. */
interface Measure {
  readonly shortest: number
  readonly count: number
  /** The part of a conjunction to start from. */
  readonly start: number | undefined
}

function strength({ shortest, count }: Pick<Measure, 'shortest' | 'count'>): number {
  return shortest - count / 1000
}

const MOST_COMPARED = 100

const NEVER = 0
const ALWAYS = 1

type NeedNode =
  | { readonly kind: 'constant' }
  | { readonly kind: 'literal'; readonly literal: number; readonly text: string }
  | { readonly kind: 'word'; readonly word: number }
  | { readonly kind: 'all' | 'some'; readonly of: readonly number[] }

export function createNeedGraph(): NeedGraph {
  const nodes: NeedNode[] = [{ kind: 'constant' }, { kind: 'constant' }]
  const literals: string[] = []
  const words: string[] = []
  const byKey = new Map<string, number>()
  const byNeed = new Map<LiteralNeed, number>()
  const measures: Measure[] = []

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

  const addList = ({ kind, of, reduced }: Extract<LiteralNeed, { of: unknown }>): number => {
    if (reduced === true) return internList(kind, of.map(add))
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
      default:
        return addList(need)
    }
  }

  function add(need: LiteralNeed): number {
    const node = byNeed.get(need) ?? addNew(need)
    byNeed.set(need, node)
    return node
  }

  /** One literal of a conjunction is enough to start from: the part that is least likely to occur, by its shortest literal. A word is rarer than a literal as long. */
  const measureOf = (id: number): Measure => (measures[id] ??= findMeasure(nodes[id]))

  const findMeasure = (node: NeedNode | undefined): Measure => {
    if (node === undefined || node.kind === 'constant') return { shortest: Infinity, count: 0, start: undefined }
    if (node.kind === 'literal') return { shortest: node.text.length, count: 1, start: undefined }
    if (node.kind === 'word') return { shortest: (words[node.word]?.length ?? 0) + 2, count: 1, start: undefined }
    let shortest = node.kind === 'all' ? -Infinity : Infinity
    let count = 0
    let start: number | undefined
    for (const part of node.of) {
      const measure = measureOf(part)
      if (node.kind === 'some') {
        shortest = Math.min(shortest, measure.shortest)
        count += measure.count
      } else if (strength(measure) > strength({ shortest, count })) {
        ;({ shortest, count } = measure)
        start = part
      }
    }
    return { shortest, count, start }
  }

  const triggersOf = (root: number): Triggers => {
    const found = { literals: new Set<number>(), words: new Set<number>() }
    const seen = new Set<number>()
    const collect = (id: number): void => {
      const node = nodes[id]
      if (node === undefined || node.kind === 'constant' || seen.has(id)) return
      seen.add(id)
      if (node.kind === 'literal') found.literals.add(node.literal)
      else if (node.kind === 'word') found.words.add(node.word)
      else if (node.kind === 'some') node.of.forEach(collect)
      else collect(measureOf(id).start ?? NEVER)
    }
    collect(root)
    return { literals: [...found.literals], words: [...found.words] }
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
    return { kind: node.kind, of: node.of.map(needOf), reduced: true }
  }

  return { add, literals, words, needOf, triggersOf, createTest: () => createNodeTest(nodes) }
}

/** Answers stay until the next text. Recursion is as deep as rules nest. */
function createNodeTest(nodes: readonly NeedNode[]): (literals: Uint8Array, words: Uint8Array) => (node: number) => boolean {
  const answers = new Uint8Array(nodes.length)
  const askedFor = new Uint32Array(nodes.length)
  let texts = 0
  let literals: Uint8Array = new Uint8Array()
  let words: Uint8Array = new Uint8Array()
  const meets = (id: number): boolean => {
    if (askedFor[id] === texts) return answers[id] === 1
    const node = nodes[id]
    const answer = node !== undefined && meetsNode(id, node)
    askedFor[id] = texts
    answers[id] = answer ? 1 : 0
    return answer
  }
  const meetsNode = (id: number, node: NeedNode): boolean => {
    if (node.kind === 'constant') return id === ALWAYS
    if (node.kind === 'literal') return literals[node.literal] === 1
    if (node.kind === 'word') return words[node.word] === 1
    return node.kind === 'all' ? node.of.every(meets) : node.of.some(meets)
  }
  return (foundLiterals, foundWords) => {
    texts++
    literals = foundLiterals
    words = foundWords
    return meets
  }
}
