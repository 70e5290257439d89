import type { PatternSource } from '../../engines/backtracking/pattern-node.ts'
import { contextsOfMatching, contextsOfRefusing, contextsOfReplacing } from '../../engines/strings/regex-contexts.ts'
import type { MatchMode, StepBudget } from '../../engines/strings/string-automaton.ts'
import { BOUNDS } from '../../model/bounds.ts'
import { contextBit, NO_CONTEXTS, type StringContexts } from '../../model/string-context.ts'

/** What a test of a string with a regex proves: the contexts in which the string is harmless, by outcome. */
export interface RegexProof {
  readonly whenTrue: StringContexts
  readonly whenFalse: StringContexts
}

export const NOTHING_PROVED: RegexProof = { whenTrue: NO_CONTEXTS, whenFalse: NO_CONTEXTS }

/** What the regexes of one file prove. Each question is answered once, within a budget for the file. */
export interface RegexProver {
  /**
   * What a test with this regex proves.
   *
   * @param mode how the test applies it: `match` of Python at the start, `fullmatch` to the whole string, others anywhere
   */
  ofTest(regex: PatternSource, mode: MatchMode): RegexProof
  /**
   * The contexts in which a string is harmless after every match of the regex, or every occurrence of the string, was replaced.
   *
   * @param replacement a constant that inserts nothing of the match
   */
  ofReplacement(search: PatternSource | string, replacement: string): StringContexts
  /** Whether every string that the regex matches is harmless in the contexts that most sinks have: where a fact holds for all rules or for none. */
  isRestrictive(regex: PatternSource, mode: MatchMode): boolean
}

const MAX_LENGTH = BOUNDS.regexProofLength.value
const USUAL_CONTEXTS = contextBit('text') | contextBit('shell') | contextBit('path') | contextBit('html') | contextBit('line')

/** Creates the prover of one file. */
export function createRegexProver(): RegexProver {
  const budget: StepBudget = { steps: BOUNDS.regexProofSteps.value }
  const known = new Map<string, StringContexts>()
  const once = (question: string, { text, syntax, flags }: PatternSource, compute: () => StringContexts): StringContexts => {
    if (text.length > MAX_LENGTH) return NO_CONTEXTS
    const key = JSON.stringify([question, syntax, flags, text])
    const contexts = known.get(key) ?? compute()
    known.set(key, contexts)
    return contexts
  }
  const matching = (regex: PatternSource, mode: MatchMode): StringContexts => once(mode, regex, () => contextsOfMatching(regex, mode, budget))
  return {
    ofTest: (regex, mode) => ({
      whenTrue: matching(regex, mode),
      // A sticky regex is tried at one position only.
      whenFalse: mode !== 'anywhere' || isSticky(regex) ? NO_CONTEXTS : once('refused', regex, () => contextsOfRefusing(regex, budget)),
    }),
    ofReplacement: (search, replacement) => {
      const regex = typeof search === 'string' ? literalPattern(search) : search
      return isSticky(regex) ? NO_CONTEXTS : once(`by ${replacement}`, regex, () => contextsOfReplacing(regex, replacement, budget))
    },
    isRestrictive: (regex, mode) => (matching(regex, mode) & USUAL_CONTEXTS) === USUAL_CONTEXTS,
  }
}

function isSticky({ syntax, flags }: PatternSource): boolean {
  return syntax === 'javascript' && flags.includes('y')
}

function literalPattern(text: string): PatternSource {
  return { text: text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), syntax: 'javascript', flags: '' }
}
