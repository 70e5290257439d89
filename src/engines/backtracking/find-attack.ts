import { buildAutomaton } from './build-automaton.ts'
import type { Tried } from './count-steps.ts'
import { findPumps } from './find-pumps.ts'
import { findSuffix } from './find-suffix.ts'
import type { Growth } from './growth.ts'
import { measureAttack } from './measure-attack.ts'
import { parsePattern } from './parse-pattern.ts'
import type { PatternNode, PatternSource } from './pattern-node.ts'
import { StepBudget } from './step-budget.ts'

/** Texts that make a backtracking matcher slow: `prefix`, then `word` again and again, then `suffix`. */
export interface Attack {
  readonly growth: Growth
  readonly prefix: string
  readonly word: string
  readonly suffix: string
}

/** Longer patterns are made by programs. */
const MAX_LENGTH = 2000
const MAX_STEPS = 200_000
/** So many guesses are carried out. */
const MAX_MEASURED = 6

/** The texts that make the pattern slowest; undefined when there are none, or none were found within what is spent on one pattern. */
export function findAttack(source: PatternSource, tried: Tried): Attack | undefined {
  if (source.text.length > MAX_LENGTH) return undefined
  const pattern = parsePattern(source)
  if (pattern === undefined || !hasLoop(pattern.root)) return undefined
  const automaton = buildAutomaton(pattern.root)
  if (automaton === undefined) return undefined
  const measured = new Set<string>()
  for (const pump of findPumps(automaton, tried === 'anywhere', new StepBudget(MAX_STEPS))) {
    const suffix = findSuffix(automaton, pump, tried === 'whole')
    const key = JSON.stringify([pump.prefix, pump.word, suffix])
    if (suffix === undefined || measured.has(key)) continue
    measured.add(key)
    const growth = measureAttack(pattern, (repetitions) => pump.prefix + pump.word.repeat(repetitions) + suffix, tried)
    if (growth !== undefined) return { growth, prefix: pump.prefix, word: pump.word, suffix }
    if (measured.size >= MAX_MEASURED) return undefined
  }
  return undefined
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
