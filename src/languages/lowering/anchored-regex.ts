/**
 * Whether a regular expression is anchored at both ends and restricts every character of the string: `^[a-z0-9_-]+$`. A regex that accepts any
 * character somewhere (`.`, `[^/]`, `\S`) proves nothing.
 */
export function isAnchoredRegex(source: string): boolean {
  const starts = /^(?:\^|\\A)/.test(source)
  const ends = /(?:[^\\]\$|\\[zZ])$/.test(source)
  if (!starts || !ends) return false
  const body = source.replace(/^(?:\^|\\A)/, '').replace(/(?:\$|\\[zZ])$/, '')
  // In `^a|b$` each alternative has one anchor only.
  if (hasBareAlternative(body)) return false
  const plain = body.replace(/\[(?!\^)(?:\\[^]|[^\]\\])*(?:\]|\\?$)/g, (set) => (/\\[SDW]/.test(set) ? '.' : 'a')).replace(/\\[^SDW]/g, 'a')
  return !/[.]|\[\^|\\[SDW]/.test(plain)
}

/** Whether a regular expression is a single negated character class: `[^a-z0-9_-]`. A string without a match consists of the listed characters. */
export function isNegatedClassRegex(source: string): boolean {
  const found = /^\[\^((?:\\.|[^\]\\])+)\][+*]?$/.exec(source)
  return found !== null && !/\\[SDW]/.test(found[1]) && !source.endsWith('*')
}

function hasBareAlternative(body: string): boolean {
  let depth = 0
  let inSet = false
  for (let at = 0; at < body.length; at++) {
    const character = body[at]
    if (character === '\\') at++
    else if (inSet) inSet = character !== ']'
    else if (character === '[') inSet = true
    else if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === '|' && depth === 0) return true
  }
  return false
}
