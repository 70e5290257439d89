import { expect, it } from 'vitest'
import { runAssay, writeFolder } from '../cli/run-assay.ts'

const FILES = {
  'server.js': "const { exec } = require('child_process')\nrequire('express')().get('/', (req, res) => {\n  exec('ls ' + req.query.dir)\n})\n",
}

async function scan(...words: string[]): Promise<string> {
  const { stdout } = await runAssay(['scan', '--rule', 'command-injection', '--fail-on', 'never', ...words], { cwd: writeFolder(FILES) })
  return stdout
}

it('shows in the text report which facts counted, if asked', async () => {
  const text = await scan('--explain-confidence')
  expect(text).toMatch(/high confidence: \d+ % of such findings are true positives/)
  expect(text).toMatch(/[+−]\d\.\d\d {2}\d+ of \d+ reviewed findings of the rule were true positives/)
  expect(await scan()).not.toContain('true positives')
})

it('has the evidence in JSON, SARIF and HTML', async () => {
  const { findings } = JSON.parse(await scan('--format', 'json'))
  expect(findings).toMatchObject([
    {
      confidence: 'high',
      evidence: { probability: expect.any(Number), facts: [{ fact: 'rule-history' }, { fact: 'data-flow' }, { fact: 'stated-high' }] },
    },
  ])
  const [{ evidence }] = findings
  const { runs } = JSON.parse(await scan('--format', 'sarif'))
  expect(runs[0].results[0].rank).toBe(Math.round(evidence.probability * 100))
  expect(await scan('--format', 'html')).toContain(`high confidence (${Math.round(evidence.probability * 100)} %)`)
})

it('gives the same bytes with and without threads', async () => {
  expect(await scan('--format', 'json', '--workers', '2')).toBe(await scan('--format', 'json', '--workers', '0'))
})
