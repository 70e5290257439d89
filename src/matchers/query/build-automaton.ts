import { ANY_TYPE, buildSteps, DONE_DEPTH, type Step } from './build-steps.ts'
import type { Element } from './query-ast.ts'

/** Bits of a configuration beside its step: see `Automaton`. */
export const SEEKING = 1
export const SKIPPED = 2
/** Configurations of one step. */
export const CONFIGS = 4
/** `Transition.config` when the pattern is through. */
export const DONE = -1

/** Where to go on when a node has met a step. */
export interface Transition {
  readonly config: number
  /** How many levels further down the next node is looked for: 1 its first child, 0 its next sibling, -1 the next sibling of its parent. */
  readonly down: number
  /** Only when no named sibling follows the node. */
  readonly needsLast: boolean
}

/** Where a pattern starts. */
export interface Entry {
  readonly config: number
  /** 0, or 1 when the pattern's root is a wildcard that need not be looked at. */
  readonly depth: number
  /** Captures of that wildcard, for the parent of the node where the pattern starts. */
  readonly parentCaptures: readonly string[]
  /** The pattern has one root; else it does not start within an ERROR. */
  readonly rooted: boolean
}

/**
 * A pattern as an automaton over the nodes of a tree. A *configuration* is a step and two flags, as `step * CONFIGS + flags`: it waits for a node, and
 * looks at one sibling after the other. With `SEEKING` the first must do; with `SKIPPED` the anchor before the step is void, because an optional element
 * before it was left out. These are the states of tree-sitter's `QueryState`.
 */
export interface Automaton {
  readonly steps: readonly Step[]
  /** By step. */
  readonly transitions: readonly (readonly Transition[])[]
  readonly entries: readonly Entry[]
}

/** Turns a pattern into steps and the ways between them. The last step is the end. */
export function buildAutomaton(root: Element): Automaton {
  const steps = buildSteps(root)
  const end = steps.length - 1
  const entries = findEntries(steps) ?? []
  separateLoops(steps, end)
  return { steps, entries, transitions: steps.map((_, at) => (at === end ? [] : transitionsOf(steps, at))) }
}

/** True when tree-sitter would look for the start of the pattern for ever: a repeated wildcard whose first child is optional. */
export function startsInCircle(root: Element): boolean {
  return findEntries(buildSteps(root)) === undefined
}

/** A quantified branch of a choice must loop to its own start, not to that of the next branch: it loops to a copy without the way there. */
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

/** Undefined when the ways to start lead in a circle. */
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
      // tree-sitter starts at the second step, and so it looks at no field, supertype or negated field of the first.
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

/** Follows dead ends, loops and alternatives as `ts_query_cursor__advance` does once a step is met, until only steps that wait for a node are left. */
function transitionsOf(steps: readonly Step[], from: number): Transition[] {
  const step = steps[from]
  const next = steps[from + 1]
  if (step === undefined || next === undefined || step.depth === DONE_DEPTH) return []
  const found = new Map<string, Way>()
  const seen = new Set<string>()
  // A wildcard that takes tokens too makes the anchor behind it see tokens.
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
    // The anchor behind an optional element that was left out is void, and the anchor before it is handed on when it was the first child.
    if (!here.immediate) flags = target?.depth === here.depth ? flags | SKIPPED : flags & ~SKIPPED
    else if (before !== undefined && before.depth < here.depth) flags |= SEEKING
  }
  return { at: here.alternative, flags, needsLast }
}

function toTransition(steps: readonly Step[], from: Step, way: Way): Transition {
  const target = steps[way.at]
  if (target === undefined || target.depth === DONE_DEPTH) return { config: DONE, down: 0, needsLast: way.needsLast }
  // Flags that change nothing are dropped, so that equal configurations are one.
  const flags = way.flags & SEEKING ? SEEKING : target.immediate ? way.flags : 0
  return { config: way.at * CONFIGS + flags, down: target.depth - from.depth, needsLast: way.needsLast }
}
