import { compileRegex } from '../../engines/regex/compile-regex.ts'
import type { ConstraintObject, ConstraintSpec } from '../../model/rule-spec.ts'
import type { NoteKeeper } from '../note-keeper.ts'
import { type Plain, textsOf } from '../plain-value.ts'
import { escapeRegex } from '../regex-groups.ts'

/** What an allowlist exempts: constraints, each of which is enough by itself (`OR`) or all of which must hold (`AND`). */
export interface Exemption {
  readonly together: boolean
  readonly conditions: readonly { readonly target: 'secret' | 'match'; readonly constraint: ConstraintSpec }[]
}

/** Reads an allowlist. Undefined if nothing of it can be carried over. */
export function readAllowlist(list: Plain, key: string, notes: NoteKeeper): Exemption | undefined {
  const together = /^(?:AND|&&)$/i.test(String(list['condition'] ?? ''))
  const commits = textsOf(list['commits'])
  if (commits.length > 0) {
    notes.add(`${key}.commits`, together ? 'part' : 'key', 'Assay scans files and not commits, so commits cannot be allowed.')
    // Together with commits, the others exempt only findings of these commits.
    if (together) return undefined
  }
  const conditions = [...readPaths(list, key, notes), ...readRegexes(list, key, notes), ...readStopwords(list)]
  return conditions.length === 0 ? undefined : { together, conditions }
}

function readPaths(list: Plain, key: string, notes: NoteKeeper): Exemption['conditions'] {
  const regexes = textsOf(list['paths']).filter((regex) => isRegex(regex, `${key}.paths`, notes))
  return regexes.length === 0 ? [] : [{ target: 'match', constraint: { 'file-path': anyRegex(regexes) } }]
}

function readRegexes(list: Plain, key: string, notes: NoteKeeper): Exemption['conditions'] {
  const regexes = textsOf(list['regexes']).filter((regex) => isRegex(regex, `${key}.regexes`, notes))
  if (regexes.length === 0) return []
  const target = String(list['regexTarget'] ?? 'secret')
  if (target === 'line') return [{ target: 'match', constraint: { line: anyRegex(regexes) } }]
  return [{ target: target === 'match' ? 'match' : 'secret', constraint: anyRegex(regexes) }]
}

function anyRegex(regexes: readonly string[]): ConstraintObject {
  const [only, second] = regexes
  return only !== undefined && second === undefined ? { regex: only } : { any: regexes.map((regex) => ({ regex })) }
}

/** Stopwords are compared without regard to case. */
function readStopwords(list: Plain): Exemption['conditions'] {
  const words = textsOf(list['stopwords'])
  if (words.length === 0) return []
  return [{ target: 'secret', constraint: { regex: `(?i)${words.map(escapeRegex).join('|')}` } }]
}

/** Whether the regex compiles. Reports it otherwise. */
export function isRegex(regex: string, key: string, notes: NoteKeeper): boolean {
  const compiled = compileRegex(regex)
  if (compiled.kind === 'regex') return true
  notes.add(key, 'close', `The regex \`${regex}\` cannot be compiled, so it exempts nothing: ${compiled.message}.`)
  return false
}
