import type { CompiledRegex } from '../engines/regex/compile-regex.ts'
import type { NodeContext, OwnTextTest } from '../model/matcher.ts'
import type { FlatTree } from '../model/tree.ts'
import { ownText } from '../text/own-text.ts'

/** Maximum number of distinct numbered texts, after which all are dropped. Each regex has a byte per text. */
const MAX_TEXTS = 16_384
/** Texts with more UTF-16 units rarely repeat, and get no number. */
const MAX_UNITS = 64
const [UNNUMBERED, TOO_LONG] = [0, -1]
const [HOLDS, FAILS] = [1, 2]

/** The regexes that are tested on the own text of nodes. Equal sources share a test. */
export interface OwnTextTests {
  testOf(regex: CompiledRegex): OwnTextTest
  /** The test of a regex with this source. Compiles it on first use. */
  testOfSource(source: string, compile: (source: string) => CompiledRegex): OwnTextTest
}

/**
 * Creates the tests of one dialect. Nodes have few distinct texts, mostly names, and hundreds of regexes are tested on them. So each text gets a
 * number once per node, and each regex caches its results by number.
 */
export function createOwnTextTests(): OwnTextTests {
  const numbers = createTextNumbers()
  const tests = new Map<string, OwnTextTest>()
  const testOf = (regex: CompiledRegex): OwnTextTest => {
    const known = tests.get(regex.source) ?? createTest(regex, numbers)
    tests.set(regex.source, known)
    return known
  }
  return { testOf, testOfSource: (source, compile) => tests.get(source) ?? testOf(compile(source)) }
}

function createTest(regex: CompiledRegex, numbers: TextNumbers): OwnTextTest {
  let answers = new Uint8Array(0)
  let generation = -1
  const holdsNumber = (number: number, context: NodeContext, node: number): boolean => {
    if (generation !== numbers.generation()) {
      generation = numbers.generation()
      answers = new Uint8Array(0)
    }
    if (number >= answers.length) answers = grow(answers, number)
    if (answers[number] === 0) answers[number] = regex.test(textAt(context, node)) ? HOLDS : FAILS
    return answers[number] === HOLDS
  }
  return {
    source: regex.source,
    holds: (context, node) => {
      const number = numbers.numberOf(context, node)
      return number === TOO_LONG ? regex.test(textAt(context, node)) : holdsNumber(number, context, node)
    },
    mayHold: (context, node) => {
      const number = numbers.numberOf(context, node)
      return number === TOO_LONG || holdsNumber(number, context, node)
    },
  }
}

/** Numbers of the texts of nodes. A new generation invalidates all of them. */
interface TextNumbers {
  generation(): number
  /** From 1, or `TOO_LONG` for a text without a number. */
  numberOf(context: NodeContext, node: number): number
}

function createTextNumbers(): TextNumbers {
  let generation = 0
  let byText = new Map<string, number>()
  let byTree = new WeakMap<FlatTree, Int32Array>()
  let lastTree: FlatTree | undefined
  let ofLast: Int32Array = new Int32Array(0)
  const select = (tree: FlatTree): void => {
    lastTree = tree
    ofLast = byTree.get(tree) ?? new Int32Array(tree.count)
    byTree.set(tree, ofLast)
  }
  const add = (text: string): number => {
    const number = byText.size + 1
    byText.set(ownText(text), number)
    return number
  }
  return {
    generation: () => generation,
    numberOf: (context, node) => {
      const { tree } = context
      if (tree !== lastTree) select(tree)
      const known = ofLast[node]
      if (known !== UNNUMBERED) return known
      if (tree.end[node] - tree.start[node] > MAX_UNITS) return (ofLast[node] = TOO_LONG)
      if (byText.size >= MAX_TEXTS) {
        generation++
        byText = new Map()
        byTree = new WeakMap()
        select(tree)
      }
      const text = textAt(context, node)
      return (ofLast[node] = byText.get(text) ?? add(text))
    },
  }
}

function textAt({ tree, file }: NodeContext, node: number): string {
  return file.text.slice(tree.start[node], tree.end[node])
}

function grow(answers: Uint8Array, number: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(Math.min(MAX_TEXTS + 1, Math.max(256, 2 * number)))
  grown.set(answers)
  return grown
}
