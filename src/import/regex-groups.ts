import { compileRegex } from '../engines/regex/compile-regex.ts'

/** A regex whose groups are all named in upper case, with the names by number of the group, beginning at 1. */
export interface NamedGroups {
  readonly source: string
  readonly names: readonly string[]
}

/** Names the groups of a regex, so that constraints and messages can refer to them: the second group becomes `(?P<S2>`. */
export function nameGroups(source: string, prefix: string): NamedGroups {
  const names: string[] = []
  const named = source.replace(TOKEN, (token, given: string | undefined) => {
    if (!token.startsWith('(') || (token.startsWith('(?') && given === undefined)) return token
    const name = given === undefined ? `${prefix}${names.length + 1}` : toGroupName(given)
    names.push(name)
    return `(?P<${name}>`
  })
  return { source: named, names }
}

/** Escapes, quoted stretches and classes are skipped as a whole, also if they are not closed. */
const TOKEN = /\\Q[^]*?(?:\\E|$)|\\[^]|\[\^?\]?(?:\[:\^?\w+:\]|\\[^]?|[^\]\\])*(?:\]|$)|\(\?P?<([A-Za-z_]\w*)>|\(\?|\(/g

/** Metavariables of the rule format have upper-case names. */
export function toGroupName(name: string): string {
  return name.toUpperCase()
}

/** A regex of PCRE in RE2 syntax, or the reason why there is none. */
export type TranslatedRegex = { readonly source: string; readonly change?: string } | { readonly reason: string }

/** Translates a regex of PCRE. Possessive and atomic groups only limit backtracking in most regexes, so they become ordinary ones. */
export function fromPcre(written: string): TranslatedRegex {
  let change: string | undefined
  const source = written.replace(PCRE_TOKEN, (token) => {
    if (token === '\\Z') return '(?:\\n?\\z)'
    if (token === '\\h') return '[ \\t]'
    if (token === '\\R') return '(?:\\r\\n|\\n|\\r)'
    if (token === '(?>') return (change = ATOMIC), '(?:'
    if (/^[*+?}]\+$/.test(token)) return (change = ATOMIC), token.slice(0, 1)
    return token
  })
  const compiled = compileRegex(source)
  if (compiled.kind === 'regex') return change === undefined ? { source } : { source, change }
  const around = /\(\?<?[=!]/.test(source) ? 'The regex has look-around, which a linear-time regex engine does not have.' : undefined
  const back = /(?:^|[^\\])(?:\\\\)*\\[1-9]/.test(source)
    ? 'The regex has a back reference, which a linear-time regex engine does not have.'
    : undefined
  return { reason: around ?? back ?? `The regex cannot be compiled: ${compiled.message}.` }
}

const ATOMIC = 'Atomic groups and possessive quantifiers of the regex became ordinary ones, which can match more.'
const PCRE_TOKEN = /\\[^]|\[\^?\]?(?:\[:\^?\w+:\]|\\[^]?|[^\]\\])*(?:\]|$)|\(\?>|[*+?}]\+/g

/** Escapes a text for use in a regex. */
export function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
