import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'
import { startStandIn } from '../../tools/triage/stand-in.mjs'
import { writeFolder, runAssay } from './run-assay.ts'

let standIn: Awaited<ReturnType<typeof startStandIn>>
beforeAll(async () => {
  standIn = await startStandIn()
})
afterAll(() => standIn.close())

const FILES = {
  'app.js':
    "const app = require('express')()\napp.get('/f', (req, res) => {\n  const name = req.query.name\n  validateName(name)\n  res.sendFile('/data/' + name)\n})\n",
  'other.js': "const app = require('express')()\napp.get('/f', (req, res) => {\n  res.sendFile('/data/' + req.query.name)\n})\n",
}

const environment = () => ({ ASSAY_TRIAGE_PROVIDER: 'openai', ASSAY_TRIAGE_MODEL: 'stand-in', ASSAY_TRIAGE_BASE_URL: `${standIn.url}/v1` })
const withKey = () => ({ ...environment(), ASSAY_TRIAGE_KEY: 'key-of-the-test' })

describe('assay scan --triage', () => {
  it('prints with --triage-dry-run what it sends, byte for byte, and sends nothing then', async () => {
    const cwd = writeFolder(FILES)
    const from = standIn.requests.length
    const dry = await runAssay(['scan', '--triage-dry-run'], { cwd, env: environment() })
    expect(dry).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing was sent.') })
    expect(standIn.requests.length).toBe(from)
    const scan = await runAssay(['scan', '--triage', '--format', 'json'], { cwd, env: withKey() })
    const sent = standIn.requests.slice(from).map(({ body }) => `${body}\n`)
    expect(sent.length).toBe(2)
    expect(sent.toSorted().join('')).toBe(
      dry.stdout
        .split(/(?<=\n)/)
        .toSorted()
        .join(''),
    )
    const { triage, findings, suppressed } = JSON.parse(scan.stdout)
    expect(scan.code).toBe(1)
    expect(triage).toMatchObject({ by: 'openai:stand-in', asked: 2, kept: 1, suppressed: 1 })
    expect(findings).toMatchObject([{ file: 'other.js', triage: { verdict: 'keep' } }])
    expect(suppressed).toMatchObject([{ file: 'app.js', by: 'triage', triage: { quote: 'validateName(name)' } }])
  })

  it('shows the verdicts in reports', async () => {
    const cwd = writeFolder(FILES)
    const formats = ['text', 'sarif', 'html', 'markdown'] as const
    const words = formats.flatMap((format) => ['-o', `${format}=out.${format}`])
    await runAssay(['scan', '--triage', ...words], { cwd, env: withKey() })
    const read = async (format: string): Promise<string> => (await promisify(execFile)('cat', [join(cwd, `out.${format}`)])).stdout
    expect(await read('text')).toMatch(/app\.js:5: path-traversal\. Triage by openai:stand-in: suppress[^]*Grade without triage: B/)
    expect(await read('html')).toMatch(/<h2>Triage<\/h2>/)
    expect(await read('markdown')).toContain('Triage by openai:stand-in: keep')
    const { results } = JSON.parse(await read('sarif')).runs[0]
    expect(results).toMatchObject([
      { properties: { triage: { verdict: 'keep' } } },
      { suppressions: [{ kind: 'external', status: 'accepted', justification: expect.stringContaining('stand-in') }] },
    ])
  })

  it.each([
    { name: 'without a key', words: ['--triage'], env: environment, says: 'ASSAY_TRIAGE_KEY' },
    { name: 'without a model', words: ['--triage-dry-run'], env: () => ({}), says: '`provider` is missing' },
    { name: 'with --server', words: ['--triage', '--server', 'http://127.0.0.1:9'], env: withKey, says: '--server' },
    { name: 'with --staged', words: ['--triage', '--staged'], env: withKey, says: '--staged' },
    { name: 'with settings alone', words: ['--triage-settings', 'x.yaml'], env: withKey, says: 'no effect' },
    { name: 'with settings that are not there', words: ['--triage', '--triage-settings', 'x.yaml'], env: withKey, says: 'cannot be read (ENOENT)' },
  ])('is refused $name', async ({ words, env, says }) => {
    const from = standIn.requests.length
    const { code, stdout, stderr } = await runAssay(['scan', ...words], { cwd: writeFolder(FILES), env: env() })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(says)
    expect(standIn.requests.length).toBe(from)
  })

  it('is not loaded by a scan without it', async () => {
    const cwd = writeFolder(FILES)
    const { stdout, stderr, code } = await runAssay(['scan', '--quiet', '--format', 'json'], { cwd, env: { ...withKey(), NODE_DEBUG: 'esm' } })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).not.toHaveProperty('triage')
    expect(stderr).not.toMatch(/adapters\/triage|node_modules\/(?:openai|@anthropic-ai)/)
  })
})

describe('npm run triage:eval', () => {
  it('measures lost and removed findings against the stand-in', async () => {
    const words = ['tools/triage-eval.mjs', '--json', '--rules', 'open-redirect']
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root })
    const { by, groups } = JSON.parse(stdout)
    expect(by).toBe('openai:stand-in')
    expect(groups).toMatchObject([
      { name: 'fixtures', right: expect.any(Number), lostRight: 0, wrong: 0 },
      { name: 'projects', right: expect.any(Number) },
    ])
    for (const { right, calls } of groups) {
      expect(right).toBeGreaterThan(10)
      expect(calls).toBeGreaterThan(10)
    }
  })
})
