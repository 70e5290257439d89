import type { MatcherSpec } from '../../model/rule-spec.ts'
import type { NoteKeeper } from '../note-keeper.ts'
import type { Formula } from './formula.ts'

/** What translating the formulas of a rule shares. */
export interface FormulaContext {
  /** Native languages of the rule, all of one kind. */
  readonly languages: readonly string[]
  readonly notes: NoteKeeper
  /** A metavariable that the rule does not use. */
  fresh(prefix: string): string
  /** Names of the metavariables that stand for the content of a string, in `"$X"`. */
  readonly contents: ReadonlySet<string>
}

/** Translates a formula. Undefined, with a note, if it cannot be carried over. */
export type TranslateFormula = (formula: Formula, context: FormulaContext) => MatcherSpec | undefined

/** Creates names of metavariables that do not occur in a rule. */
export function createFresh(text: string): (prefix: string) => string {
  const counts = new Map<string, number>()
  return (prefix) => {
    for (;;) {
      const count = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, count)
      const name = `$${prefix}${count}`
      if (!text.includes(name)) return name
    }
  }
}
