import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { obedientThreads, sourceThreads } from '../pool/source-threads.ts'
import { openServer, unlimited, upload } from './open-server.ts'
import { makeZip, type ZipEntry, type ZipFrame } from './zip-archive.ts'

const server = await openServer({
  scans: { ...sourceThreads, workers: 1, queueWaitMs: 120_000, budgetMs: 120_000 },
  tiers: unlimited,
  limits: { maxFiles: 50, maxArchiveEntries: 200, maxInflatedBytes: 6_000_000, maxPathLength: 1_000 },
})
const zipUrl = `${server.url}/api/scans/upload-zip`
const WEAK = "app.get('/', (req, res) => require('child_process').exec(req.query.a))\n"

function send(body: Buffer | FormData, headers: Readonly<Record<string, string>> = { 'Content-Type': 'application/zip' }): Promise<Response> {
  return fetch(zipUrl, { method: 'POST', headers, body: body instanceof FormData ? body : new Uint8Array(body) })
}

interface Archive {
  readonly name: string
  readonly entries?: readonly ZipEntry[]
  readonly frame?: ZipFrame
  readonly bytes?: Buffer
}

const plain: ZipEntry = { name: 'a.js', content: WEAK }
const zeros = Buffer.alloc(1_000_000)
const inner = makeZip([{ name: 'b.js', content: WEAK }])

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
    { name: 'with names that are UTF-8 and do not say so', of: (entry: ZipEntry) => ({ ...entry, flags: 0 }) },
    { name: 'with names in the way of Windows', of: (entry: ZipEntry) => ({ ...entry, name: String(entry.name).replaceAll('/', '\\') }) },
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

