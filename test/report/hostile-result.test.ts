import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { checkResult } from '../../adapters/cli/remote/protocol/check-result.ts'
import { REPORT_FORMATS, renderReport } from '../../src/index.ts'

const PLACE = { file: 'a.js', line: 1, column: 1, endLine: 1, endColumn: 2 }
const ID = '0123456789abcdef0123456789abcdef'

/** A result with every field that a service can send. */
const RESULT = {
  grade: 'F',
  score: 10,
  filesScanned: 1,
  criticalCount: 1,
  highCount: 0,
  mediumCount: 0,
  lowCount: 0,
  findings: [
    {
      id: ID,
      rule: 'probe',
      severity: 'critical',
      title: 'Title',
      description: 'Description',
      fix: 'Fix',
      ...PLACE,
      confidence: 'high',
      category: 'injection',
      cwe: ['CWE-78'],
      owasp: ['A03:2021'],
      references: ['https://example.org/'],
      trace: [
        { kind: 'source', ...PLACE, what: 'source' },
        { kind: 'sink', ...PLACE, what: 'sink' },
      ],
      alternatives: 1,
      places: [PLACE],
      autofix: [{ line: 1, column: 1, endLine: 1, endColumn: 2, text: 'x' }],
    },
  ],
  filesRead: { code: 1, configuration: 0, text: 0 },
  skipped: [{ file: 'a.js', reason: 'too-large', detail: 'Detail', language: 'C' }],
  partial: [{ file: 'a.js', reason: 'syntax-error', detail: 'Detail', rule: 'probe', line: 1, column: 1 }],
  unread: [{ language: 'C', files: 1, bytes: 1 }],
  scannedAsIs: [{ reason: 'vendored', files: 1 }],
  suppressed: [{ id: ID, rule: 'probe', file: 'a.js', line: 1, reason: 'Reason' }],
  unusedSuppressions: [{ file: 'a.js', line: 1, rules: ['probe'] }],
  version: { engine: '1.0.0', formula: '2', packs: [{ name: 'full', version: '1.0.0', rules: 1 }] },
}

type Path = readonly (string | number)[]

function listLeaves(value: unknown, path: Path = []): readonly Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => listLeaves(item, [...path, index]))
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([key, item]) => listLeaves(item, [...path, key]))
  return [path]
}

/** A copy of the result with another value at a path. `JSON.parse` returns any value that a server may send. */
function withValue(path: Path, value: unknown) {
  const text = JSON.stringify(RESULT)
  const copy = JSON.parse(text)
  let at = copy
  for (const key of path.slice(0, -1)) at = at[key]
  at[path[path.length - 1] ?? ''] = value
  return copy
}

const ATTACK =
  '"\'><img src=x onerror=alert(1)><script>alert(1)</script>\u001b[2J\u202e\n::stop-commands::x\r\n[x](javascript:alert(1)) <!-- ]]> @everyone'
const LEAVES = listLeaves(RESULT).map((path) => ({ name: path.join('.'), path }))
const SENT = new Set(['a.js'])

/** Free text: it is escaped in output, and not refused. */
const FREE =
  /^(?:findings\.0\.(?:title|description|fix|trace\.\d\.what|autofix\.0\.text)|(?:skipped|partial)\.0\.detail|(?:skipped|unread)\.0\.language|suppressed\.0\.reason|unusedSuppressions\.0\.rules\.0|version\.packs\.0\.name)$/

test('a result with every field passes', () => {
  expect(checkResult(JSON.parse(JSON.stringify(RESULT)), SENT)).toEqual({ kind: 'result', result: RESULT })
})

test.each(LEAVES.filter(({ name }) => !FREE.test(name)))('the attacked field $name of an answer is refused by name', ({ name, path }) => {
  const checked = checkResult(withValue(path, ATTACK), SENT)
  expect(checked).toMatchObject({ kind: 'fault', why: expect.stringContaining(name.replace(/\.\d+\.file$/, '')) })
  expect(JSON.stringify(checked)).not.toContain('img')
})

test.each(LEAVES)('the field $name of an answer may not be of another type', ({ path }) => {
  for (const value of [null, {}, [ATTACK], { toString: ATTACK }, -1, 1.5, true]) expect(checkResult(withValue(path, value), SENT).kind).toBe('fault')
})

test.each([
  { name: 'hidden', value: [{ reason: ATTACK, findings: ATTACK }] },
  { name: 'something', value: ATTACK },
])('the field $name that no service sends is dropped', ({ name, value }) => {
  expect(checkResult({ ...structuredClone(RESULT), [name]: value }, SENT)).toEqual({ kind: 'result', result: RESULT })
})

test.each(['findings.0', 'findings.0.trace.0', 'findings.0.places.0', 'skipped.0', 'partial.0', 'suppressed.0', 'unusedSuppressions.0'])(
  'the file of %s must be one that was sent',
  (name) => {
    const path = `${name}.file`.split('.')
    for (const file of ['/etc/passwd', '../other.js', 'b.js']) expect(checkResult(withValue(path, file), SENT).kind).toBe('fault')
  },
)

test.each([null, undefined, [], 'text', 1, {}])('%j is no result', (answer) => {
  expect(checkResult(answer, SENT).kind).toBe('fault')
})

/** Elements and attributes of reports, and whether their values come from outside. */
function readMarkup(text: string, xmlMode: boolean) {
  const tags = new Set<string>()
  const attributes = new Set<string>()
  const parser = new Parser(
    {
      onopentag: (name, found) => {
        tags.add(name)
        for (const key of Object.keys(found)) attributes.add(key)
      },
    },
    { xmlMode, decodeEntities: true },
  )
  parser.end(text)
  return { tags: [...tags].toSorted(), attributes: [...attributes].toSorted() }
}

const FIELDS_OF_REPORTS = [
  ...LEAVES.map(({ name, path }) => ({ name, value: withValue(path, ATTACK) })),
  { name: 'hidden', value: { ...RESULT, hidden: [{ reason: ATTACK, findings: ATTACK }] } },
]

test.each(FIELDS_OF_REPORTS)('reports escape the field $name, whatever checked it before', ({ value }) => {
  for (const [format, xmlMode] of [
    ['html', false],
    ['junit', true],
    ['checkstyle', true],
  ] as const) {
    const clean = readMarkup(renderReport(JSON.parse(JSON.stringify(RESULT)), format), xmlMode)
    const attacked = readMarkup(renderReport(value, format), xmlMode)
    expect(attacked.tags.filter((tag) => !clean.tags.includes(tag))).toEqual([])
    expect(attacked.attributes.filter((attribute) => !clean.attributes.includes(attribute))).toEqual([])
  }
  const markdown = renderReport(value, 'markdown')
  expect(markdown).not.toMatch(/<(?:img|script|!--)|(?<!\\)\]\(javascript|[^;]@everyone|\n::/)
  const github = renderReport(value, 'github')
  expect(github.split(/[\r\n]+/).filter((line) => line.startsWith('::') && !/^::(?:error|warning|notice|undefined) /.test(line))).toEqual([])
  for (const color of [false, true]) expect(renderReport(value, 'text', { color })).not.toMatch(/\u001b\[2J|\u202e/)
  for (const format of ['json', 'sarif', 'gitlab'] as const) expect(JSON.parse(renderReport(value, format))).toBeTypeOf('object')
})

test('all formats are attacked', () => {
  const attacked = ['html', 'junit', 'checkstyle', 'markdown', 'github', 'text', 'json', 'sarif', 'gitlab']
  expect(REPORT_FORMATS.filter((format) => !attacked.includes(format))).toEqual(['csv'])
})
