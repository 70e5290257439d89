import { isAnchoredRegex } from './anchored-regex.ts'

/** A group of a regular expression that keeps what it finds. */
export interface RegexGroup {
  /** How what it finds is asked for: by its position from 1, and by its name where it has one. */
  readonly position: number
  readonly name: string | undefined
}

/** Groups of a regular expression that say which characters they find: `(\d+)`, `(?<id>[a-z-]+)`, and not `(.*)` or `([^/]+)`. */
export function restrictiveGroups(source: string): readonly RegexGroup[] {
  const found: RegexGroup[] = []
  const open: { position: number; name: string | undefined; begin: number }[] = []
  let position = 0
  let inSet = false
  for (let at = 0; at < source.length; at++) {
    const character = source[at]
    if (character === '\\') at++
    else if (inSet) inSet = character !== ']'
    else if (character === '[') inSet = true
    else if (character === '(') {
      const [written, name] = /^\((?:\?(?:<([A-Za-z_$][\w$]*)>|<?[=!]|:)?)?/.exec(source.slice(at, at + MAX_GROUP_HEAD)) ?? ['(']
      const keeps = written === '(' || name !== undefined
      if (keeps) position++
      open.push({ position: keeps ? position : 0, name, begin: at + written.length })
    } else if (character === ')') {
      const group = open.pop()
      if (group !== undefined && group.position > 0 && isAnchoredRegex(`^(?:${source.slice(group.begin, at)})$`))
        found.push({ position: group.position, name: group.name })
    }
  }
  return found
}

const MAX_GROUP_HEAD = 80
