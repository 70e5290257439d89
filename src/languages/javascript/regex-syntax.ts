import type { RegexSyntax } from '../../model/language.ts'

/** Regular expressions of JavaScript: `/a+/g`, `RegExp('a+', 'g')`. No other expression begins with a slash. */
export const REGEX_SYNTAX: RegexSyntax = {
  syntax: 'javascript',
  makers: new Set(['RegExp']),
  literal: /^\/(?![*/])([^]+)\/(\w*)$/,
  isText: false,
  readFlags: (written) => /^['"`]?([dgimsuvy]*)['"`]?$/.exec(written)?.[1] ?? '',
}
