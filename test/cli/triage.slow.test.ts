import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { fileName } from '../../bench/lib/unpack-application.mjs'
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
    const cwd = writeFolder({ ...FILES, 'server.js': "const other = require('./other')\nmountAll(other)\n" })
    const from = standIn.requests.length
    const dry = await runAssay(['scan', '--triage-dry-run'], { cwd, env: environment() })
    expect(dry).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing was sent.') })
    expect(standIn.requests.length).toBe(from)
    const scan = await runAssay(['scan', '--triage', '--format', 'json'], { cwd, env: withKey() })
    const sent = standIn.requests.slice(from).map(({ body }) => `${body}\n`)
    expect(sent.length).toBe(2)
    expect(sent.filter((body) => body.includes('mountAll(other)')).length).toBe(1)
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
  const evaluate = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const options = { cwd: root, env: { ...process.env, ...env } }
    const { stdout } = await promisify(execFile)(process.execPath, ['tools/triage-eval.mjs', '--json', ...words], options)
    return JSON.parse(stdout)
  }

  it('measures lost and removed findings against the stand-in, and replays recorded answers', async () => {
    const answers = writeFolder({})
    const words = ['--sets', 'fixtures', '--rules', 'ldap-injection,xpath-injection', '--answers', answers]
    const { by, groups } = await evaluate(words)
    expect(by).toBe('openai:stand-in')
    expect(groups).toMatchObject([{ name: 'fixtures', lostRight: 0, wrong: 0, unanswered: 0 }])
    for (const { right, calls } of groups) {
      expect(right).toBeGreaterThan(3)
      expect(calls).toBeGreaterThan(3)
    }
    const [replayed] = (await evaluate([...words, '--replay'])).groups
    expect(replayed).toEqual({ ...groups[0], calls: 0 })
  })

  it('compares verdicts with those of people on applications', async () => {
    const listed: readonly Listed[] = parse(readFileSync(join(root, 'bench/applications/list.yaml'), 'utf8'))
    const applications = listed.filter(({ half }) => half === 'third')
    const judged = applications.flatMap((application) => {
      const verdicts: readonly Verdict[] =
        parse(readFileSync(join(root, 'bench/applications/verdicts', `${fileName(application)}.yaml`), 'utf8')) ?? []
      return verdicts.flatMap((verdict) =>
        verdict.rule === 'path-traversal' && verdict.file.endsWith('.js') && verdict.verdict === 'wrong' ? [{ application, verdict }] : [],
      )
    })
    const [{ application, verdict }] = judged
    // The applications are already here: one has a file with a false positive at the line of a verdict, the others are empty.
    const files: Record<string, string> = {}
    for (const each of applications) {
      const folder = `applications/files/${fileName(each)}-${each.version}`
      files[`${folder}.stamp`] = JSON.stringify([each.hash, each.except])
      files[`${folder}/README.md`] = ''
    }
    const code =
      "require('express')().get('/f', (req, res) => {\n  const name = req.query.name\n  validateName(name)\n  res.sendFile('/data/' + name)\n})\n"
    files[`applications/files/${fileName(application)}-${application.version}/${verdict.file}`] = '\n'.repeat(verdict.line - 4) + code
    const { groups } = await evaluate(['--sets', 'applications', '--applications', 'third'], { ASSAY_BENCH_DOWNLOADS: writeFolder(files) })
    expect(groups).toMatchObject([{ name: 'applications', right: 0, wrong: 1, removedWrong: 1, lost: [] }])
  })
})

interface Listed {
  readonly half: string
  readonly name: string
  readonly version: string
  readonly hash: string
  readonly except?: string
}

interface Verdict {
  readonly rule: string
  readonly file: string
  readonly line: number
  readonly verdict: string
}
