import type { MatcherSpec } from '../../model/rule-spec.ts'
import type { Formula } from './formula.ts'
import type { FormulaContext } from './formula-context.ts'

/** Translates a formula over configuration files. */
export function translateDocument(formula: Formula, { notes }: FormulaContext): MatcherSpec | undefined {
  notes.add(formula.key, 'rule', 'The rule is for files that the import does not read yet.')
  return undefined
}
