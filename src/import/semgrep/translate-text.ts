import type { ConstraintSpec, MatcherSpec } from '../../model/rule-spec.ts'
import { fromPcre, nameGroups } from '../regex-groups.ts'
import type { Formula } from './formula.ts'
import type { FormulaContext } from './formula-context.ts'
import { toTextRegex } from './generic-pattern.ts'
import { toInstructionRegex } from './instruction-pattern.ts'
import { joinParts } from './join-parts.ts'
import { translateConditions } from './translate-conditions.ts'

/** Translates a formula over text, in the languages `generic` and `regex`, and over the instructions of a Dockerfile. */
export function translateText(formula: Formula, context: FormulaContext): MatcherSpec | undefined {
  switch (formula.kind) {
    case 'pattern':
    case 'regex': {
      const regex = toRegex(formula, context)
      return regex === undefined ? undefined : { regex }
    }
    case 'any': {
      const branches = formula.parts.flatMap((part) => translateText(part, context) ?? [])
      return branches.length > 1 ? { any: branches } : branches[0]
    }
    case 'all':
      return translateAll(formula, context)
    default:
      context.notes.add(formula.key, 'rule', 'This operator needs a positive pattern beside it.')
      return undefined
  }
}

function toRegex(formula: Extract<Formula, { kind: 'pattern' | 'regex' }>, { notes, languages }: FormulaContext): string | undefined {
  if (formula.kind === 'pattern') {
    const isDocker = languages.includes('dockerfile')
    const read = isDocker ? toInstructionRegex(formula.text) : toTextRegex(formula.text)
    if ('regex' in read) {
      if (!isDocker) notes.add(formula.key, 'close', 'A generic pattern became a regex over text.')
      return read.regex
    }
    notes.add(formula.key, 'rule', read.reason)
    return undefined
  }
  const read = fromPcre(formula.text)
  if ('reason' in read) {
    notes.add(formula.key, 'rule', read.reason)
    return undefined
  }
  if (read.change !== undefined) notes.add(formula.key, 'close', read.change)
  return `(?m)${nameGroups(read.source, 'G').source}`
}

/** The first positive part finds the text. The others restrict it. */
function translateAll(formula: Extract<Formula, { kind: 'all' }>, context: FormulaContext): MatcherSpec | undefined {
  const { parts, conditions, focus, key } = formula
  const first = parts.find(({ kind }) => kind === 'pattern' || kind === 'regex' || kind === 'any' || kind === 'all')
  const found = first === undefined ? undefined : translateText(first, context)
  if (found === undefined) {
    if (first === undefined) context.notes.add(key, 'rule', 'The list has no positive pattern.')
    return undefined
  }
  const restrictions: MatcherSpec[] = []
  for (const part of parts.filter((each) => each !== first)) {
    const constraint = restrict(part, context)
    if (constraint === undefined) return undefined
    restrictions.push({ where: { $MATCH: constraint } })
  }
  const tests = translateConditions(conditions, translateText, context)
  return tests === undefined ? undefined : joinParts([found], [...restrictions, ...tests], focus[0])
}

/** A constraint on the text that was found. */
function restrict(part: Formula, context: FormulaContext): ConstraintSpec | undefined {
  if (part.kind === 'pattern' || part.kind === 'regex') {
    const regex = toRegex(part, context)
    return regex === undefined ? undefined : { regex }
  }
  if (part.kind === 'any') {
    const all = part.parts.map((each) => restrict(each, context))
    return all.includes(undefined) ? undefined : { any: all.filter((each) => each !== undefined) }
  }
  if (part.kind === 'not') {
    const of = part.of.kind === 'inside' ? restrict(part.of, context) : restrict(part.of, context)
    return of === undefined ? undefined : { not: of }
  }
  if (part.kind === 'inside') {
    const regex = part.of.kind === 'pattern' || part.of.kind === 'regex' ? toRegex(part.of, context) : undefined
    return regex === undefined ? refuse(part.key, context) : { within: regex }
  }
  return refuse(part.key, context)
}

function refuse(key: string, { notes }: FormulaContext): undefined {
  notes.add(key, 'rule', 'A list of patterns has no equivalent here in text.')
  return undefined
}
