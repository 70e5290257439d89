import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding, TraceStep } from '../../src/model/finding.ts'
import type { ScanResult } from '../../src/model/result.ts'
import { REPORT_FORMATS, renderReport, type ReportFormat } from '../../src/report/render-report.ts'
import { AWS_KEY, CLEAN, SAMPLE, SOURCES, STRIPE_KEY } from './sample-result.ts'

const sourceOf = (path: string) => SOURCES.get(path)
const render = (format: ReportFormat, result: ScanResult = SAMPLE): string => renderReport(result, format, { sourceOf })
const finding: Finding = { ...SAMPLE.findings[0], description: 'What is wrong.', title: 'Title' }

/** The schema of OASIS, as the tools of its authors ship it. */
const isSarif = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync(new URL('schemas/sarif-2.1.0.json', import.meta.url), 'utf8')),
)

/** XML as nested objects with attributes, every list a list. */
const parseXml = (text: string) => {
  expect(XMLValidator.validate(text)).toBe(true)
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => ['testsuite', 'testcase', 'file', 'error'].includes(name),
  }).parse(text)
}

describe.each(REPORT_FORMATS)('the format %s', (format) => {
  it('ends in a line end, with findings and without', () => {
    for (const result of [SAMPLE, CLEAN]) expect(render(format, result)).toMatch(/[^\n]\r?\n$/)
  })

  it('never shows eight characters of a secret, with sources or without', () => {
    // The library's result contains the text of its rule, which the scan has masked. Other formats mask their quotes.
    if (format === 'json') return
    for (const text of [render(format), renderReport(SAMPLE, format)])
      for (const secret of [AWS_KEY, STRIPE_KEY, 'correct horse battery'])
        for (let at = 0; at + 8 <= secret.length; at++) expect(text).not.toContain(secret.slice(at, at + 8))
  })

  it('lets no text of files or rules break it', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        '<',
        '>',
        '&',
        '"',
        "'",
        '`',
        ']]>',
        '-->',
        '\n',
        '\r',
        '\u0000',
        '\u001b',
        '\ud800',
        '%',
        ':',
        ',',
        '|',
        '</script>',
        'a',
        '日',
      ),
    })
    fc.assert(
      fc.property(text, text, text, (file, title, description) => {
        const shown = render(format, { ...CLEAN, findings: [{ ...finding, file: `x${file}`, title, description, fix: description }] })
        if (format === 'sarif') expect(isSarif(JSON.parse(shown)), JSON.stringify(isSarif.errors)).toBe(true)
        if (format === 'json' || format === 'gitlab') JSON.parse(shown)
        if (format === 'junit' || format === 'checkstyle') expect(XMLValidator.validate(shown)).toBe(true)
        if (format === 'github') expect(shown.split('\n').every((line) => line === '' || line.startsWith('::'))).toBe(true)
        if (format === 'html') expect(shown.match(/<\/?script>/g)).toEqual(['<script>', '</script>'])
      }),
      { numRuns: 60 },
    )
  })
})