it('passes over what a walk of the folder passes over', async () => {
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
  const many = (count: number, of: (index: number) => ZipEntry) => Array.from({ length: count }, (_, index) => of(index))
  const refused: readonly (Archive & { readonly faults: readonly (readonly [entry: number | undefined, words: string])[] })[] = [
    { name: 'is none', bytes: Buffer.from('hello'), faults: [[undefined, 'no ZIP archive']] },
    { name: 'is empty', bytes: Buffer.alloc(0), faults: [[undefined, 'no ZIP archive']] },
    { name: 'holds nothing', entries: [], faults: [[undefined, 'holds no file']] },
    { name: 'holds folders alone', entries: [{ name: 'a/' }, { name: './' }], faults: [[undefined, 'holds no file']] },
    { name: 'is cut short', bytes: makeZip([plain]).subarray(0, -10), faults: [[undefined, 'cut short']] },
    { name: 'goes on after its end', bytes: Buffer.concat([makeZip([plain]), Buffer.from('more')]), faults: [[undefined, 'not where it must be']] },
    { name: 'is a gzip file', bytes: Buffer.from('\x1f\x8b\x08\0\0\0\0\0', 'latin1'), faults: [[undefined, 'no ZIP archive']] },
    { name: 'is one of several parts', entries: [plain], frame: { disk: 1 }, faults: [[undefined, 'several parts']] },
    { name: 'says that its list is elsewhere', entries: [plain], frame: { listOffset: 3 }, faults: [[0, 'broken here']] },
    { name: 'says that its list is beyond its end', entries: [plain], frame: { listOffset: 1e9 }, faults: [[0, 'broken here']] },
    { name: 'says that it has more entries', entries: [plain], frame: { count: 2 }, faults: [[1, 'broken here']] },
    {
      name: 'has bytes before it that its places do not count',
      bytes: Buffer.concat([Buffer.from('#!/bin/sh\n'), makeZip([plain])]),
      faults: [[0, 'broken here']],
    },
    { name: 'leads out', entries: [plain, { name: '../b.js', content: WEAK }], faults: [[1, 'leads out']] },
    { name: 'leads out from within', entries: [{ name: 'a/../../b.js' }], faults: [[0, 'leads out']] },
    { name: 'leads out by backslashes', entries: [{ name: '..\\b.js' }], faults: [[0, 'leads out']] },
    { name: 'leads out by a folder', entries: [{ name: '../' }, plain], faults: [[0, 'leads out']] },
    { name: 'has an absolute name', entries: [{ name: '/etc/passwd' }], faults: [[0, 'absolute']] },
    {
      name: 'has a name with a drive',
      entries: [{ name: 'C:\\a.js' }, { name: 'c:a.js' }],
      faults: [
        [0, 'absolute'],
        [1, 'absolute'],
      ],
    },
    { name: 'has a name on another machine', entries: [{ name: '\\\\host\\a.js' }], faults: [[0, 'absolute']] },
    { name: 'has a name with NUL', entries: [{ name: 'a.js\0.png' }], faults: [[0, 'NUL']] },
    { name: 'has an entry without a name', entries: [{ name: '' }], faults: [[0, 'no name']] },
    { name: 'has a name that is no UTF-8', entries: [{ name: Buffer.from([0x61, 0xff]) }], faults: [[0, 'no UTF-8']] },
    { name: 'has a name that is too long', entries: [{ name: 'a'.repeat(1_001) }], faults: [[0, 'at most 1000']] },
    { name: 'has a name twice', entries: [plain, { name: 'b.js' }, plain], faults: [[2, 'entry 0']] },
    { name: 'has a name twice, written differently', entries: [plain, { name: './/a.js' }], faults: [[1, 'entry 0']] },
    { name: 'has entries that share their bytes', entries: [plain, { ...plain, name: 'b.js', sharing: 0 }], faults: [[1, 'shares bytes']] },
    { name: 'has an entry within another', entries: overlapping(), faults: [[1, 'shares bytes']] },
    { name: 'says too little of a size', entries: [{ ...plain, size: 3 }], faults: [[0, 'another size']] },
    { name: 'says too much of a size', entries: [{ ...plain, size: 3_000 }], faults: [[0, 'another size']] },
    { name: 'says another size than is stored', entries: [{ ...plain, stored: true, size: 3 }], faults: [[0, 'contradicts itself']] },
    { name: 'says more compressed bytes than it has', entries: [{ ...plain, compressedSize: 1e9 }], faults: [[0, 'broken here']] },
    { name: 'has another checksum', entries: [{ ...plain, crc32: 1 }], faults: [[0, 'checksum']] },
    { name: 'has broken data', entries: [{ ...plain, raw: Buffer.from('no deflate at all') }], faults: [[0, 'data is broken']] },
    { name: 'has data that ends early', entries: [{ ...plain, raw: deflateRawSync(WEAK).subarray(0, 20) }], faults: [[0, 'data is broken']] },
    { name: 'is encrypted with its list', entries: [{ ...plain, flags: 0x841 }], faults: [[0, 'encrypted']] },
    { name: 'has too many entries', entries: many(201, (index) => ({ name: `d${index}/` })), faults: [[undefined, '201 entries: at most 200']] },
    { name: 'has too many files', entries: many(51, (index) => ({ name: `${index}.js` })), faults: [[undefined, '51 files to scan: at most 50']] },
    {
      name: 'inflates to too much',
      entries: many(7, (index) => ({ name: `${index}.js`, content: zeros, stored: true })),
      faults: [[undefined, 'at most 6000000']],
    },
    {
      name: 'inflates to many times its size',
      entries: many(6, (index) => ({ name: `${index}.js`, content: zeros })),
      faults: [[undefined, 'over 100 times']],
    },
    { name: 'has ignore files without end', entries: patterns(), faults: [[undefined, 'too many patterns']] },
    {
      name: 'lies a thousand folders deep',
      entries: [{ name: 'a/'.repeat(99) + 'b.js' }, { name: `${'a/'.repeat(300)}b` }],
      faults: [[1, 'folders']],
    },
  ]

  it.each(refused)('$name', async ({ entries = [], frame, bytes = makeZip(entries, frame), faults }) => {
    const before = process.cpuUsage()
    const response = await send(bytes)
    const problem = await response.json()
    expect([response.status, problem.type]).toEqual([422, '/problems/invalid-archive'])
    expect(problem.faults.map(({ entry, message }: { entry?: number; message: string }) => [entry, message])).toEqual(
      faults.map(([entry, words]) => [entry, expect.stringContaining(words)]),
    )
    expect(response.headers.get('ratelimit-limit')).not.toBeNull()
    const { user, system } = process.cpuUsage(before)
    // Far more than any takes, and far less than one that is inflated without a bound.
    expect(user + system).toBeLessThan(15_000_000)
  })
})

