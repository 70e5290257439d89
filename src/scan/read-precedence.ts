import type { Ruleset, WideDemand } from '../model/ruleset.ts'
import { matchIdGlob } from '../text/match-id-glob.ts'
import type { Precedence } from './drop-covered.ts'

/** Which rules give way to which others at the same position, and which report only the last match. */
export function readPrecedence({ rules }: Ruleset): Precedence {
  const ids = rules.map(({ info }) => info.id)
  return {
    yieldsTo: new Map(
      rules.map(({ info, yieldsTo }) => [info.id, ids.filter((id) => id !== info.id && yieldsTo.some((glob) => matchIdGlob(glob, id)))]),
    ),
    lastOnly: new Set(rules.flatMap(({ info, lastOnly }) => (lastOnly ? [info.id] : []))),
  }
}

/** The conditions on the whole package or project, by rule id, of the rules that have such conditions. */
export function readWideRules({ rules }: Ruleset): ReadonlyMap<string, readonly WideDemand[]> {
  return new Map(rules.flatMap(({ info, wideRequirements }) => (wideRequirements.length > 0 ? [[info.id, wideRequirements]] : [])))
}