describe('sarif', () => {
  const log = JSON.parse(render('sarif'))
  const [run] = log.runs

  it.each([
    { name: 'with findings, gaps and suppressions', result: SAMPLE },
    { name: 'without', result: CLEAN },
    {
      name: 'with an autofix',
      result: { ...CLEAN, findings: [{ ...finding, autofix: [{ line: 1, column: 1, endLine: 1, endColumn: 2, text: 'x' }] }] },
    },
  ])('is valid by the schema of OASIS $name', ({ result }) => {
    expect(isSarif(JSON.parse(render('sarif', result))), JSON.stringify(isSarif.errors)).toBe(true)
  })

  it('lists each rule once, and refers to it by its index', () => {
    const ids = run.tool.driver.rules.map(({ id }: { id: string }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    for (const { ruleId, ruleIndex, suppressions } of run.results) if (!suppressions) expect(ids[ruleIndex]).toBe(ruleId)
  })

  it('gives severities as GitHub reads them, and points weaknesses into the taxonomy', () => {
    const rule = run.tool.driver.rules.find(({ id }: { id: string }) => id === 'command-injection')
    expect(rule.properties).toMatchObject({ 'security-severity': '9.5', tags: expect.arrayContaining(['security', 'external/cwe/cwe-78']) })
    const { target } = rule.relationships[0]
    expect(run.taxonomies[target.toolComponent.index].taxa[target.index].id).toBe('CWE-78')
  })

  it('shows data-flow paths, suppressed findings and gaps', () => {
    const flow = run.results.find(({ codeFlows }: { codeFlows?: unknown }) => codeFlows)
    expect(flow.codeFlows[0].threadFlows[0].locations.map(({ kinds }: { kinds: string[] }) => kinds[0])).toEqual(['source', 'sink'])
    expect(run.results.at(-1)).toMatchObject({ ruleId: 'weak-hash', suppressions: [{ kind: 'inSource', justification: 'not for passwords' }] })
    expect(run.invocations[0].toolExecutionNotifications.map(({ descriptor }: { descriptor: { id: string } }) => descriptor.id)).toEqual([
      'too-large',
      'syntax-error',
      'unread',
      'unread',
    ])
  })

  it("leaves out results beyond GitHub's limit, and says so", () => {
    const findings = Array.from({ length: 25_002 }, (_, index) => ({ ...finding, id: String(index) }))
    const [large] = JSON.parse(renderReport({ ...CLEAN, findings }, 'sarif')).runs
    expect(large.results).toHaveLength(25_000)
    expect(large.invocations[0].toolExecutionNotifications[0].message.text).toBe('2 less severe findings were omitted.')
  })

  it('lists other locations with the same cause', () => {
    const places = [{ file: 'b.js', line: 4, column: 1, endLine: 4, endColumn: 9 }]
    const [joined] = JSON.parse(render('sarif', { ...CLEAN, findings: [{ ...finding, places }] })).runs
    expect(joined.results[0].relatedLocations[0].physicalLocation).toMatchObject({ artifactLocation: { uri: 'b.js' }, region: { startLine: 4 } })
    for (const format of ['junit', 'markdown', 'html'] as const)
      expect(render(format, { ...CLEAN, findings: [{ ...finding, places }] })).toContain('b.js:4:1')
  })

  it('encodes paths', () => {
    const [odd] = JSON.parse(render('sarif', { ...CLEAN, findings: [{ ...finding, file: 'a b/ü#?.js' }] })).runs
    expect(odd.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('a%20b/%C3%BC%23%3F.js')
  })
})

describe('junit', () => {
  it('has a failed case for each finding, and an error for each gap', () => {
    const { testsuites } = parseXml(render('junit'))
    expect(testsuites).toMatchObject({ tests: '13', failures: '9', errors: '4' })
    expect(testsuites.testsuite[0].testcase[0]).toMatchObject({
      classname: 'src/server.js',
      name: 'command-injection at 3:2',
      failure: { type: 'critical' },
    })
    expect(testsuites.testsuite.at(-1).testcase[0].error[0]).toMatchObject({ type: 'too-large' })
  })

  it('passes a single case without findings and gaps', () => {
    const { testsuites } = parseXml(render('junit', CLEAN))
    expect(testsuites.testsuite[0]).toMatchObject({ tests: '1', failures: '0', testcase: [{ name: 'no findings' }] })
  })
})

it('checkstyle lists findings and gaps by file', () => {
  const { checkstyle } = parseXml(render('checkstyle'))
  expect(checkstyle.file.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['src/server.js', 'data/big.js', 'src/broken.js']))
  expect(checkstyle.file[0].error[0]).toMatchObject({ line: '3', severity: 'error', source: 'assay.command-injection' })
})

it('gitlab has the required fields of each vulnerability, and the passed times', () => {
  const times = { began: '2026-01-31T10:00:00', ended: '2026-01-31T10:00:05' }
  const report = JSON.parse(renderReport(SAMPLE, 'gitlab', { sourceOf, times }))
  expect(report.scan).toMatchObject({ type: 'sast', status: 'success', start_time: times.began, end_time: times.ended })
  for (const each of report.vulnerabilities) {
    expect(each).toMatchObject({
      id: expect.any(String),
      severity: expect.stringMatching(/^(?:Critical|High|Medium|Low)$/),
      location: { start_line: expect.any(Number) },
    })
    expect(each.identifiers[0]).toEqual({ type: 'assay_rule', name: expect.any(String), value: expect.any(String) })
  }
})

it('github writes a command for each finding and gap, and the grade last', () => {
  const lines = render('github', { ...SAMPLE, findings: [{ ...finding, title: 'a: b, c', description: '100%\nsure', fix: 'Mend.' }] })
    .trimEnd()
    .split('\n')
  expect(lines[0]).toBe(
    '::error file=src/server.js,line=3,endLine=3,col=2,endColumn=73,title=critical%3A a%3A b%2C c (command-injection)::100%25%0Asure%0AFix: Mend.',
  )
  expect(lines.slice(1)).toHaveLength(5)
  expect(lines.at(-1)).toMatch(/^::notice title=Assay%3A grade F::Score 42 of 100: /)
})

it.each([
  { name: 'a comma', title: 'a,b', cell: '"a,b"' },
  { name: 'a quote', title: 'a"b', cell: '"a""b"' },
  { name: 'a formula', title: '=1+1', cell: "'=1+1" },
  { name: 'a line end', title: 'a\nb', cell: '"a\nb"' },
])('csv: $name in a cell', ({ title, cell }) => {
  const text = render('csv', { ...CLEAN, findings: [{ ...finding, title, description: 'd' }] })
  expect(text.split('\r\n').slice(1).join('\r\n')).toContain(`critical,high,command-injection,${cell},src/server.js,3,2,`)
})

describe('markdown', () => {
  it('fits into a comment, and counts the rest', () => {
    const findings = Array.from({ length: 2_000 }, (_, index) => ({ ...finding, id: String(index), line: index + 1 }))
    const text = renderReport({ ...CLEAN, findings }, 'markdown')
    expect(text.length).toBeLessThan(65_536)
    expect(text).toMatch(/…and \d+ more findings, none of them more severe than the last one above\./)
  })

  it('mentions nobody, and shows code of rules as code', () => {
    const text = render('markdown', { ...CLEAN, findings: [{ ...finding, description: 'Ask @admin: `x*y` *now* <img src=x>' }] })
    expect(text).toContain('Ask &#64;admin: <code>x&#42;y</code> \\*now\\* &lt;img src=x>')
  })
})

it('long data-flow paths are shortened to source, crossings and sink', () => {
  const step = (what: string, kind: TraceStep['kind'] = 'step'): TraceStep => ({
    kind,
    file: 'a.js',
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 2,
    what,
  })
  const trace = [
    step('untrusted data', 'source'),
    ...Array.from({ length: 8 }, () => step('becomes part of a text')),
    step('passed to `f` as `x`'),
    ...Array.from({ length: 5 }, () => step('stored in `y`')),
    step('used here', 'sink'),
  ]
  const { testsuites } = parseXml(render('junit', { ...CLEAN, findings: [{ ...finding, trace }] }))
  const lines: string[] = testsuites.testsuite[0].testcase[0].failure['#text'].split('\n')
  expect(lines.slice(1, 6)).toEqual([
    'source: a.js:1:1 untrusted data',
    '… 8 more steps',
    'step: a.js:1:1 passed to `f` as `x`',
    '… 5 more steps',
    'sink: a.js:1:1 used here',
  ])
})
