/**
 * Whether a regular expression, anchored at both ends, says which characters the whole text is made of: `^[a-z0-9_-]+$`. One that lets any character
 * through (`.`, `[^/]`, `\S`) makes sure of nothing.
 */
export function isAnchoredRegex(source: string): boolean {
  const starts = /^(?:\^|\\A)/.test(source)
  const ends = /(?:[^\\]\$|\\[zZ])$/.test(source)
  if (!starts || !ends) return false
  const body = source.replace(/^(?:\^|\\A)/, '').replace(/(?:\$|\\[zZ])$/, '')
  // `^a|b$` anchors each half once.
  if (hasBareAlternative(body)) return false
  const plain = body.replace(/\[(?!\^)(?:\\[^]|[^\]\\])*(?:\]|\\?$)/g, (set) => (/\\[SDW]/.test(set) ? '.' : 'a')).replace(/\\[^SDW]/g, 'a')
  return !/[.]|\[\^|\\[SDW]/.test(plain)
}

/** Whether a regular expression finds any character but listed ones: `[^a-z0-9_-]`. Text in which it finds nothing is made of those. */
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
