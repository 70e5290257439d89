import type { RE2JS } from 're2js'
import type { RegexMatch } from './compile-regex.ts'
import type { ParsedRegex } from './regex-node.ts'

export interface Search {
  test(text: string): boolean
  find(text: string, from: number): RegexMatch | undefined
}

/** The fastest way found to search with a program of re2js. */
export function createSearch(re: RE2JS, parsed: ParsedRegex): Search {
  const groups = parsed.groupNames
  return {
    test: (text) => re.test(text),
    find(text, from) {
      const matcher = re.matcher(text)
      if (from > text.length || !matcher.find(from)) return undefined
      const found = groups.map((name) => ({ name, start: matcher.start(name), end: matcher.end(name) }))
      return { start: matcher.start(), end: matcher.end(), groups: found.filter((group) => group.start >= 0) }
    },
  }
}
