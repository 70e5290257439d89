import { firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import type { GuardFact } from '../../lowering/guard-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Matches `case int():` and `case int(n) | float(n):`. */
const NUMBERS = /^(?:int|float|bool)\(\w*\)(?:\s*\|\s*(?:int|float|bool)\(\w*\))*$/

/** Facts in a case of a match: the subject is a number or one of the literals. */
export function caseFacts(low: PythonLowering, subject: number, pattern: number): readonly GuardFact[] {
  return isConstrainedPattern(low, pattern) ? factsOn(low, subject) : []
}

/** Whether the case accepts only numbers or literals: `case "a" | "b":`. */
export function isConstrainedPattern(low: PythonLowering, pattern: number): boolean {
  const { tree, text, kinds } = low
  const named = aliasedPattern(low, pattern)
  const part = named < 0 ? pattern : named
  const written = nodeText(tree, text, part)
  if (NUMBERS.test(written)) return true
  for (let at = part; at < tree.next[part]; at++) if (kindOf(low, at) === kinds.id.identifier) return false
  return written !== '_' && firstNamedChild(tree, part) >= 0
}

/** The pattern before `as` in `case "a" | "b" as kind:`; -1 for a pattern without alias. */
export function aliasedPattern({ tree, kinds }: PythonLowering, pattern: number): number {
  const inner = firstNamedChild(tree, pattern)
  return inner >= 0 && kinds.table[tree.type[inner]] === kinds.id.as_pattern ? firstNamedChild(tree, inner) : -1
}