/** The data of one entry is the header and data of another. */
function overlapping(): readonly ZipEntry[] {
  const [head] = makeZip([plain]).toString('latin1').split('PK\x01\x02')
  return [
    { name: 'outer.js', stored: true, content: Buffer.from(head, 'latin1') },
    { ...plain, sharing: 0, compressedSize: 5 },
  ]
}

function patterns(): readonly ZipEntry[] {
  const lines = Array.from({ length: 40_000 }, (_, index) => `**/a*b*${index}*c`).join('\n')
  const files = Array.from({ length: 45 }, (_, index) => ({ name: `${'ab/'.repeat(50)}${index}.js`, content: '' }))
  return [{ name: '.gitignore', content: lines }, ...files]
}

describe('an archive is scanned, and says so of what it skips, that', () => {
  const large = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1'), Buffer.alloc(2_000_000, 7)])
  const skipping: readonly (Archive & { readonly skipped: readonly (readonly [file: string, reason: string])[] })[] = [
    {
      name: 'holds an archive',
      entries: [plain, { name: 'inner.zip', content: inner }, { name: 'x.jar', content: inner, stored: true }],
      skipped: [
        ['inner.zip', 'binary'],
        ['x.jar', 'binary'],
      ],
    },
    {
      name: 'holds an archive under the name of code',
      entries: [plain, { name: 'inner.js', content: inner }],
      skipped: [['inner.js', 'undecodable']],
    },
    { name: 'has a link', entries: [plain, { name: 'link.js', content: '/etc/passwd', mode: 0o120_777 }], skipped: [['link.js', 'link']] },
    { name: 'has an encrypted entry', entries: [plain, { name: 'b.js', content: 'x', flags: 0x801 }], skipped: [['b.js', 'unreadable']] },
    { name: 'has an entry in another method', entries: [plain, { name: 'b.js', content: 'x', method: 93 }], skipped: [['b.js', 'unreadable']] },
    { name: 'has a large text', entries: [plain, { name: 'b.js', content: 'a'.repeat(1_500_000) }], skipped: [['b.js', 'too-large']] },
    {
      name: 'has a large picture',
      entries: [plain, { name: 'b.png', content: large }, { name: 'c.png', content: large, stored: true }],
      skipped: [
        ['b.png', 'binary'],
        ['c.png', 'binary'],
      ],
    },
    { name: 'says that an entry is huge', entries: [plain, { name: 'b.js', content: 'x', size: 4_000_000_000 }], skipped: [['b.js', 'too-large']] },
    { name: 'has one large bomb', entries: [plain, { name: 'b.js', content: Buffer.alloc(9_000_000) }], skipped: [['b.js', 'too-large']] },
    {
      name: 'has a byte that is no UTF-8',
      entries: [plain, { name: 'b.js', content: Buffer.from([0x61, 0xff, 0xfe, 0]) }],
      skipped: [['b.js', 'undecodable']],
    },
    { name: 'was made by macOS', entries: [plain, { name: '__MACOSX/._a.js', content: Buffer.from([0, 5, 0x16, 7]) }], skipped: [] },
    { name: 'has a comment', entries: [plain], frame: { comment: 'PK' }, skipped: [] },
    { name: 'has bytes before it', entries: [plain], frame: { before: Buffer.from('#!/bin/sh\n') }, skipped: [] },
  ]

  it.each(skipping)('$name', async ({ entries = [], frame, skipped }) => {
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
    { name: 'names no boundary', body: Buffer.from('x'), type: 'multipart/form-data', words: 'boundary' },
    { name: 'is none', body: Buffer.from('x'), type: 'multipart/form-data; boundary=abc', words: 'no form' },
    {
      name: 'does not end',
      body: Buffer.from('--abc\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nx'),
      type: 'multipart/form-data; boundary=abc',
      words: 'no form',
    },
  ])('$name', async ({ body, type, words }) => {
    const response = await send(body, type === undefined ? {} : { 'Content-Type': type })
    const problem = await response.json()
    expect([response.status, problem.type, problem.detail]).toEqual([400, '/problems/malformed-form', expect.stringContaining(words)])
  })
})

describe('what is sent is', () => {
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
