import { BOUNDS } from '../../model/bounds.ts'
import type { RegexProver } from './regex-proof.ts'

/** A capturing group of a regular expression. */
export interface RegexGroup {
  /** Its position from 1, and its name if it has one. */
  readonly position: number
  readonly name: string | undefined
}

/** The capturing groups that restrict every character: `(\d+)` and `(?<id>[a-z-]+)`, but not `(.*)` or `([^/]+)`. */
export function restrictiveGroups(source: string, regexes: RegexProver): readonly RegexGroup[] {
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
      if (
        group !== undefined &&
        group.position > 0 &&
        regexes.isRestrictive({ text: source.slice(group.begin, at), syntax: 'javascript', flags: '' }, 'whole')
      )
        found.push({ position: group.position, name: group.name })
    }
  }
  return found
}

const MAX_GROUP_HEAD = BOUNDS.regexGroupHead.value
