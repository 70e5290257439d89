import type { RegexSyntax } from '../../model/language.ts'

/** Regular expressions of Python: texts, and `re.compile(r'a+', re.I)`. One of several lines is written to be read: white space in it stands for nothing. */
export const REGEX_SYNTAX: RegexSyntax = {
  syntax: 'python',
  makers: new Set(['re.compile']),
  isText: true,
  readFlags: (written, text) => {
    const letters = FLAGS.filter(([, name]) => name.test(written)).map(([letter]) => letter)
    return `${letters.join('')}${/\n\s/.test(text) ? 'x' : ''}`
  },
}

const FLAGS = [
  ['i', /\bre\.(?:I|IGNORECASE)\b/],
  ['m', /\bre\.(?:M|MULTILINE)\b/],
  ['s', /\bre\.(?:S|DOTALL)\b/],
  ['x', /\bre\.(?:X|VERBOSE)\b/],
] as const
