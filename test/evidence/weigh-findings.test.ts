import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { weighFindings } from '../../src/evidence/weigh-findings.ts'
import type { Weighing } from '../../src/model/evidence.ts'
import type { TraceStep, WeighableFinding } from '../../src/model/finding.ts'
import { readEvidence } from '../../src/pack/read-evidence.ts'
import { root } from '../../tools/root.mjs'

const TEXT = readFileSync(join(root, 'rules/evidence.json'), 'utf8')

function committed(): Weighing {
  const { table } = readEvidence({ path: 'rules/evidence.json', text: TEXT })
  if (table === undefined) throw new Error('the committed weights cannot be read')
  return { table, rules: new Set(['path-traversal', 'gha-unpinned-action', 'dom-html-write']) }
}

const PLAIN: WeighableFinding = {
  id: '0'.repeat(32),
  rule: 'path-traversal',
  severity: 'high',
  title: 'Path traversal',
  description: 'A path.',
  file: 'server/files.js',
  line: 3,
  column: 1,
  endLine: 3,
  endColumn: 9,
  confidence: 'medium',
  category: 'injection',
  cwe: ['CWE-22'],
  owasp: [],
  references: [],
}

function step(kind: TraceStep['kind'], what: string, file = PLAIN.file): TraceStep {
  return { kind, what, file, line: 1, column: 1, endLine: 1, endColumn: 2 }
}

const SOURCE = step('source', 'request query parameter `dir`')
const SINK = step('sink', 'passed to `readFile` as a file path')
const FLOW = { ...PLAIN, trace: [SOURCE, SINK] }

function probabilityOf(finding: WeighableFinding, others: readonly WeighableFinding[] = []): number {
  return weighFindings([finding, ...others], committed())[0].evidence?.probability ?? Number.NaN
}

