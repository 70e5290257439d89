import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../src/model/finding.ts'
import type { ScanResult } from '../../src/model/result.ts'
import { toText } from '../../src/report/to-text.ts'
import { widthOf } from '../../src/report/visible-text.ts'
import { buildLineIndex } from '../../src/text/build-line-index.ts'
import { AWS_KEY, CLEAN, SAMPLE, SOURCES, STRIPE_KEY } from './sample-result.ts'

const sourceOf = (path: string) => SOURCES.get(path)
const finding: Finding = { ...SAMPLE.findings[0], description: 'What is wrong.', title: 'Title' }
const only = (one: Finding): ScanResult => ({ ...CLEAN, findings: [one] })

/** The report of one finding for a range of a text. */
function reportOn(text: string, start: number, end: number, more: Partial<Finding> = {}, width = 80): string {
  const lines = buildLineIndex(text)
  const [from, to] = [lines.positionAt(start), lines.positionAt(end)]
  const place = { line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
  return toText(only({ ...finding, ...place, ...more }), { sourceOf: () => text, width })
}
/** The rows of code and carets in a report, without the gutter. */
const rowsOf = (report: string) => report.split('\n').flatMap((line) => (/^ *\d* │ /.test(line) ? [line.replace(/^ *\d* │ /, '')] : []))
const mark = (text: string, code: string) => rowsOf(reportOn(text, text.indexOf(code), text.indexOf(code) + code.length))

describe('toText', () => {
  it('looks as in the file', async () => {
    await expect(toText(SAMPLE, { sourceOf })).toMatchFileSnapshot('snapshots/report.txt')
  })

  it('looks as in the file with colours', async () => {
    await expect(toText(SAMPLE, { sourceOf, color: true })).toMatchFileSnapshot('snapshots/report-colors.txt')
  })

  it('looks as in the file without sources, on a narrow terminal', async () => {
    await expect(toText(SAMPLE, { width: 50 })).toMatchFileSnapshot('snapshots/report-narrow.txt')
  })

  it('is two lines long without findings', () => {
    expect(toText(CLEAN)).toBe('No findings in 1 file.\nGrade A+, score 100 of 100.\n')
  })

  const php = { language: 'PHP', files: 12, bytes: 9_000 }

  it.each([
    {
      name: 'all code',
      result: { ...CLEAN, grade: 'N/A', score: 0, filesScanned: 13, filesRead: { code: 0, configuration: 0, text: 1 }, unread: [php] } as const,
      report: [
        'Files in unsupported languages: 12. For this reason, there is no grade.',
        '  12 files of PHP: scanned only for secrets',
        '',
        'No findings in 13 files, none of them in a supported language.',
        'Grade N/A, score 0 of 100.',
      ],
    },
    {
      name: 'some of the code',
      result: { ...CLEAN, grade: 'A', score: 96, filesScanned: 14, unread: [php, { language: 'Go', files: 1, bytes: 9 }] } as const,
      report: [
        'Files in unsupported languages: 13. This limits the grade.',
        '  12 files of PHP: scanned only for secrets',
        '  1 file of Go: scanned only for secrets',
        '',
        'No findings in 14 files.',
        'Grade A, score 96 of 100.',
      ],
    },
    {
      name: 'nothing, where there is no code',
      result: { ...CLEAN, filesScanned: 2, filesRead: { code: 0, configuration: 1, text: 1 } },
      report: ['No findings in 2 files, none of which contains program code.', 'Grade A+, score 100 of 100.'],
    },
  ])('states that $name is in an unsupported language', ({ result, report }) => {
    expect(toText(result)).toBe(`${report.join('\n')}\n`)
  })

  it('states that nothing was scanned', () => {
    expect(toText({ ...CLEAN, grade: 'N/A', score: 0, filesScanned: 0 })).toBe('No files were scanned.\nGrade N/A, score 0 of 100.\n')
  })

  describe('steps on other lines', () => {
    const texts = new Map([
      ['a.js', 'sink(value)\n'],
      ['b.js', `const given = body.field\nconst key = "${STRIPE_KEY}"\nconst long = [${'word, '.repeat(60)}]\nnext(\n  given)\n`],
    ])
    const step = (line: number, column: number, endLine: number, endColumn: number) =>
      ({ kind: 'source', file: 'b.js', line, column, endLine, endColumn, what: 'untrusted data' }) as const
    const secret: Finding = { ...finding, category: 'secrets', file: 'b.js', line: 2, column: 14, endLine: 2, endColumn: 14 + STRIPE_KEY.length }
    const own: Finding = { ...finding, file: 'a.js', line: 1, column: 1, endLine: 1, endColumn: 12 }

    it.each([
      { name: 'show their code', place: step(1, 15, 1, 25), shown: 'b.js:1:15  untrusted data: body.field' },
      { name: 'show no secret', place: step(2, 7, 2, 14 + STRIPE_KEY.length), shown: 'b.js:2:7  untrusted data' },
      { name: 'are cut to the width', place: step(3, 14, 3, 200), shown: 'b.js:3:14  untrusted data: [word, word, word, word, word, w…' },
      { name: 'show their first line', place: step(4, 1, 5, 9), shown: 'b.js:4:1  untrusted data: next(…' },
    ])('$name', ({ place, shown }) => {
      const trace = [place, { ...place, file: 'a.js', line: 1, column: 1, endLine: 1, endColumn: 12, kind: 'sink', what: 'used here' } as const]
      const report = toText({ ...CLEAN, findings: [{ ...own, trace }, secret] }, { sourceOf: (path) => texts.get(path), width: 72 })
      expect(report.split('\n').filter((line) => /^ {4}(?:source|sink)/.test(line))).toEqual([
        `    source  ${shown}`,
        '    sink    a.js:1:1  used here',
      ])
    })
  })

  it('masks quoted secrets, but not a call with only names as arguments', () => {
    const weakness = { cwe: ['CWE-798'], category: 'crypto' }
    const text = 'token: sign(claims, KEY) + sign(claims, "correct horse")'
    expect(rowsOf(reportOn(text, 7, 24, weakness))[0]).toBe(text)
    expect(rowsOf(reportOn(text, 27, text.length, weakness))[0]).not.toContain('horse')
  })

  it('counts places beyond the fourth without code', () => {
    const findings = Array.from({ length: 7 }, (_, index) => ({ ...finding, line: index + 1, endLine: index + 1 }))
    expect(toText({ ...CLEAN, findings })).toContain('\n  and at 5:2, 6:2, 7:2\n')
  })

  it('names eight files of a gap and counts the others', () => {
    const skipped = Array.from({ length: 11 }, (_, index) => ({ file: `${index}.js`, reason: 'unreadable', detail: 'no permission' }) as const)
    expect(toText({ ...CLEAN, skipped })).toContain('  7.js: unreadable, no permission\n  and 3 more\n')
  })

  it.each([
    { name: 'a tab', text: '\ta\tb', code: 'b', rows: ['    a   b', '        ^'] },
    { name: 'wide characters', text: '日本 = 語学', code: '語学', rows: ['日本 = 語学', '       ^^^^'] },
    { name: 'an emoji of several code points', text: '"👩‍🚀" + x', code: 'x', rows: ['"👩‍🚀" + x', '       ^'] },
    { name: 'a combining accent', text: 'e\u0301 = x', code: 'x', rows: ['e\u0301 = x', '    ^'] },
    { name: 'a control character', text: 'a\u001b[2Jb', code: 'b', rows: ['a␛[2Jb', '     ^'] },
    { name: 'a mark of direction', text: 'a\u202eb', code: 'b', rows: ['a<U+202E>b', '         ^'] },
    { name: 'half a surrogate pair', text: 'a\ud800b', code: 'b', rows: ['a\ufffdb', '  ^'] },
    { name: 'two lines', text: 'f(\r\n  x)\r\ny', code: 'f(\r\n  x)', rows: ['f(', '^^', '  x)', '  ^^'] },
    { name: 'many lines', text: 'f(\n1,\n2,\n3,\n)', code: 'f(\n1,\n2,\n3,\n)', rows: ['f(', '^^', '1,', '^^', '… 3 more lines'] },
    { name: 'nothing at the end of a line', text: 'ab\nc', code: '\n', rows: ['ab', '  ^'] },
  ])('puts carets right after $name', ({ text, code, rows }) => expect(mark(text, code)).toEqual(rows))

  it('cuts a long line around the match', () => {
    const text = `${'left '.repeat(50_000)}eval(x)${' right'.repeat(50_000)}`
    const [code, carets] = rowsOf(reportOn(text, 250_000, 250_007))
    expect(code).toMatch(/^….*eval\(x\) right.*…$/)
    expect(widthOf(code)).toBeLessThanOrEqual(80)
    expect(code.indexOf('eval(x)')).toBe(carets.indexOf('^'))
  })

  it('reads bytes, with a mark of byte order or not', () => {
    const bytes = new TextEncoder().encode('\uFEFFeval(x)')
    expect(rowsOf(toText(only({ ...finding, line: 1, column: 1, endLine: 1, endColumn: 8 }), { sourceOf: () => bytes }))).toEqual([
      'eval(x)',
      '^^^^^^^',
    ])
  })

  it.each([
    { name: 'shorter', text: 'x' },
    { name: 'empty', text: '' },
    { name: 'binary', text: '\0' },
  ])('survives a file that has become $name since the scan', ({ text }) => {
    expect(toText(only({ ...finding, line: 9, column: 9, endLine: 12, endColumn: 3 }), { sourceOf: () => text })).toContain('What is wrong.')
  })

  it('never shows eight characters of a secret, with its neighbours on the line and those in the description', () => {
    const report = toText(SAMPLE, { sourceOf }) + toText(SAMPLE)
    for (const secret of [AWS_KEY, STRIPE_KEY, 'correct horse battery']) {
      for (let at = 0; at + 8 <= secret.length; at++) expect(report).not.toContain(secret.slice(at, at + 8))
    }
  })

  const step = (line: number, what: string, kind: 'source' | 'step' | 'sink' = 'step') =>
    ({ kind, file: 'src/a.js', line, column: 1, endLine: line, endColumn: 2, what }) as const
  const long = [
    step(1, 'untrusted data', 'source'),
    ...Array.from({ length: 33 }, (_, at) => step(at + 2, 'becomes part of a text')),
    step(35, 'used', 'sink'),
  ]

  it('folds a long way of data to source and sink, unless it shall not', () => {
    const rowsOfTrace = (fold: boolean) =>
      toText(only({ ...finding, trace: long }), { fold })
        .split('\n')
        .filter((row) => /^ {4}\S/.test(row))
    expect(rowsOfTrace(true)).toEqual(['    source  src/a.js:1:1  untrusted data', '    …       33 more steps', '    sink    src/a.js:35:1  used'])
    expect(rowsOfTrace(false)).toHaveLength(35)
  })

  it('names the page of each rule once per weakness, without control characters', () => {
    const findings = [finding, { ...finding, id: '2', line: 9 }]
    const rulePageOf = (rule: string) => `https://assay.example.org/rules/${rule}\u001b[2J`
    const report = toText({ ...CLEAN, findings }, { rulePageOf })
    expect(report.match(/^ {2}Details: https:\/\/assay\.example\.org\/rules\/command-injection/gm)).toHaveLength(1)
    expect(report).not.toContain('\u001b')
    expect(toText({ ...CLEAN, findings })).not.toContain('Details:')
  })

  it('lists repeated findings in many files by location, the first files with code, and every location once', () => {
    const findings = Array.from({ length: 99 }, (_, at) => ({ ...finding, id: String(at), file: `src/${at}.js` }))
    const report = toText({ ...CLEAN, findings })
    expect(report).toMatch(
      /^More findings of the rules below, in other files\n\ncritical {2}Title {2}command-injection\n {2}87 findings in 87 files: src\/12\.js:3:2, /,
    )
    expect(report).toContain('and 57 other locations')
    expect(report.match(/^src\/\d+\.js$/gm)).toHaveLength(12)
    expect(toText({ ...CLEAN, findings }, { fold: false }).match(/^src\/\d+\.js$/gm)).toHaveLength(99)
    expect(toText({ ...CLEAN, findings: findings.slice(0, 15) }).match(/^src\/\d+\.js$/gm)).toHaveLength(15)
  })

  const source = fc.string({
    unit: fc.constantFrom('a', 'Z', '9', '"', ' ', '\t', '\n', '\r', '\u001b', '\u202e', '\u009b', '日', '👍', '\ud800'),
    maxLength: 60,
  })

  it('never shows eight characters of a secret', () => {
    const secrets = fc.stringMatching(/^[G-Z0-9+/]{8,40}$/)
    fc.assert(
      fc.property(source, secrets, fc.constantFrom('', '\n'), source, fc.integer({ min: 40, max: 120 }), (before, secret, broken, after, width) => {
        const whole = secret + broken + secret
        const more = { category: 'secrets', description: `Found ${whole}.` }
        const report = reportOn(before + whole + after, before.length, before.length + whole.length, more, width)
        for (let at = 0; at + 8 <= secret.length; at++) expect(report).not.toContain(secret.slice(at, at + 8))
      }),
    )
  })

  it('never prints a control character, and respects the width', () => {
    fc.assert(
      fc.property(source, source, source, fc.integer({ min: 40, max: 120 }), (before, code, after, width) => {
        const text = before + code + after
        const more = { file: `${before}x`, title: code, description: after }
        const report = reportOn(text, before.length, before.length + code.length, more, width)
        expect(report).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e]/u)
        for (const row of rowsOf(report)) expect(widthOf(row)).toBeLessThanOrEqual(width)
      }),
    )
  })
})
