import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { Finding, TraceStep } from '../../src/model/finding.ts'
import type { ScanResult } from '../../src/model/result.ts'
import { renderReport, type ReportFormat } from '../../src/report/render-report.ts'
import { CLEAN, SAMPLE, SOURCES } from './sample-result.ts'

const readSchema = (name: string): string => readFileSync(new URL(`schemas/${name}`, import.meta.url), 'utf8')
const ajv = new Ajv2020({ strict: false, validateFormats: false })
const isSarif = ajv.compile(JSON.parse(readSchema('sarif-2.1.0.json')))
const isGitlab = ajv.compile(JSON.parse(readSchema('gitlab-sast-15.json')))

const [first] = SAMPLE.findings
const id = '0123456789abcdef0123456789abcdef'
const step = (kind: TraceStep['kind']): TraceStep => ({
  kind,
  file: 'a b/ü.js',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 2,
  what: `\`x\` <is> a ${kind}`,
})
const withFindings = (...findings: readonly Finding[]): ScanResult => ({ ...CLEAN, findings })

/** With ids like those of a scan, because the sample has short ones. */
const RESULTS: readonly { readonly name: string; readonly result: ScanResult }[] = [
  { name: 'findings, gaps and suppressions', result: { ...SAMPLE, findings: SAMPLE.findings.map((finding) => ({ ...finding, id })) } },
  { name: 'an empty result', result: CLEAN },
  {
    name: 'gaps alone',
    result: { ...CLEAN, skipped: SAMPLE.skipped, partial: SAMPLE.partial, unread: SAMPLE.unread },
  },
  {
    name: 'a way of data, other places and an autofix',
    result: withFindings({
      ...first,
      id,
      trace: [step('source'), step('step'), step('sink')],
      places: [{ file: 'b.js', line: 4, column: 1, endLine: 4, endColumn: 9 }],
      autofix: [{ line: 3, column: 1, endLine: 3, endColumn: 2, text: 'x' }],
    }),
  },
  {
    name: 'texts longer than a format takes, and characters that it cannot write',
    result: withFindings({
      ...first,
      id,
      title: 'T'.repeat(300),
      description: `\u0000${'D'.repeat(2 ** 20)}`,
      fix: `<&"\u0001${'👍'.repeat(4_000)}`,
    }),
  },
]

const render = (format: ReportFormat, result: ScanResult): string => renderReport(result, format, { sourceOf: (path) => SOURCES.get(path) })

describe.each(RESULTS)('a report of $name', ({ result }) => {
  test('is SARIF by the schema of OASIS', () => {
    expect(isSarif(JSON.parse(render('sarif', result))), JSON.stringify(isSarif.errors)).toBe(true)
  })

  test('is a SAST report as GitLab documents it', () => {
    expect(isGitlab(JSON.parse(render('gitlab', result))), JSON.stringify(isGitlab.errors)).toBe(true)
  })
})

// One run of the checker for all, because its start takes most of the time.
test.each([
  { format: 'junit', schema: 'junit-10.xsd' },
  { format: 'checkstyle', schema: 'checkstyle.xsd' },
] as const)('reports as $format are valid by $schema', async ({ format, schema }) => {
  const xml = RESULTS.map(({ result }, index) => ({ fileName: `report-${index}.xml`, contents: render(format, result) }))
  const { errors } = await validateXML({ xml, schema: [readSchema(schema)] })
  expect(errors).toEqual([])
})

test('the schemas refuse invalid reports', async () => {
  expect(isGitlab({ version: '15.2.1', scan: {}, vulnerabilities: [] })).toBe(false)
  const { valid } = await validateXML({ xml: ['<testsuites><testsuite name="a"/></testsuites>'], schema: [readSchema('junit-10.xsd')] })
  expect(valid).toBe(false)
})