describe('weighFindings', () => {
  it.each([
    { name: 'a path through another file', finding: { ...FLOW, trace: [SOURCE, step('step', 'passed to parameter `a` of `b`', 'lib.js'), SINK] } },
    { name: 'an unknown function', finding: { ...FLOW, trace: [SOURCE, step('step', 'possibly propagated by `x` (unknown function)'), SINK] } },
    { name: 'a source behind a check of rights', finding: { ...FLOW, trace: [step('source', `${SOURCE.what}, behind a check of rights`), SINK] } },
    { name: 'low stated confidence', finding: { ...FLOW, confidence: 'low' as const } },
    { name: 'a collection on its path', finding: { ...FLOW, trace: [SOURCE, step('step', 'stored as an element'), SINK] } },
    { name: 'a property on its path', finding: { ...FLOW, trace: [SOURCE, step('step', 'stored in property `a`'), SINK] } },
    { name: 'a method of the data on its path', finding: { ...FLOW, trace: [SOURCE, step('step', 'passed to `a` as its receiver'), SINK] } },
    { name: 'a function that checks by its name', finding: { ...FLOW, trace: [SOURCE, step('step', 'propagated by `cleanName`'), SINK] } },
    { name: 'a role check', finding: { ...FLOW, context: ['role-check-near' as const] } },
    { name: 'an example', finding: { ...FLOW, file: 'examples/files.js' } },
    { name: 'a script', finding: { ...FLOW, file: 'scripts/files.js' } },
    { name: 'code for browsers', finding: { ...FLOW, file: 'client/files.js' } },
  ])('gives a finding with $name a lower probability', ({ finding }) => {
    expect(probabilityOf(finding)).toBeLessThan(probabilityOf(FLOW))
  })

  it('gives a finding a higher probability if its line names a request, except on a data-flow path', () => {
    const named = { context: ['request-here' as const] }
    expect(probabilityOf({ ...PLAIN, ...named })).toBeGreaterThan(probabilityOf(PLAIN))
    expect(probabilityOf({ ...FLOW, ...named })).toBe(probabilityOf(FLOW))
  })

  it('never makes a finding low that states high', () => {
    const weak = {
      ...FLOW,
      file: 'examples/scripts/client/a.js',
      confidence: 'high' as const,
      trace: [SOURCE, step('step', 'stored as an element', 'b.js'), SINK],
    }
    expect(weighFindings([weak], committed())).toMatchObject([{ confidence: 'medium' }])
    expect(weighFindings([{ ...weak, confidence: 'medium' }], committed())).toMatchObject([{ confidence: 'low' }])
  })

  it('counts further findings of the rule in the file, and no others', () => {
    const alone = probabilityOf(FLOW)
    expect(probabilityOf(FLOW, [{ ...FLOW, file: 'other.js' }])).toBe(alone)
    expect(probabilityOf(FLOW, [{ ...FLOW, rule: 'dom-html-write' }])).toBe(alone)
    expect(probabilityOf(FLOW, [{ ...FLOW, line: 9 }])).toBeLessThan(alone)
  })

  it('gives rules with good reviews a higher confidence than rules with bad ones', () => {
    const [good, bad] = weighFindings(
      [
        { ...PLAIN, rule: 'gha-unpinned-action', category: 'supply-chain' },
        { ...PLAIN, rule: 'dom-html-write', confidence: 'low' },
      ],
      committed(),
    )
    expect([good.confidence, bad.confidence]).toEqual(['high', 'low'])
  })

  it('names at most eight facts, the largest first, and nothing of the code', () => {
    const context = ['guard-near', 'role-check-near', 'validation-near'] as const
    const trace = [step('source', 'x, behind a check of rights'), step('step', 'possibly propagated by `x`', 'lib.js'), SINK]
    const [finding] = weighFindings([{ ...PLAIN, file: 'examples/scripts/client/dist/a.js', confidence: 'low', context, trace }], committed())
    const sizes = (finding.evidence?.facts ?? []).map(({ weight }) => Math.abs(weight))
    expect(sizes).toHaveLength(8)
    expect(sizes).toEqual(sizes.toSorted((left, right) => right - left))
    expect(Object.keys(finding)).not.toContain('context')
  })

  it('leaves rules without weights as they are', () => {
    const own = { ...PLAIN, rule: 'rule-of-ours', confidence: 'high' as const }
    expect(weighFindings([{ ...own, context: ['guard-near'] }], committed())).toEqual([own])
    expect(weighFindings([own], undefined)).toEqual([own])
  })
})

describe('readEvidence', () => {
  it.each([
    {
      name: 'a weight with the wrong sign',
      change: (text: string) => text.replace(/"files": -[\d.]+/, '"files": 0.5'),
      code: 'schema/wrong-type',
      field: 'weights.files',
    },
    {
      name: 'a missing weight',
      change: (text: string) => text.replace(/ *"stated-high": [\d.]+,\n/, ''),
      code: 'schema/missing-key',
      field: 'weights.stated-high',
    },
    {
      name: 'a threshold above that of high',
      change: (text: string) => text.replace(/"medium": [\d.]+/, '"medium": 0.99'),
      code: 'schema/wrong-type',
      field: 'thresholds.medium',
    },
    {
      name: 'a count that is no number',
      change: (text: string) => text.replace(/"right": \d+/, '"right": "many"'),
      code: 'schema/wrong-type',
      field: 'history.all.right',
    },
    { name: 'no object', change: () => '[]', code: 'schema/missing-key', field: 'intercept' },
    { name: 'broken JSON', change: (text: string) => text.slice(0, 200), code: 'syntax/json', field: 'expected' },
  ])('reports $name with file, line and field', ({ change, code, field }) => {
    const changed = change(TEXT)
    expect(changed).not.toBe(TEXT)
    const { table, diagnostics } = readEvidence({ path: 'rules/evidence.json', text: changed })
    expect(table).toBeUndefined()
    const found = diagnostics.find((diagnostic) => diagnostic.code === code && diagnostic.message.includes(field))
    expect(found).toMatchObject({ file: 'rules/evidence.json' })
    expect(found?.line).toBeGreaterThan(0)
  })
})
