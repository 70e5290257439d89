import { isLocal } from '../model/bound.ts'
import type { LanguageId } from '../model/language.ts'
import type { LoadedMatcher } from '../model/rule-pack.ts'
import { rememberNamed } from './remember-named.ts'

/** `$X` and `$...ARGS`, captures of a query, named groups of a regex. */
const METAVARIABLE = /\$(?:\.\.\.)?([A-Z_][A-Z0-9_]*)/g
const CAPTURE = /@([\w.!?-]+)/g
const GROUP = /\(\?P?<([A-Za-z_]\w*)>/g

const NOTHING_NAMED: ReadonlySet<string> = new Set()

/** The node itself, and the anonymous metavariable. */
const NO_NAMES: ReadonlySet<string> = new Set(['$MATCH', '$_'])

/**
 * The metavariables that a matcher, including those it uses, may bind or read. If none of these is bound, its result at a node is always the same.
 * Over-approximates.
 */
export function createMetavariables(language: LanguageId, shared: ReadonlyMap<string, LoadedMatcher>): (spec: object) => ReadonlySet<string> {
  const usedBy = rememberNamed<ReadonlySet<string>>(shared, NOTHING_NAMED, namesOf)

  function namesOf(spec: unknown): Set<string> {
    const found = new Set<string>()
    const addNames = (text: string): void => {
      if (text.includes('$')) for (const [, name] of text.matchAll(METAVARIABLE)) found.add(`$${name}`)
      if (text.includes('(?')) for (const [, name] of text.matchAll(GROUP)) found.add(`$${name}`)
    }
    const addCaptures = (query: string): void => {
      for (const [, name] of query.matchAll(CAPTURE)) if (!name.startsWith('_')) found.add(`$${name.toUpperCase().replaceAll(/\W/g, '_')}`)
    }
    const addFrom = (part: unknown): void => {
      if (typeof part === 'string') return addNames(part)
      if (typeof part !== 'object' || part === null) return
      if ('languages' in part && !speaksOf(part.languages, language)) return
      for (const [key, value] of Object.entries(part)) {
        if (key === 'use') for (const name of usedBy(value)) found.add(name)
        else if (key === 'query' && typeof value === 'string') addCaptures(value)
        else if (key !== 'description') {
          addNames(key)
          addFrom(value)
        }
      }
    }
    addFrom(spec)
    for (const name of found) if (NO_NAMES.has(name) || isLocal(name)) found.delete(name)
    return found
  }

  return namesOf
}

function speaksOf(languages: unknown, language: LanguageId): boolean {
  return !Array.isArray(languages) || languages.includes(language) || languages.includes('text')
}
