import type { PatternSource } from '../../engines/backtracking/pattern-node.ts'
import { contextsOfMatching, contextsOfRefusing, contextsOfReplacing } from '../../engines/strings/regex-contexts.ts'
import type { MatchMode } from '../../engines/strings/string-automaton.ts'
import { contextBit, NO_CONTEXTS, type StringContexts } from '../../model/string-context.ts'

/** What a test of a string with a regex proves: the contexts in which the string is harmless, by outcome. */
export interface RegexProof {
  readonly whenTrue: StringContexts
  readonly whenFalse: StringContexts
}

export const NOTHING_PROVED: RegexProof = { whenTrue: NO_CONTEXTS, whenFalse: NO_CONTEXTS }

/** Longer patterns are not analysed. */
const MAX_LENGTH = 1_000

/**
 * What a test with this regex proves.
 *
 * @param mode how the test applies it: `match` of Python at the start, `fullmatch` to the whole string, others anywhere
 */
export function proofOfRegex(source: PatternSource, mode: MatchMode): RegexProof {
  if (source.text.length > MAX_LENGTH) return NOTHING_PROVED
  return { whenTrue: contextsOfMatching(source, mode), whenFalse: mode === 'anywhere' ? contextsOfRefusing(source) : NO_CONTEXTS }
}

const USUAL_CONTEXTS = contextBit('text') | contextBit('shell') | contextBit('path') | contextBit('html') | contextBit('line')

/**
 * The contexts in which a string is harmless after every match of the regex, or every occurrence of the string, was replaced.
 *
 * @param replacement a constant that inserts nothing of the match
 */
export function proofOfReplacement(search: PatternSource | string, replacement: string): StringContexts {
  const source =
    typeof search === 'string'
      ? { text: search.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), syntax: 'javascript' as const, flags: '' }
      : search
  return source.text.length > MAX_LENGTH ? NO_CONTEXTS : contextsOfReplacing(source, replacement)
}

/** Whether every string that the regex matches as a whole is harmless in the usual contexts. */
export function isRestrictive(source: PatternSource, mode: MatchMode): boolean {
  return source.text.length <= MAX_LENGTH && isHarmless(contextsOfMatching(source, mode))
}

/** Whether strings are harmless in the contexts that most sinks have. It decides where a fact holds for all rules or for none: in schemas. */
export function isHarmless(contexts: StringContexts): boolean {
  return (contexts & USUAL_CONTEXTS) === USUAL_CONTEXTS
}
