import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts'
import type { PackFile } from '../model/rule-pack.ts'
import { findRepeatedEntries, findSameMatchers } from './find-repeats.ts'
import { findSlowMatchers } from './find-slow-matchers.ts'
import { findUnreachableClauses } from './find-unreachable-clauses.ts'
import { findUnusedMetavariables } from './find-unused-metavariables.ts'
import { findWordLists } from './find-word-lists.ts'
import { readRules } from './read-rules.ts'

/**
 * Advice about correct rules: clauses that can never have an effect, metavariables without use, matchers that must search every file, regexes that
 * are slow in other tools, repeated parts, and alternatives that should be word lists. In order of file and position. Rules with mistakes are left out:
 * creating a scanner reports these. `words` are the files of word lists that the rules refer to, `shared` the files of named matchers.
 */
export function lintRules(files: readonly PackFile[], words: readonly PackFile[] = [], shared: readonly PackFile[] = []): readonly Diagnostic[] {
  const rules = readRules(files, words)
  const found = rules.flatMap((rule) => [
    ...findUnreachableClauses(rule),
    ...findUnusedMetavariables(rule),
    ...findSlowMatchers(rule),
    ...findRepeatedEntries(rule),
  ])
  return [...found, ...findSameMatchers(rules), ...findWordLists({ rules: files, shared, words })].sort(compareDiagnostics)
}
