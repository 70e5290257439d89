import { ANY_TYPE, buildSteps, DONE_DEPTH, type Step } from './build-steps.ts'
import type { Element } from './query-ast.ts'

/** Flags of a configuration. See `Automaton`. */
export const SEEKING = 1
export const SKIPPED = 2
/** Number of configurations of one step. */
export const CONFIGS = 4
/** `Transition.config` when the pattern is through. */
export const DONE = -1

/** The continuation after a node has matched a step. */
export interface Transition {
  readonly config: number
  /** Relative depth of the next node: 1 first child, 0 next sibling, -1 next sibling of the parent. */
  readonly down: number
  /** Only when no named sibling follows the node. */
  readonly needsLast: boolean
}

/** A start of a pattern. */
export interface Entry {
  readonly config: number
  /** 0, or 1 if the pattern's root is a wildcard that need not be tested. */
  readonly depth: number
  /** Captures of that wildcard, for the parent of the start node. */
  readonly parentCaptures: readonly string[]
  /** True if the pattern has a single root. Otherwise it does not start within an ERROR. */
  readonly rooted: boolean
}

/**
 * A pattern as an automaton over the nodes of a tree. A *configuration* is a step with two flags, `step * CONFIGS + flags`. It waits for a node and
 * tests one sibling after the other. With `SEEKING` the first sibling must match. With `SKIPPED` the anchor before the step is void, because an
 * optional element before it was omitted. These are the states of tree-sitter's `QueryState`.
 */
export interface Automaton {
  readonly steps: readonly Step[]
  /** By step. */
  readonly transitions: readonly (readonly Transition[])[]
  readonly entries: readonly Entry[]
}

/** Converts a pattern to steps and their transitions. The last step is the end. */
export function buildAutomaton(root: Element): Automaton {
  const steps = buildSteps(root)
  const end = steps.length - 1
  const entries = findEntries(steps) ?? []
  separateLoops(steps, end)
  return { steps, entries, transitions: steps.map((_, at) => (at === end ? [] : transitionsOf(steps, at))) }
}

/** True if tree-sitter would search forever for the start of the pattern: a repeated wildcard whose first child is optional. */
export function startsInCircle(root: Element): boolean {
  return findEntries(buildSteps(root)) === undefined
}

/** A quantified branch of a choice must loop to its own start, not to that of the next branch: it loops to a copy without the alternative. */
function separateLoops(steps: Step[], end: number): void {
  for (let at = 0; at < end; at++) {
    const step = steps[at]
    if (step === undefined || !step.passThrough || !step.inChoice || step.alternative < 0 || step.alternative >= at) continue
    const target = step.alternative
    const first = steps[target]
    if (first === undefined || first.alternative <= target || first.alternative >= end) continue
    step.alternative = steps.length
    steps.push({ ...first, alternative: -1 })
    const redirect: Step = { ...first, symbol: ANY_TYPE, captures: [], absentFields: [], deadEnd: true, alternative: target + 1 }
    steps.push(redirect)
  }
}

/** Undefined if the starts form a cycle. */
function findEntries(steps: readonly Step[]): Entry[] | undefined {
  const entries: Entry[] = []
  const seen = new Set<number>()
  let at = 0
  let resume = -1
  for (;;) {
    let step = steps[at]
    if (step === undefined) return entries
    if (seen.has(at)) return undefined
    seen.add(at)
    if (step.symbol === ANY_TYPE && step.depth === 0 && step.field === 0) {
      const second = steps[at + 1]
      // tree-sitter starts at the second step, and does not test field, supertype or negated fields of the first.
      if (second !== undefined && second.symbol !== ANY_TYPE && second.depth === 1 && !second.immediate) {
        resume = step.alternative
        at++
        step = second
      }
    }
    if (step.depth !== DONE_DEPTH)
      entries.push({ config: at * CONFIGS + SEEKING, depth: step.depth, parentCaptures: parentCapturesOf(steps, at), rooted: isRooted(steps, at) })
    if (step.alternative >= 0) at = step.alternative
    else if (resume >= 0) {
      at = resume
      resume = -1
    } else return entries
  }
}

function parentCapturesOf(steps: readonly Step[], entry: number): readonly string[] {
  if (steps[entry]?.depth !== 1) return []
  for (let at = entry - 1; at >= 0; at--) {
    const step = steps[at]
    if (step?.depth === 0 && !step.deadEnd && !step.passThrough) return step.captures
  }
  return []
}

function isRooted(steps: readonly Step[], start: number): boolean {
  const depth = steps[start]?.depth
  if (depth !== 0) return false
  for (let at = start + 1; at < steps.length; at++) {
    if (steps[at]?.deadEnd) return true
    if (steps[at]?.depth === depth) return false
  }
  return true
}

interface Way {
  readonly at: number
  readonly flags: number
  readonly needsLast: boolean
}

/**
 * Follows dead ends, loops and alternatives as `ts_query_cursor__advance` does after a step has matched, until only steps that wait for a node
 * remain.
 */
function transitionsOf(steps: readonly Step[], from: number): Transition[] {
  const step = steps[from]
  const next = steps[from + 1]
  if (step === undefined || next === undefined || step.depth === DONE_DEPTH) return []
  const found = new Map<string, Way>()
  const seen = new Set<string>()
  // After a wildcard that also matches tokens, the anchor considers tokens.
  const flags = step.symbol === ANY_TYPE && !step.named && next.immediate ? SEEKING : 0
  const open: Way[] = [{ at: from + 1, flags, needsLast: false }]
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    const key = `${way.at} ${way.flags} ${way.needsLast}`
    const here = steps[way.at]
    if (here === undefined || seen.has(key)) continue
    seen.add(key)
    if (here.deadEnd) {
      open.push({ ...way, at: here.alternative })
      continue
    }
    if (here.passThrough) open.push({ ...way, at: way.at + 1 })
    else found.set(key, way)
    if (here.alternative >= 0) open.push(alternativeWay(steps, here, way))
  }
  return [...found.values()].map((way) => toTransition(steps, step, way))
}

function alternativeWay(steps: readonly Step[], here: Step, way: Way): Way {
  let { flags, needsLast } = way
  if (here.passThrough) flags |= SEEKING
  if (here.alternativeIsSkip) {
    if (here.lastChild) needsLast = true
    const target = steps[here.alternative]
    const before = steps[way.at - 1]
    // The anchor after an omitted optional element is void. If the element was the first child, the anchor before it applies to the next element.
    if (!here.immediate) flags = target?.depth === here.depth ? flags | SKIPPED : flags & ~SKIPPED
    else if (before !== undefined && before.depth < here.depth) flags |= SEEKING
  }
  return { at: here.alternative, flags, needsLast }
}

function toTransition(steps: readonly Step[], from: Step, way: Way): Transition {
  const target = steps[way.at]
  if (target === undefined || target.depth === DONE_DEPTH) return { config: DONE, down: 0, needsLast: way.needsLast }
  // Flags without effect are dropped, so that equal configurations are merged.
  const flags = way.flags & SEEKING ? SEEKING : target.immediate ? way.flags : 0
  return { config: way.at * CONFIGS + flags, down: target.depth - from.depth, needsLast: way.needsLast }
}
