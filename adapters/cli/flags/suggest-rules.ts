import type { RuleInfo } from '../../../src/node/index.ts'
import type { Engine } from '../engine/library-modules.ts'

/** At most this many suggestions are shown. */
const MAX_SUGGESTIONS = 5

/** Weaknesses by the abbreviations that people search for and that rule ids do not contain. */
const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['bola', ['CWE-639']],
  ['bfla', ['CWE-862']],
  ['lfi', ['CWE-22', 'CWE-98']],
  ['nosqli', ['CWE-943']],
  ['rce', ['CWE-78', 'CWE-94']],
  ['sqli', ['CWE-89']],
  ['ssti', ['CWE-1336']],
  ['xsrf', ['CWE-352']],
])

/**
 * Rule ids similar to an unknown id: by edit distance, by an abbreviation such as `sqli`, by a part of the id, by words of the title, or by CWE
 * number. At most five, best first. Empty if no rule is similar.
 */
export function suggestRules(written: string, rules: readonly RuleInfo[], { nearestWord }: Pick<Engine, 'nearestWord'>): readonly string[] {
  const word = written.toLowerCase().replaceAll(/[\s_]+/g, '-')
  if (word === '') return []
  const nearest = nearestWord(
    word,
    rules.map(({ id }) => id),
  )
  const known = ABBREVIATIONS.get(word)
  const weaknesses = known ?? [/^\d+$/.test(word) ? `CWE-${word}` : word.toUpperCase()]
  const ofWeakness = idsOf(rules, ({ cwe }) => cwe.some((each) => weaknesses.includes(each)))
  const matches = [
    ...(known === undefined ? [] : ofWeakness),
    ...(nearest === undefined ? [] : [nearest]),
    ...idsOf(rules, ({ id }) => isAbbreviation(word, id)),
    ...idsOf(rules, ({ id }) => hasWords(id, word)),
    ...ofWeakness,
    ...idsOf(rules, ({ title }) => hasWords(title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), word)),
  ]
  return [...new Set(matches)].slice(0, MAX_SUGGESTIONS)
}

/** The suggestions as the end of an error message. */
export function describeSuggestions(ids: readonly string[]): string {
  if (ids.length === 0) return 'Run `assay rules list` to see all rules.'
  const quoted = ids.map((id) => `\`${id}\``)
  return `Did you mean ${quoted.length === 1 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`}?`
}

function idsOf(rules: readonly RuleInfo[], isMeant: (rule: RuleInfo) => boolean): readonly string[] {
  return rules.filter(isMeant).map(({ id }) => id)
}

/** Whether a part of an id or title begins with the words. */
function hasWords(text: string, words: string): boolean {
  return `-${text}`.includes(`-${words}`)
}

/** Whether a word consists of the beginnings of an id's words, in order: `sqli` for `sql-injection`. */
function isAbbreviation(word: string, id: string): boolean {
  const parts = id.split('-')
  return parts.length > 1 && consume(word, parts)
}

function consume(word: string, [part, ...rest]: readonly string[]): boolean {
  if (part === undefined) return word === ''
  for (let length = 1; length <= Math.min(part.length, word.length) && part[length - 1] === word[length - 1]; length++) {
    if (consume(word.slice(length), rest)) return true
  }
  return false
}
