import { describe, expect, it } from 'vitest'
import { buildLineIndex } from '../../src/text/build-line-index.ts'
import type { CodeLines, LineRange } from '../../src/text/code-lines.ts'
import { findCommentsInText } from '../../src/text/find-comments-in-text.ts'
import { readForeignSuppressions, readSuppressions, suppresses } from '../../src/text/read-suppressions.ts'

const syntax = {
  line: ['//', '#', ';', '-- '],
  block: [
    ['/*', '*/'],
    ['<!--', '-->'],
  ],
} as const

function inputOf(text: string, statements: readonly LineRange[] = [], elements: readonly LineRange[] = []) {
  const find = (ranges: readonly LineRange[], line: number) =>
    ranges.find(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine) ?? { firstLine: line, lastLine: line }
  const code: CodeLines = { statementLines: (line) => find(statements, line), elementLines: (line) => find(elements, line) }
  return { text, lines: buildLineIndex(text), comments: () => findCommentsInText(text, syntax), code: () => code }
}
const read = (text: string) => readSuppressions(inputOf(text))
const linesOf = ({ firstLine, lastLine }: LineRange) => [firstLine, lastLine]

describe('readSuppressions', () => {
  it.each([
    { name: 'one rule', comment: '// assay-ignore rule-a', rules: ['rule-a'] },
    { name: 'every rule', comment: '// assay-ignore', rules: [] },
    { name: 'commas and blanks', comment: '# assay-ignore rule-a, rule-b  rule-c', rules: ['rule-a', 'rule-b', 'rule-c'] },
    { name: 'a reason', comment: '// assay-ignore rule-a -- checked  above', rules: ['rule-a'], reason: 'checked above' },
    { name: 'a reason for every rule', comment: '// assay-ignore -- a test key', rules: [], reason: 'a test key' },
    { name: 'a reason with dashes', comment: '// assay-ignore a-b -- x -- y--z', rules: ['a-b'], reason: 'x -- y--z' },
    { name: 'an empty reason', comment: '// assay-ignore rule-a -- ', rules: ['rule-a'] },
    { name: 'a colon', comment: '// assay-ignore: rule-a', rules: ['rule-a'] },
    { name: 'no blank after the opener', comment: '//assay-ignore rule-a', rules: ['rule-a'] },
    { name: 'a block', comment: '/* assay-ignore rule-a -- fine */', rules: ['rule-a'], reason: 'fine' },
    { name: 'a block of lines', comment: '/**\n * assay-ignore rule-a -- fine\n * and more\n */', rules: ['rule-a'], reason: 'fine' },
    { name: 'markup', comment: '<!-- assay-ignore rule-a -- fine -->', rules: ['rule-a'], reason: 'fine' },
    { name: 'markup without a reason', comment: '<!-- assay-ignore rule-a -->', rules: ['rule-a'] },
    { name: 'another opener', comment: '; assay-ignore rule-a', rules: ['rule-a'] },
  ])('reads $name', ({ comment, rules, reason }) => {
    expect(read(`${comment}\nx`)).toEqual([
      {
        scope: 'line',
        rules,
        ...(reason === undefined ? {} : { reason }),
        line: 1,
        firstLine: 1,
        lastLine: comment.split('\n').length + 1,
      },
    ])
  })

  it.each(['assay-ignore-line', 'assay-ignore-next-line', 'assay-ignore-files'])('takes %s for a rule that there is not', (word) => {
    expect(read(`// ${word} rule-a -- fine\nx`)).toMatchObject([{ scope: 'line', rules: [word] }])
  })

  it.each([
    { name: 'text before the marker', text: '// please assay-ignore this' },
    { name: 'a longer word', text: '// assay-ignored rule-a' },
    { name: 'other capitals', text: '// Assay-Ignore rule-a' },
    { name: 'a string', text: 'x = "// assay-ignore"' },
    { name: 'no comment', text: 'assay-ignore rule-a' },
  ])('takes $name for no suppression', ({ text }) => expect(read(text)).toEqual([]))

  it('applies to the whole file from any position', () => {
    expect(read('a\nb\n# assay-ignore-file rule-a -- generated\nc\n')).toMatchObject([
      { scope: 'file', rules: ['rule-a'], reason: 'generated', firstLine: 1, lastLine: 5 },
    ])
  })

  it('does not look for comments in a text without the word', () => {
    const comments = () => {
      throw new Error('asked for comments')
    }
    expect(readSuppressions({ ...inputOf('// ignore'), comments })).toEqual([])
  })

  it.each([
    { name: 'its own line, with code before it', text: 'a\nb // assay-ignore\nc', lines: [2, 2] },
    { name: 'the next line, without', text: 'a\n  // assay-ignore\nb\nc', lines: [2, 3] },
    { name: 'the next line past blanks and comments', text: '// assay-ignore\n\n  // why\n/* and\n how */\nb\nc', lines: [1, 6] },
    { name: 'the next line past other suppressions', text: '// assay-ignore a\n// assay-ignore b\nc\nd', lines: [1, 3] },
    { name: 'code after it on its line', text: '/* assay-ignore */ b\nc', lines: [1, 1] },
    { name: 'its own line after a comment', text: 'a /* x */ // assay-ignore\nb', lines: [1, 1] },
    { name: 'the next line after a comment on its line', text: '/* x */ // assay-ignore\nb\nc', lines: [1, 2] },
    { name: 'the next line after a comment that ends on its line', text: 'a /* x\n*/ // assay-ignore\nb', lines: [2, 3] },
    { name: 'the element after a comment of JSX', text: '<p>\n {/* assay-ignore */}\n\n <b>x</b>\n</p>', lines: [2, 4] },
    { name: 'its own line at the end of the file', text: 'a\n// assay-ignore\n\n', lines: [2, 2] },
    { name: 'the next line with CRLF', text: 'a\r\n// assay-ignore\r\n\r\nb\r\nc', lines: [2, 4] },
  ])('covers $name', ({ text, lines }) => expect(read(text).map(linesOf)[0]).toEqual(lines))

  const spread = ['a', 'call(', '  x,', '  y', ')', 'b']
  const statements = [{ firstLine: 2, lastLine: 5 }]
  it.each([
    { name: 'the whole statement below', at: 0, insert: undefined, text: spread.with(0, '// assay-ignore'), lines: [1, 5] },
    { name: 'the whole statement from its first line', text: spread.with(1, 'call( // assay-ignore'), lines: [2, 5] },
    { name: 'the whole statement from its last line', text: spread.with(4, ') // assay-ignore'), lines: [2, 5] },
    { name: 'one line in the middle of a statement', text: spread.with(2, '  x, // assay-ignore'), lines: [3, 3] },
    { name: 'the next line within a statement', text: spread.with(2, '  // assay-ignore'), lines: [3, 4] },
  ])('covers $name', ({ text, lines }) => expect(readSuppressions(inputOf(text.join('\n'), statements)).map(linesOf)).toEqual([lines]))

  it('covers an element of several lines within a statement', () => {
    const text = 'f(\n// assay-ignore\n{ a: 1,\n b: 2 },\n c)'
    const input = inputOf(text, [{ firstLine: 1, lastLine: 5 }], [{ firstLine: 3, lastLine: 4 }])
    expect(readSuppressions(input).map(linesOf)).toEqual([[2, 4]])
  })

  // A quadratic algorithm would run into the timeout.
  it('stays linear in the number of suppressions', () => {
    expect(read('/*assay-ignore*/'.repeat(200_000))).toHaveLength(200_000)
    expect(read('// assay-ignore\n'.repeat(200_000))).toHaveLength(200_000)
  })
})

