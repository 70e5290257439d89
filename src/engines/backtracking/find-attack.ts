import { buildAutomaton } from './build-automaton.ts'
import type { Tried } from './count-steps.ts'
import { findPumps } from './find-pumps.ts'
import { findSuffix } from './find-suffix.ts'
import type { Growth } from './growth.ts'
import { measureAttack } from './measure-attack.ts'
import { parsePattern } from './parse-pattern.ts'
import type { PatternNode, PatternSource } from './pattern-node.ts'
import { StepBudget } from './step-budget.ts'

/** Texts that make a backtracking matcher slow: `prefix`, then `word` repeatedly, then `suffix`. */
export interface Attack {
  readonly growth: Growth
  readonly prefix: string
  readonly word: string
  readonly suffix: string
}

/** Longer patterns are generated. */
const MAX_LENGTH = 2000
const EFFORT: Effort = { steps: 200_000, measured: 6 }

/** The result of the analysis. `undecided` means that a limit of the analysis was reached, which `why` names. */
export type PatternGrowth =
  | { readonly kind: 'linear' }
  | { readonly kind: 'superlinear'; readonly attack: Attack }
  | { readonly kind: 'undecided'; readonly why: string }

/** The texts that make the pattern slowest, or undefined if none were found within the limits. */
export function findAttack(source: PatternSource, tried: Tried): Attack | undefined {
  const growth = analysePattern(source, tried)
  return growth.kind === 'superlinear' ? growth.attack : undefined
}

/** Limits for one pattern: steps of the search, and number of candidates that are measured. */
export interface Effort {
  readonly steps: number
  readonly measured: number
}

/** Like `findAttack`, but distinguishes patterns without an attack from patterns that exceeded a limit. */
export function analysePattern(source: PatternSource, tried: Tried, effort: Effort = EFFORT): PatternGrowth {
  if (source.text.length > MAX_LENGTH) return undecided(`it is longer than ${MAX_LENGTH} characters`)
  const pattern = parsePattern(source)
  if (pattern === undefined) return undecided('its syntax is not read')
  if (!hasLoop(pattern.root)) return { kind: 'linear' }
  const automaton = buildAutomaton(pattern.root)
  if (automaton === undefined) return undecided('it has too many positions')
  const measured = new Set<string>()
  const budget = new StepBudget(effort.steps)
  for (const pump of findPumps(automaton, tried === 'anywhere', budget)) {
    const suffix = findSuffix(automaton, pump, tried === 'whole')
    const key = JSON.stringify([pump.prefix, pump.word, suffix])
    if (suffix === undefined || measured.has(key)) continue
    measured.add(key)
    const growth = measureAttack(pattern, (repetitions) => pump.prefix + pump.word.repeat(repetitions) + suffix, tried)
    if (growth !== undefined) return { kind: 'superlinear', attack: { growth, prefix: pump.prefix, word: pump.word, suffix } }
    if (measured.size >= effort.measured) return undecided(`${effort.measured} suspected texts were measured and none is slow`)
  }
  return budget.isSpent
    ? undecided(`${effort.steps} steps were spent`)
    : looksBehindFar(pattern.root)
      ? undecided('it repeats something in a lookbehind')
      : { kind: 'linear' }
}

function undecided(why: string): PatternGrowth {
  return { kind: 'undecided', why }
}

function hasLoop(node: PatternNode): boolean {
  switch (node.kind) {
    case 'concat':
      return node.parts.some(hasLoop)
    case 'choice':
      return node.options.some(hasLoop)
    case 'repeat':
      return node.max - node.min > 10 || hasLoop(node.body)
    case 'group':
    case 'atomic':
    case 'look':
      return hasLoop(node.body)
    default:
      return false
  }
}

/** Whether a lookbehind contains a repetition: it is tried at every position and read backwards, which the automaton does not model. */
function looksBehindFar(node: PatternNode): boolean {
  switch (node.kind) {
    case 'concat':
      return node.parts.some(looksBehindFar)
    case 'choice':
      return node.options.some(looksBehindFar)
    case 'repeat':
    case 'group':
    case 'atomic':
      return looksBehindFar(node.body)
    case 'look':
      return node.behind ? hasLoop(node.body) : looksBehindFar(node.body)
    default:
      return false
  }
}
