import { describe, expect, it } from 'vitest'
import { obedientThreads, sourceThreads } from '../pool/source-threads.ts'
import { ARCHIVE_LIMITS, REFUSED_ARCHIVES, SKIPPING_ARCHIVES } from './corpus/archives.ts'
import { openServer, unlimited, upload } from './open-server.ts'
import { makeZip, type ZipEntry } from './zip-archive.ts'

const server = await openServer({
  scans: { ...sourceThreads, workers: 1, queueWaitMs: 120_000, budgetMs: 120_000 },
  tiers: unlimited,
  limits: ARCHIVE_LIMITS,
})
const zipUrl = `${server.url}/api/scans/upload-zip`
const WEAK = "app.get('/', (req, res) => require('child_process').exec(req.query.a))\n"
const plain: ZipEntry = { name: 'a.js', content: WEAK }

function send(body: Buffer | FormData, headers: Readonly<Record<string, string>> = { 'Content-Type': 'application/zip' }): Promise<Response> {
  return fetch(zipUrl, { method: 'POST', headers, body: body instanceof FormData ? body : new Uint8Array(body) })
}

describe('the same result as of JSON', () => {
  const files: Readonly<Record<string, string>> = {
    'src/app.js': WEAK,
    'src/größe/naïve.py': 'import os\nfrom flask import request\nos.system(request.args["a"])\n',
    'package.json': '{"dependencies":{"express":"*"}}',
    '.env': 'PASSWORD=hunter2hunter2\n',
    'lib/index.php': '<?php eval($_GET["a"]);',
    'empty.js': '',
    'broken.js': 'function (',
    'line\nbreak.js': 'eval(location.hash)\n',
    'right\u202eleft.js': 'eval(location.hash)\n',
    '__proto__/constructor.js': 'eval(location.hash)\n',
  }
  const json = JSON.stringify({ files: Object.entries(files).map(([path, content]) => ({ path, content })) })

  it.each([
    { name: 'deflated', of: (entry: ZipEntry) => entry },
    { name: 'stored', of: (entry: ZipEntry) => ({ ...entry, stored: true }) },
    { name: 'with UTF-8 names without the flag', of: (entry: ZipEntry) => ({ ...entry, flags: 0 }) },
    { name: 'with Windows names', of: (entry: ZipEntry) => ({ ...entry, name: String(entry.name).replaceAll('/', '\\') }) },
    { name: 'with names that begin with `./`', of: (entry: ZipEntry) => ({ ...entry, name: `./${entry.name}` }) },
  ])('$name', async ({ of }) => {
    const expected = await (await fetch(server.uploadUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: json })).json()
    const archive = makeZip(Object.entries(files).map(([name, content]) => of({ name, content })))
    const response = await send(archive)
    expect(await response.json()).toEqual(expected)
    expect(expected.findings.length).toBeGreaterThan(4)
  })

  it('in a form', async () => {
    const form = new FormData()
    form.append('note', 'a field')
    form.append('file', new Blob([new Uint8Array(makeZip([plain]))]), 'project.zip')
    const [one, other] = [await send(form, {}), await upload(server.uploadUrl, { files: [{ path: 'a.js', content: WEAK }] })]
    expect(await one.text()).toBe(await other.text())
  })
})

it('skips the same files as the scan of a folder', async () => {
  const tree = {
    '.gitignore': 'out/\n*.log.js\n!kept.log.js\n',
    'sub/.gitignore': '/local.js\n',
    'sub/.assayignore': '!local.js\nother.js\n',
    'a.js': WEAK,
    'out/b.js': WEAK,
    'c.log.js': WEAK,
    'kept.log.js': WEAK,
    'sub/local.js': WEAK,
    'sub/other.js': WEAK,
    'sub/deep/local.js': WEAK,
    'node_modules/x/index.js': WEAK,
    '.git/hooks/x.js': WEAK,
  }
  const packed = makeZip(Object.entries(tree).map(([name, content]) => ({ name, content })))
  const { findings, filesScanned, skipped } = await (await send(packed)).json()
  expect(findings.map(({ file }: { file: string }) => file)).toEqual(['a.js', 'kept.log.js', 'sub/deep/local.js', 'sub/local.js'])
  expect([filesScanned, skipped]).toEqual([7, []])
})

