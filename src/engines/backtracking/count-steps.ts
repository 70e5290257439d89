import { type CharSet, holdsChar } from './char-set.ts'
import { WORD } from './named-sets.ts'
import type { Anchor, Pattern, PatternNode } from './pattern-node.ts'

/** How a pattern is applied to a text. */
export type Tried = 'anywhere' | 'start' | 'whole'

/** The continuation of a match from an offset. True if it succeeds. */
type Rest = (at: number) => boolean

/** Maximum recursion depth. Each level takes up to six calls, and the stack has room for some thousands. */
const MAX_DEPTH = 900

/** One run over a text. */
interface Run {
  readonly codes: readonly number[]
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly limit: number
  steps: number
  depth: number
  isTooDeep: boolean
}

/** The costs of a match. */
export interface Count {
  /** Characters that are compared, and rounds. */
  readonly steps: number
  readonly isMatched: boolean
  /** True if the recursion was too deep. Then `steps` is meaningless. */
  readonly isTooDeep: boolean
}

/** Matches as a backtracking matcher does, and counts. At the limit it stops, as if it had matched. */
export function countSteps({ root, ignoreCase, groups }: Pattern, text: string, tried: Tried, limit: number): Count {
  const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0)
  const run: Run = {
    codes,
    starts: new Int32Array(groups + 1).fill(-1),
    ends: new Int32Array(groups + 1).fill(-1),
    limit,
    steps: 0,
    depth: 0,
    isTooDeep: false,
  }
  const ends: Rest = tried === 'whole' ? (at) => at === codes.length : () => true
  const last = tried === 'anywhere' ? codes.length : 0
  let isMatched = false
  for (let start = 0; start <= last && !isMatched; start++) isMatched = match(run, root, start, ends, ignoreCase, true)
  return { steps: run.steps, isMatched, isTooDeep: run.isTooDeep }
}

function match(run: Run, node: PatternNode, at: number, rest: Rest, ignoreCase: boolean, forward: boolean): boolean {
  if (isBeyond(run)) return true
  run.depth++
  const isMatched = matchNode(run, node, at, rest, ignoreCase, forward)
  run.depth--
  return isMatched
}

function matchNode(run: Run, node: PatternNode, at: number, rest: Rest, ignoreCase: boolean, forward: boolean): boolean {
  switch (node.kind) {
    case 'set': {
      const code = run.codes[forward ? at : at - 1]
      return code !== undefined && holdsChar(node.set, code) && rest(forward ? at + 1 : at - 1)
    }
    case 'concat':
      return matchParts(run, forward ? node.parts : node.parts.toReversed(), 0, at, rest, ignoreCase, forward)
    case 'choice':
      return node.options.some((option) => match(run, option, at, rest, ignoreCase, forward))
    case 'repeat':
      if (node.possessive) return matchOnce(run, { ...node, possessive: false }, at, rest, ignoreCase, forward)
      if (node.body.kind === 'set') return repeatSet(run, node, node.body.set, at, rest, forward)
      return repeat(run, node, 0, at, rest, ignoreCase, forward)
    case 'group':
      return matchGroup(run, node, at, rest, ignoreCase, forward)
    case 'atomic':
      return matchOnce(run, node.body, at, rest, ignoreCase, forward)
    case 'look':
      return match(run, node.body, at, () => true, ignoreCase, !node.behind) !== node.negative && rest(at)
    case 'anchor':
      return holdsAnchor(run.codes, node.anchor, at) && rest(at)
    case 'reference':
      return matchReference(run, node.index, at, rest, ignoreCase, forward)
  }
}

function matchParts(run: Run, parts: readonly PatternNode[], index: number, at: number, rest: Rest, ignoreCase: boolean, forward: boolean): boolean {
  const part = parts[index]
  if (part === undefined) return rest(at)
  return match(run, part, at, (next) => matchParts(run, parts, index + 1, next, rest, ignoreCase, forward), ignoreCase, forward)
}