describe('readForeignSuppressions', () => {
  it.each([
    { name: 'nosemgrep', text: 'f() // nosemgrep\nb', rules: [], lines: [1, 1], reason: 'nosemgrep' },
    { name: 'nosemgrep with ids', text: '# nosemgrep: a.b.c, d-e\nf()', rules: [], lines: [1, 2], reason: 'nosemgrep: a.b.c, d-e' },
    { name: 'nosec', text: 'f() # nosec', rules: [], lines: [1, 1], reason: '# nosec' },
    {
      name: 'nosec with ids after another remark',
      text: 'f() # noqa: E501 # nosec B602, B603',
      rules: [],
      lines: [1, 1],
      reason: '# nosec B602, B603',
    },
    { name: 'NOSONAR', text: 'f() // NOSONAR safe', rules: [], lines: [1, 1], reason: 'NOSONAR' },
    { name: 'eslint-disable-next-line', text: '// eslint-disable-next-line\nf()\ng()', rules: [], lines: [2, 2], reason: 'eslint-disable-next-line' },
    {
      name: 'eslint-disable-line for a security rule',
      text: 'f() // eslint-disable-line no-eval',
      rules: [],
      lines: [1, 1],
      reason: 'eslint-disable-line no-eval',
    },
    {
      name: 'eslint-disable-next-line in a block',
      text: '/* eslint-disable-next-line security/detect-eval -- ok */\nf()',
      rules: [],
      lines: [2, 2],
      reason: 'eslint-disable-next-line security/detect-eval -- ok',
    },
    { name: 'gitleaks:allow', text: 'k = "x" # gitleaks:allow', rules: ['secret-*'], lines: [1, 1], reason: 'gitleaks:allow' },
    {
      name: 'pragma: allowlist secret',
      text: 'k = "x" # pragma: allowlist secret',
      rules: ['secret-*'],
      lines: [1, 1],
      reason: 'pragma: allowlist secret',
    },
    {
      name: 'pragma: allowlist nextline secret',
      text: '# pragma: allowlist nextline secret\nk = "x"',
      rules: ['secret-*'],
      lines: [2, 2],
      reason: 'pragma: allowlist nextline secret',
    },
  ])('honours $name', ({ text, rules, lines, reason }) => {
    const suppressions = readForeignSuppressions(inputOf(text))
    expect(suppressions).toMatchObject([{ scope: 'line', rules, reason }])
    expect(suppressions.map(linesOf)).toEqual([lines])
  })

  it.each([
    { name: 'eslint-disable for rules of style', text: 'f() // eslint-disable-line no-console, max-len' },
    { name: 'eslint-disable of a whole file', text: '/* eslint-disable */\nf()' },
    { name: 'a word that contains a marker', text: 'f() // nosecrets here' },
    { name: 'a string', text: 'x = "# nosec"' },
    { name: 'our own', text: '// assay-ignore\nx' },
  ])('leaves $name alone', ({ text }) => expect(readForeignSuppressions(inputOf(text))).toEqual([]))
})

describe('suppresses', () => {
  const base = { scope: 'line', line: 1, firstLine: 2, lastLine: 3 } as const
  it.each([
    { name: 'the rule on the line', rules: ['rule-a'], rule: 'rule-a', line: 2, covered: true },
    { name: 'every rule', rules: [], rule: 'rule-a', line: 3, covered: true },
    { name: 'no other rule', rules: ['rule-a'], rule: 'rule-ab', line: 2, covered: false },
    { name: 'no line before', rules: [], rule: 'rule-a', line: 1, covered: false },
    { name: 'no line after', rules: [], rule: 'rule-a', line: 4, covered: false },
    { name: 'a family', rules: ['secret-*'], rule: 'secret-jwt', line: 2, covered: true },
    { name: 'no other family', rules: ['secret-*'], rule: 'sql-injection', line: 2, covered: false },
  ])('covers $name', ({ rules, rule, line, covered }) => expect(suppresses({ ...base, rules }, rule, line)).toBe(covered))
})
