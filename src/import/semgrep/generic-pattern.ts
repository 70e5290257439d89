import { escapeRegex } from '../regex-groups.ts'

/** Up to ten line breaks, as few as possible. */
const ELLIPSIS = '(?:[^\\n]*\\n){0,10}?[^\\n]*?'

/** A pattern of the mode `generic` as a regex over text. A reason if it has no equivalent. */
export function toTextRegex(pattern: string): { readonly regex: string } | { readonly reason: string } {
  const tokens = pattern.trim().match(/\$\.\.\.[A-Z_][A-Z0-9_]*|\$[A-Z_][A-Z0-9_]*|\.\.\.|\w+|\s+|[^\w\s]/g) ?? []
  const seen = new Set<string>()
  let regex = ''
  let before = ''
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1] ?? ''
    if (/^\s+$/.test(token)) {
      const isGap = before === '...' || next === '...' || before.startsWith('$...') || next.startsWith('$...')
      regex += isGap ? '\\s*' : isWord(before) && isWord(next) ? '\\s+' : '\\s*'
      continue
    }
    const name = /^\$(?:\.\.\.)?([A-Z_][A-Z0-9_]*)$/.exec(token)?.[1]
    if (name !== undefined && name !== '_' && seen.has(name))
      return { reason: `The metavariable \`${token}\` occurs twice, and a regex cannot compare its texts.` }
    if (name !== undefined) seen.add(name)
    regex += readToken(token, name, index === tokens.length - 1)
    before = token
  }
  const bounded = `${/^\w/.test(tokens[0] ?? '') ? '\\b' : ''}${regex}${/\w$/.test(tokens.at(-1) ?? '') && !(tokens.at(-1) ?? '').startsWith('$') ? '\\b' : ''}`
  return { regex: bounded }
}

function isWord(token: string): boolean {
  return /^[\w$]/.test(token)
}

function readToken(token: string, name: string | undefined, isLast: boolean): string {
  if (token === '...') return isLast ? '' : ELLIPSIS
  if (token.startsWith('$...')) return name === '_' ? ELLIPSIS : `(?P<${name ?? ''}>${isLast ? '[^\\n]*' : ELLIPSIS})`
  if (name !== undefined) return name === '_' ? '\\b\\w+\\b' : `(?P<${name}>\\b\\w+\\b)`
  return escapeRegex(token)
}