function repeat(
  run: Run,
  node: PatternNode & { readonly kind: 'repeat' },
  round: number,
  at: number,
  rest: Rest,
  ignoreCase: boolean,
  forward: boolean,
): boolean {
  if (++run.steps >= run.limit) return true
  // A round that reads no character does not count.
  const again = (): boolean =>
    round < node.max &&
    match(
      run,
      node.body,
      at,
      (next) => (next !== at || round < node.min) && repeat(run, node, round + 1, next, rest, ignoreCase, forward),
      ignoreCase,
      forward,
    )
  if (round < node.min) return again()
  return node.lazy ? rest(at) || again() : again() || rest(at)
}

/**
 * The same for one character, without recursion: the most frequent repetition, and the one in which most steps are spent. The depth grows by one per
 * round, as if each round had called the next.
 */
function repeatSet(
  run: Run,
  { min, max, lazy }: PatternNode & { readonly kind: 'repeat' },
  set: CharSet,
  from: number,
  rest: Rest,
  forward: boolean,
): boolean {
  const { depth } = run
  const step = forward ? 1 : -1
  const matchRest = (round: number): boolean => {
    run.depth = depth + round
    return rest(from + step * round)
  }
  let round = 0
  let isMatched = false
  for (; ; round++) {
    isMatched = ++run.steps >= run.limit || (lazy && round >= min && matchRest(round))
    if (isMatched || round >= max) break
    run.depth = depth + round
    isMatched = isBeyond(run)
    if (isMatched) break
    const at = from + step * round
    const code = run.codes[forward ? at : at - 1]
    if (code === undefined || !holdsChar(set, code)) break
  }
  if (!lazy) for (; !isMatched && round >= min; round--) isMatched = matchRest(round)
  run.depth = depth
  return isMatched
}

/** Counts the match of a node. Returns whether it reaches a limit. */
function isBeyond(run: Run): boolean {
  if (++run.steps >= run.limit || run.isTooDeep) return true
  if (run.depth >= MAX_DEPTH) run.isTooDeep = true
  return run.isTooDeep
}

/** Matches the node in its first way only (atomic). */
function matchOnce(run: Run, node: PatternNode, at: number, rest: Rest, ignoreCase: boolean, forward: boolean): boolean {
  let end = -1
  const isFound = match(
    run,
    node,
    at,
    (next) => {
      end = next
      return true
    },
    ignoreCase,
    forward,
  )
  return isFound && (run.steps >= run.limit || rest(end))
}

function matchGroup(
  run: Run,
  { index, body }: PatternNode & { readonly kind: 'group' },
  at: number,
  rest: Rest,
  ignoreCase: boolean,
  forward: boolean,
): boolean {
  const [start, end] = [run.starts[index] ?? -1, run.ends[index] ?? -1]
  const isFound = match(
    run,
    body,
    at,
    (next) => {
      run.starts[index] = Math.min(at, next)
      run.ends[index] = Math.max(at, next)
      return rest(next)
    },
    ignoreCase,
    forward,
  )
  if (!isFound) {
    run.starts[index] = start
    run.ends[index] = end
  }
  return isFound
}

function matchReference(run: Run, index: number, at: number, rest: Rest, ignoreCase: boolean, forward: boolean): boolean {
  const start = run.starts[index] ?? -1
  const length = (run.ends[index] ?? -1) - start
  if (start < 0 || length <= 0) return rest(at)
  const from = forward ? at : at - length
  if (from < 0 || from + length > run.codes.length) return false
  const fold = (code: number): number => (ignoreCase && code >= 65 && code <= 90 ? code + 32 : code)
  run.steps += length
  for (let i = 0; i < length; i++) if (fold(run.codes[start + i] ?? 0) !== fold(run.codes[from + i] ?? 0)) return false
  return rest(forward ? at + length : from)
}

function holdsAnchor(codes: readonly number[], anchor: Anchor, at: number): boolean {
  const isWord = (index: number): boolean => {
    const code = codes[index]
    return code !== undefined && holdsChar(WORD, code)
  }
  switch (anchor) {
    case 'start':
      return at === 0
    case 'line-start':
      return at === 0 || codes[at - 1] === 10
    case 'end':
      return at === codes.length
    case 'line-end':
      return at === codes.length || codes[at] === 10
    case 'last-line-end':
      return at === codes.length || (at === codes.length - 1 && codes[at] === 10)
    case 'word-border':
      return isWord(at - 1) !== isWord(at)
    case 'no-word-border':
      return isWord(at - 1) === isWord(at)
  }
}