describe('an archive is refused that', () => {
  it.each(REFUSED_ARCHIVES)('$name', async ({ entries = [], frame, bytes = makeZip(entries, frame), faults }) => {
    const response = await send(bytes)
    const problem = await response.json()
    expect([response.status, problem.type]).toEqual([422, '/problems/invalid-archive'])
    expect(problem.faults.map(({ entry, message }: { entry?: number; message: string }) => [entry, message])).toEqual(
      faults.map(([entry, words]) => [entry, expect.stringContaining(words)]),
    )
    expect(response.headers.get('ratelimit-limit')).not.toBeNull()
  })
})

describe('an archive is scanned, and reports skipped files, that', () => {
  it.each(SKIPPING_ARCHIVES)('$name', async ({ entries = [], frame, skipped }) => {
    const response = await send(makeZip(entries, frame))
    const result = await response.json()
    expect([response.status, result.skipped.map(({ file, reason }: { file: string; reason: string }) => [file, reason])]).toEqual([200, skipped])
    expect(result.findings.map(({ file }: { file: string }) => file)).toEqual(['a.js'])
  })
})

describe('a form is refused that', () => {
  const form = (...names: readonly string[]): FormData => {
    const made = new FormData()
    for (const name of names) made.append('file', new Blob([new Uint8Array(makeZip([plain]))]), name)
    return made
  }
  it.each([
    { name: 'holds no file', body: form(), words: 'holds no file' },
    { name: 'holds two', body: form('a.zip', 'b.zip'), words: 'holds 2 files' },
    { name: 'has a hundred parts', body: form(...Array.from({ length: 101 }, (_, index) => `${index}.zip`)), words: 'more than 100 parts' },
    {
      name: 'has long headers',
      body: Buffer.from(`--abc\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n${'X: a\r\n'.repeat(3_000)}\r\nx\r\n--abc--\r\n`),
      type: 'multipart/form-data; boundary=abc',
      words: 'exceed 16384 bytes',
    },
    { name: 'names no boundary', body: Buffer.from('x'), type: 'multipart/form-data', words: 'boundary' },
    { name: 'is not an archive', body: Buffer.from('x'), type: 'multipart/form-data; boundary=abc', words: 'not a valid form' },
    {
      name: 'does not end',
      body: Buffer.from('--abc\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nx'),
      type: 'multipart/form-data; boundary=abc',
      words: 'not a valid form',
    },
  ])('$name', async ({ body, type, words }) => {
    const response = await send(body, type === undefined ? {} : { 'Content-Type': type })
    const problem = await response.json()
    expect([response.status, problem.type, problem.detail]).toEqual([400, '/problems/malformed-form', expect.stringContaining(words)])
  })
})

describe('the sent data is', () => {
  it.each([
    { name: 'JSON', type: 'application/json' },
    { name: 'anything', type: 'application/octet-stream' },
  ])('refused as $name', async ({ type }) => {
    const response = await send(makeZip([plain]), { 'Content-Type': type })
    expect([response.status, response.headers.get('accept')]).toEqual([415, 'application/zip, multipart/form-data'])
  })

  it('read by another method with none', async () => {
    const response = await fetch(zipUrl)
    expect([response.status, response.headers.get('allow'), response.headers.get('ratelimit-limit')]).toEqual([
      405,
      'POST, OPTIONS',
      String(unlimited.anonymous.zipPerMinute),
    ])
  })
})

describe('archives and JSON are counted apart', async () => {
  const limited = await openServer({ scans: { ...obedientThreads, workers: 1 } })
  const statusOf = async () => {
    const response = await fetch(`${limited.url}/api/scans/upload-zip`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/zip' },
      body: new Uint8Array(makeZip([plain])),
    })
    return [response.status, response.headers.get('ratelimit-policy'), (await response.json()).policy]
  }

  it('3 a minute of anonymous callers, beside 5 of JSON', async () => {
    const answers = [await statusOf(), await statusOf(), await statusOf(), await statusOf()]
    expect(answers).toEqual([...Array.from({ length: 3 }, () => [200, '3;w=60', undefined]), [429, '3;w=60', 'zip']])
    expect((await upload(limited.uploadUrl, { files: [{ path: 'a.js', content: '' }] })).headers.get('ratelimit-remaining')).toBe('4')
  })
})
