import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatCosts } from '../../bench/lib/cost-page.mjs'

const cost = { cpu: 4000, wall: 3000, peak: 400, failed: false }
const application = {
  kind: 'application',
  name: 'shop',
  version: '1.2.3',
  files: 300,
  bytes: 2_000_000,
  findings: 5,
  gaps: { 'flow-limit': 2, 'syntax-error': 1 },
  phases: { parse: 500, match: 500, flow: 1000, decode: 10 },
  parse: { ...cost, cpu: 1000 },
  one: cost,
  two: { ...cost, wall: 2000, peak: 500 },
  changed: { ...cost, ofFirst: 0.1 },
  rivals: [
    { name: 'foxguard 1.0', is: 'foxguard', ...cost, cpu: 2000 },
    { name: 'semgrep 2.0', is: 'semgrep', ...cost, failed: true },
  ],
}
const packages = { kind: 'packages', name: 'Assay, 1 thread', files: 9000, bytes: 100e6, ...cost, cpu: 50_000 }
const target = { kind: 'judgement', what: 'CPU of a scan', value: 4, limit: 5, unit: '', least: false, holds: true }
const suite = (...entries: object[]) => [{ name: 'applications-cost', at: '2026-11-28T10:00:00Z', machine: 'two processors', entries }]

describe('the performance page', () => {
  const { markdown, svg } = formatCosts(suite(application, packages, target))
  const cases = [
    { name: 'names the day and the machine', text: '`applications-cost`: 2026-11-28, two processors.' },
    { name: 'compares each target with the measurement', text: '| CPU of a scan | 4 | ≤ 5 | yes |' },
    {
      name: 'has a row for each application: ratio to parsing, both wall times, the higher memory, bounds without other gaps, and a rival that failed',
      text: '| shop 1.2.3 | 300 | 2.0 | 1.0 s | 4.0 s | 4.0 | 3.0 s | 2.0 s | 500 MB | 10.0 % | flow-limit (2) | 2.0 s | failed |',
    },
    { name: 'has a row for each scan of packages', text: '| Assay, 1 thread | 9000 | 100.0 | 50.0 s | 3.0 s | 400 MB | 2.0 |' },
  ]
  it.each(cases)('$name', ({ text }) => expect(markdown).toContain(text))

  it('draws scanners that finished everything, and leaves out those that failed', () => {
    expect(svg).toContain('foxguard 1.0')
    expect(svg).not.toContain('semgrep 2.0')
  })

  it('has the markers between which the results are written', () => {
    const page = readFileSync(new URL('../../docs/bench.md', import.meta.url), 'utf8')
    expect(page).toMatch(/<!-- results -->\n[^]*<!-- end of results -->/)
  })
})
