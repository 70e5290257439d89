import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Finding, prepareTriage, type ScanResult, type TriageAnswer, type TriageCase, triageResult } from '../../src/node/index.ts'
import { openSamples } from './open-triage.ts'

const samples = openSamples()
afterAll(() => samples.close())

const FILE = {
  path: 'app.js',
  content: `import express from 'express'
const app = express()
const ROOT = '/data/'
function clean(text) {
  return text.replace(/[^a-z]/g, '')
}
app.get('/file', (req, res) => {
  const name = req.query.name
  const copy = name
  clean(name)
  log('visit')
  res.sendFile(ROOT + name)
  done(name)
})
`,
}

let result: ScanResult
let cases: readonly TriageCase[]
beforeAll(async () => {
  result = await samples.scan([FILE])
  cases = await prepareTriage(result, { sourceOf: () => FILE.content })
})

/** The answer that quotes a line of the file as the context has it. */
function quoting(line: number, changes: Partial<TriageAnswer> = {}): TriageAnswer {
  const [first] = cases
  const shown = first?.kind === 'prepared' ? first.context.lines.find((each) => each.line === line) : undefined
  return {
    verdict: 'suppress',
    confidence: 0.9,
    reason: 'It is cleaned.',
    ...(shown && { line: shown.id, quote: shown.text }),
    ...changes,
  }
}

const answerWith = (answer: unknown, of = result): Promise<ScanResult> =>
  triageResult(of, cases, async () => JSON.parse(JSON.stringify(answer)), { by: 'test' })

describe('a verdict with evidence', () => {
  it('suppresses the finding', async () => {
    const { findings, suppressed, triage, grade } = await answerWith(quoting(10))
    expect(findings).toEqual([])
    expect(suppressed).toMatchObject([{ rule: 'path-traversal', by: 'triage', reason: 'It is cleaned.', triage: { by: 'test', quotedLine: 10 } }])
    expect(triage).toMatchObject({ gradeWithout: result.grade, scoreWithout: result.score, suppressed: 1 })
    expect(grade).toBe('A+')
  })

  it('may quote a function that the path calls', async () => expect((await answerWith(quoting(5))).findings).toEqual([]))

  it('lowers the severity by one level, in the counts too', async () => {
    const lowered = await answerWith(quoting(10, { verdict: 'lower', confidence: 0.7 }))
    expect(lowered).toMatchObject({
      highCount: 0,
      mediumCount: 1,
      findings: [{ severity: 'medium', triage: { verdict: 'lower', applied: true, severity: 'high' } }],
    })
  })

  it('keeps the finding if it says so', async () => {
    const kept = await answerWith({ verdict: 'keep', confidence: 0.3, reason: 'a\u001b[31m\nb\u202e' })
    expect(kept).toMatchObject({ highCount: 1, findings: [{ severity: 'high', triage: { verdict: 'keep', applied: true, reason: 'a [31m b' } }] })
  })
})

describe('a verdict without valid evidence has no effect', () => {
  it.each([
    { name: 'no line', line: 10, changes: {}, drop: ['line', 'quote'], note: 'names no line' },
    { name: 'a line that is not in the context', line: 10, changes: { line: 'A999' }, note: 'does not exist' },
    { name: 'another text than that of the line', line: 10, changes: { quote: 'clean(other)' }, note: 'does not exist' },
    { name: 'no quote', line: 10, changes: {}, drop: ['quote'], note: 'does not exist' },
    { name: 'a line after the sink', line: 13, changes: {}, note: 'comes after the end' },
    { name: 'the sink', line: 12, changes: {}, note: 'is the end' },
    { name: 'a line without call or condition', line: 9, changes: {}, note: 'neither a call nor a condition' },
    { name: 'a line that uses no name of the path', line: 11, changes: {}, note: 'uses no name' },
    { name: 'a line outside of functions', line: 2, changes: {}, note: 'neither in a function' },
    { name: 'low confidence', line: 10, changes: { confidence: 0.79 }, note: 'confidence is below' },
  ])('$name', async ({ line, changes, drop = [], note }) => {
    const kept = Object.entries(quoting(line, changes)).filter(([key]) => !drop.some((each) => each === key))
    const { findings, suppressed, highCount, grade } = await answerWith(Object.fromEntries(kept))
    expect(findings).toMatchObject([{ severity: 'high', triage: { verdict: 'suppress', applied: false, note: expect.stringContaining(note) } }])
    expect({ suppressed, highCount, grade }).toEqual({ suppressed: [], highCount: 1, grade: result.grade })
  })

  it.each([
    { name: 'critical findings', changes: { severity: 'critical' } },
    { name: 'findings of secret rules', changes: { category: 'secrets' } },
    { name: 'findings about hardcoded credentials', changes: { cwe: ['CWE-798'] } },
  ] as const)('not even with evidence, on $name', async ({ changes }) => {
    const findings = result.findings.map((finding): Finding => ({ ...finding, ...changes }))
    const refused = { ...changes, triage: { applied: false, note: expect.stringContaining('never lowered or suppressed') } }
    for (const verdict of ['lower', 'suppress'] as const) {
      const after = await answerWith(quoting(10, { verdict, confidence: 1 }), { ...result, findings })
      expect(after.findings).toMatchObject([refused])
    }
  })
})

describe('what is no answer', () => {
  it.each([
    ['nothing', null],
    ['text', 'suppress'],
    ['another verdict', { verdict: 'delete', confidence: 1, reason: '' }],
    ['a confidence over 1', { verdict: 'suppress', confidence: 2, reason: '' }],
    ['no reason', { verdict: 'keep', confidence: 1 }],
    ['a line that is no text', { verdict: 'suppress', confidence: 1, reason: '', line: 7 }],
  ])('%s keeps the finding', async (_name, answer) => {
    const { triage, ...rest } = await answerWith(answer)
    expect(rest).toEqual(result)
    expect(triage?.unanswered).toEqual([{ reason: 'wrong-schema', findings: 1, detail: expect.stringContaining('required format') }])
  })

  it('an error keeps the finding', async () => {
    const { triage, ...rest } = await triageResult(result, cases, () => Promise.reject(new RangeError('secret of the triage')))
    expect(rest).toEqual(result)
    expect(triage?.unanswered).toEqual([{ reason: 'failed', findings: 1, detail: 'The triage failed (RangeError).' }])
  })

  it('an aborted triage keeps the finding', async () => {
    const { findings, triage } = await triageResult(result, cases, async () => quoting(10), { signal: AbortSignal.abort() })
    expect(findings).toEqual(result.findings)
    expect(triage?.unanswered).toMatchObject([{ reason: 'timeout', findings: 1 }])
  })
})
