import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scanner, ScanStats } from '../../src/model/scanner.ts'
import type { SourceFile } from '../../src/model/source.ts'
import { DuplicatePathError } from '../../src/scan/scan-files.ts'
import { createTestScanner } from './scan-rules.ts'

let scanner: Scanner
beforeAll(async () => {
  scanner = await createTestScanner()
})
afterAll(() => scanner.close())

const place = ({ rule, file, line, column }: { rule: string; file: string; line: number; column: number }): string =>
  `${rule} ${file}:${line}:${column}`
const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const bytes = new Uint8Array(2 + text.length * 2)
  const view = new DataView(bytes.buffer)
  for (const [index, unit] of ['\ufeff', ...text].entries()) view.setUint16(index * 2, unit.charCodeAt(0), littleEndian)
  return bytes
}

describe('a file of any shape is read', () => {
  test.each<[name: string, file: SourceFile, found: readonly string[]]>([
    ['JavaScript', { path: 'a.js', content: 'a\neval(b)' }, ['eval-call a.js:2:1']],
    ['a string with a byte order mark', { path: 'a.js', content: '\ufeffeval(b)' }, ['eval-call a.js:1:1']],
    ['bytes of UTF-8', { path: 'a.js', content: new TextEncoder().encode('"é😀"; eval(b)') }, ['eval-call a.js:1:8']],
    ['bytes of UTF-16, little end first', { path: 'a.py', content: utf16('eval(b)', true) }, ['eval-call a.py:1:1']],
    ['bytes of UTF-16, big end first', { path: 'a.py', content: utf16('eval(b)', false) }, ['eval-call a.py:1:1']],
    ['lines that end in CRLF', { path: 'a.js', content: 'a\r\n  eval(b)\r\n' }, ['eval-call a.js:2:3']],
    ['code behind a comment that ends in a lone CR', { path: 'a.py', content: '# a\reval(b)\n' }, ['eval-call a.py:2:1']],
    ['statements without semicolons that end in a lone CR', { path: 'a.js', content: 'f(a)\reval(b)\r' }, ['eval-call a.js:2:1']],
    ['lines that end in a lone CR', { path: 'a.py', content: 'a\r\reval(b)' }, ['eval-call a.py:3:1']],
    ['an extension in capitals', { path: 'A.JS', content: 'eval(b)' }, ['eval-call A.JS:1:1']],
    ['a script without extension', { path: 'bin/run', content: '#!/usr/bin/env -S node --harmony\neval(b)' }, ['eval-call bin/run:2:1']],
    ['a path with backslashes', { path: 'src\\a.ts', content: 'eval(b)' }, ['eval-call src\\a.ts:1:1']],
    [
      'a configuration file',
      { path: 'compose.yml', content: 'services:\n  web:\n    privileged: true # no\n' },
      ['privileged-container compose.yml:3:17'],
    ],
    ['text in no language', { path: 'notes', content: 'key tok_abcdefghij12' }, ['token-text notes:1:9']],
    ['text within code', { path: 'a.py', content: 'k = "tok_abcdefghij12"' }, ['token-text a.py:1:10']],
    [
      'a file that only declares types, by its text alone',
      { path: 'a.d.ts', content: 'declare const k: "tok_abcdefghij12"\nexport const x = eval(b)' },
      ['token-text a.d.ts:1:23'],
    ],
    ['a stub of Python, by its text alone', { path: 'a.pyi', content: 'k: "tok_abcdefghij12"\neval(b)' }, ['token-text a.pyi:1:9']],
    [
      'code around a syntax error',
      { path: 'a.js', content: 'eval(a)\nconst x = = 1\nfunction f() {\n  eval(b)\n}\n' },
      ['eval-call a.js:1:1', 'eval-call a.js:4:3'],
    ],
  ])('%s', async (_, file, found) => {
    expect((await scanner.scan([file])).findings.map(place)).toEqual(found)
  })
})

describe('files that cannot be scanned are gaps with a reason', () => {
  test.each<[name: string, file: SourceFile, reason: string, score: number]>([
    ['a file over the limit', { path: 'a.js', content: 'a;'.repeat(600_000) }, 'too-large', 0],
    ['a source file with invalid bytes', { path: 'a.js', content: new Uint8Array([97, 0xff, 98]) }, 'undecodable', 0],
    ['a source file with a NUL', { path: 'a.py', content: 'a\0b' }, 'undecodable', 0],
    ['a picture', { path: 'a.png', content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1]) }, 'binary', 0],
    ['a lock file', { path: 'package-lock.json', content: '{}' }, 'generated', 0],
  ])('%s is skipped', async (_, file, reason, score) => {
    const result = await scanner.scan([file])
    expect(result.skipped.map((gap) => [gap.file, gap.reason])).toEqual([[file.path, reason]])
    expect([result.grade, result.score, result.filesScanned, result.findings.length]).toEqual(['N/A', score, 0, 0])
  })

  const large = (head: readonly number[] | string) => {
    const bytes = new Uint8Array(1_100_000).fill(32)
    bytes.set(typeof head === 'string' ? new TextEncoder().encode(head) : head)
    return bytes
  }
  const transport = (first: number, step: number) => Array.from({ length: 600 }, (_, at) => ((at - first) % step === 0 ? 0x47 : 0))

  test.each<[name: string, path: string, content: Uint8Array | string, reason: string]>([
    ['a picture', 'a.png', large([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'binary'],
    ['a picture that is named as nothing', 'a', large([0xff, 0xd8, 0xff, 0xe0, 0]), 'binary'],
    ['an archive', 'app.jar', large([0x50, 0x4b, 3, 4, 0, 0xff]), 'binary'],
    ['a compressed archive', 'assay-0.1.0.tgz', large([0x1f, 0x8b, 8, 0, 0]), 'binary'],
    ['a WebAssembly module', 'a.wasm', large([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), 'binary'],
    ['a font', 'a.woff2', large([0x77, 0x4f, 0x46, 0x32, 0]), 'binary'],
    ['a database', 'a.db', large('SQLite format 3\0'), 'binary'],
    ['a document that begins as text', 'a.pdf', large('%PDF-1.7\n'), 'binary'],
    ['bytes of no known kind', 'a.bin', large([1, 2, 0, 3]), 'binary'],
    ['a video that is named as TypeScript', 'a.ts', large(transport(0, 188)), 'binary'],
    ['a recording that is named as TypeScript', 'a.mts', large(transport(4, 192)), 'binary'],
    ['a lock file', 'package-lock.json', large('{'), 'generated'],
    ['a source map', 'a.js.map', large('{"version":3,"sources":["a.ts"],'), 'generated'],
    ['an installed package', 'node_modules/a/index.js', large('eval(a)'), 'vendored'],
    ['minified files', 'a.min.js', 'a;'.repeat(600_000), 'minified'],
    ['a text', 'notes.txt', large('notes'), 'too-large'],
    ['a text in UTF-16', 'notes.txt', large([0xff, 0xfe, 0x41, 0]), 'too-large'],
    ['a text that begins as a picture', 'a', large('GIF89a = 1;'), 'too-large'],
    ['code that begins as a picture', 'a.js', large([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'too-large'],
    ['code in a language that is not read', 'a.php', large('<?php'), 'too-large'],
  ])('a large file that is binary or generated is no gap: %s', async (_, path, content, reason) => {
    const { skipped, score } = await scanner.scan([
      { path: 'own.js', content: 'a()' },
      { path, content },
    ])
    expect(skipped.map((gap) => [gap.file, gap.reason])).toEqual([[path, reason]])
    expect(score).toBe(reason === 'too-large' ? 89 : 100)
  })

  test('a caller may pass only the first bytes of a file', async () => {
    const skip = { reason: 'too-large', detail: 'It has 2 GB.' } as const
    const result = await scanner.scan([
      { path: 'own.js', content: 'a()' },
      { path: 'a.mp4', skip, head: new TextEncoder().encode('\0\0\0\x18ftypmp42') },
      { path: 'b.txt', skip, head: new TextEncoder().encode('notes') },
      { path: 'c.mp4', skip },
    ])
    expect(result.skipped.map(({ file, reason, detail }) => [file, reason, detail])).toEqual([
      ['a.mp4', 'binary', 'The file is a picture, sound or video.'],
      ['b.txt', 'too-large', 'It has 2 GB.'],
      ['c.mp4', 'too-large', 'It has 2 GB.'],
    ])
  })

  test('a file skipped for cause limits the grade of the others, and an expected skip does not', async () => {
    const clean = { path: 'a.js', content: 'a' }
    expect((await scanner.scan([clean, { path: 'b.js', content: 'a\0' }])).score).toBe(89)
    expect((await scanner.scan([clean, { path: 'b.png', content: 'a\0' }])).score).toBe(100)
  })

  test('vendored files are scanned if requested', async () => {
    const result = await scanner.scan([{ path: 'node_modules/a/index.js', content: 'eval(a)' }], { includeVendored: true })
    expect(result.findings.map(place)).toEqual(['eval-call node_modules/a/index.js:1:1'])
  })

  test('a file with a syntax error is partial, at the place of the error, and caps the grade', async () => {
    const result = await scanner.scan([{ path: 'a.js', content: 'const a = 1\nconst b = = 2\n' }])
    expect(result.partial.map(({ file, reason, line }) => [file, reason, line])).toEqual([['a.js', 'syntax-error', 2]])
    expect(result.score).toBe(96)
  })

  test('type arguments of a tagged template are no error, but others beside them are', async () => {
    const content = 'const a = sql<{ id: number }[]>`select 1`\nconst b = styled.p<Props>`\n  a<b>`\n'
    expect((await scanner.scan([{ path: 'a.ts', content: `${content}eval(a)\n` }])).partial).toEqual([])
    const { partial } = await scanner.scan([{ path: 'a.ts', content: `${content}const c = = eval(a)\n` }])
    expect(partial.map(({ reason, line }) => [reason, line])).toEqual([['syntax-error', 4]])
  })

  test('code that nests too deep is analysed by text rules alone', async () => {
    const content = `${'['.repeat(50)}eval(a)${']'.repeat(50)} // tok_abcdefghij12`
    const result = await scanner.scan([{ path: 'a.js', content }], { limits: { maxNesting: 40 } })
    expect(result.findings.map(({ rule }) => rule)).toEqual(['token-text'])
    expect(result.partial.map(({ reason }) => reason)).toEqual(['too-deep'])
  })

  test('a rule with too many matches stops and reports a gap, and the others continue', async () => {
    const content = `${'eval(a);'.repeat(30)} // tok_abcdefghij12`
    const result = await scanner.scan([{ path: 'a.js', content }], { limits: { maxMatchesPerRule: 10 } })
    expect(result.findings.filter(({ rule }) => rule === 'eval-call')).toHaveLength(10)
    expect(result.findings.filter(({ rule }) => rule === 'token-text')).toHaveLength(1)
    expect(result.partial.map(({ reason, rule }) => [reason, rule])).toEqual([['match-limit', 'eval-call']])
  })

  test('a rule with two texts that each match too often reports one gap', async () => {
    const content = `${'tik_1 '.repeat(30)}${'tuk_1 '.repeat(30)}`
    const result = await scanner.scan([{ path: 'notes', content }], { limits: { maxMatchesPerRule: 10 } })
    expect(result.findings).toHaveLength(10)
    expect(result.partial.map(({ reason, rule }) => [reason, rule])).toEqual([['match-limit', 'two-texts']])
  })

  test.each([
    ['a text', 'é'.repeat(900)],
    ['bytes', new TextEncoder().encode('é'.repeat(900))],
  ])('the size of %s is that of its UTF-8', async (_, content) => {
    const result = await scanner.scan([{ path: 'a.js', content }], { limits: { maxFileBytes: 1000 } })
    expect(result.skipped.map(({ file, detail }) => [file, detail])).toEqual([['a.js', 'The file has 1800 bytes, over the limit of 1000.']])
  })

  test('a rule without remaining steps stops and reports a gap, and the others continue', async () => {
    const content = `${'a == b;'.repeat(100)} eval(c)`
    const result = await scanner.scan([{ path: 'a.js', content }], { limits: { maxStepsPerRule: 60 } })
    expect(result.findings.map(({ rule }) => rule)).toContain('eval-call')
    expect(result.partial.map(({ reason, rule }) => [reason, rule])).toEqual([['step-limit', 'any-equality']])
  })

  test('a file that the caller could not read is listed unchanged, with its language', async () => {
    const skip = { reason: 'unreadable', detail: 'Permission denied.' } as const
    expect((await scanner.scan([{ path: 'a.js', skip }])).skipped).toEqual([{ file: 'a.js', ...skip, language: 'JavaScript' }])
  })
})

describe('the answer never varies', () => {
  const files: readonly SourceFile[] = [
    { path: 'b.js', content: 'eval(a)\nhandleHook()\na == b' },
    { path: 'a.py', content: 'eval(a)\nhandleHook()' },
    { path: 'c.yaml', content: 'services: {a: {privileged: true}}\n# tok_abcdefghij12' },
    { path: 'd.js', content: 'x = = 1 // assay-ignore eval-call' },
    { path: 'node_modules/e.js', content: '1' },
  ]

  test('for files in any order', async () => {
    const expected = JSON.stringify(await scanner.scan(files))
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...files], { minLength: files.length }), async (shuffled) => {
        expect(JSON.stringify(await scanner.scan(shuffled))).toBe(expected)
      }),
      { numRuns: 20 },
    )
  })

  test('for the same files read one after the other', async () => {
    const expected = await scanner.scan(files)
    async function* streamed(): AsyncGenerator<SourceFile> {
      for (const file of files) {
        await new Promise((resolve) => setImmediate(resolve))
        yield file
      }
    }
    expect(await scanner.scan(streamed())).toEqual(expected)
  })

  test('whether or not literals choose the rules, and however trees are read', async () => {
    const expected = JSON.stringify(await scanner.scan(files))
    for (const testing of [{ withoutPrefilter: true }, { walk: 'cursor' }] as const) {
      const other = await createTestScanner({ testing })
      expect(JSON.stringify(await other.scan(files))).toBe(expected)
      await other.close()
    }
  })

  test('and findings come by severity, file, line, column and rule', async () => {
    expect((await scanner.scan(files)).findings.map(({ severity, ...finding }) => `${severity} ${place(finding)}`)).toEqual([
      'critical eval-call a.py:1:1',
      'critical eval-call b.js:1:1',
      'high token-text c.yaml:2:7',
      'medium privileged-container c.yaml:1:28',
      'low unverified-hook a.py:2:1',
      'low unverified-hook b.js:2:1',
      'low any-equality b.js:3:1',
    ])
  })
})

describe('fingerprints', () => {
  const idsOf = async (content: string, path = 'a.js'): Promise<readonly string[]> =>
    (await scanner.scan([{ path, content }])).findings.map(({ id }) => id)

  test('stay when lines move and white space changes', async () => {
    expect(await idsOf('\n\n  eval( a )')).toEqual(await idsOf('eval( a )'))
    expect(await idsOf('eval(a,\n\n    b)')).toEqual(await idsOf('eval(a, b)'))
  })

  test('differ for each occurrence, path and code', async () => {
    const ids = [...(await idsOf('eval(a); eval(a); eval(b)')), ...(await idsOf('eval(a)', 'b.js'))]
    expect(new Set(ids).size).toBe(4)
  })
})

describe('rules that depend on the rest', () => {
  test.each([
    ['reported if nothing in the project prevents it', [], ['unverified-hook a.js:1:1']],
    ['not reported if another file prevents it, in any language', [{ path: 'z.py', content: 'verifyHook(x)' }], []],
  ])('%s', async (_, others: readonly SourceFile[], found) => {
    const result = await scanner.scan([{ path: 'a.js', content: 'handleHook()' }, ...others])
    expect(result.findings.map(place)).toEqual(found)
  })

  const manifest = { path: 'package.json', content: '{"dependencies":{"express":"5"}}' }
  test.each([
    ['a required document of another language', [manifest], ['hook-of-express a.js:1:1']],
    ['a document that does not meet the requirement', [{ path: 'package.json', content: '{"dependencies":{}}' }], []],
    ['forbidden text in another language', [manifest, { path: 'notes.py', content: '# verified-by-proxy' }], []],
  ])('the whole project is searched: %s', async (_, others: readonly SourceFile[], found) => {
    const result = await scanner.scan([{ path: 'a.js', content: 'handleExpress()' }, ...others])
    expect(result.findings.map(place)).toEqual(found)
  })

  const post = { path: 'packages/web/src/a.js', content: 'handlePost()' }
  const own = { path: 'packages/web/package.json', content: manifest.content }
  const verifying = 'verifyPost(x)'
  test.each([
    { name: 'a required value of its manifest', others: [own], isFound: true },
    { name: 'the manifest of a parent package does not count', others: [manifest, { ...own, content: '{}' }], isFound: false },
    { name: 'without a manifest of its own it belongs to the package above', others: [manifest], isFound: true },
    {
      name: 'another package of the project meets it instead',
      others: [own, { path: 'packages/api/package.json', content: '{}' }, { path: 'packages/api/b.js', content: verifying }],
      isFound: true,
    },
    { name: 'another folder of the package does', others: [own, { path: 'packages/web/lib/b.js', content: verifying }], isFound: false },
    {
      name: 'a package of Python within it does',
      others: [own, { path: 'packages/web/py/setup.py', content: '' }, { path: 'packages/web/py/b.js', content: verifying }],
      isFound: true,
    },
    { name: 'the package around it does', others: [own, { path: 'b.js', content: verifying }], isFound: true },
    {
      name: 'without any manifest all is one package',
      others: [
        { path: 'a.json', content: manifest.content },
        { path: 'b.js', content: verifying },
      ],
      isFound: false,
    },
    {
      name: 'paths of Windows',
      others: [
        { path: 'packages\\web\\package.json', content: manifest.content },
        { path: 'packages\\web\\b.js', content: verifying },
      ],
      isFound: false,
    },
  ])('the package is searched: $name', async ({ others, isFound }) => {
    const { findings } = await scanner.scan([post, ...others])
    expect(findings.filter(({ rule }) => rule === 'unverified-post').map(place)).toEqual(isFound ? ['unverified-post packages/web/src/a.js:1:1'] : [])
  })
})

describe('words', () => {
  test('messages name the code, and mask secrets', async () => {
    const result = await scanner.scan([{ path: 'a.js', content: 'eval(userInput) // tok_abcdefghij12' }])
    expect(result.findings.map(({ description }) => description)).toEqual([
      'Evaluates eval(userInput).',
      expect.stringMatching(/^Found (?!.*bcdefghij)/),
    ])
  })

  test('an autofix is an edit of the matched stretch', async () => {
    const [finding] = (await scanner.scan([{ path: 'a.js', content: 'if (a == b.c) {}' }])).findings
    expect(finding?.autofix).toEqual([{ line: 1, column: 5, endLine: 1, endColumn: 13, text: 'a === b.c' }])
  })

  test.each([
    ['a list', 'handOn(a, b, c)', 'Hands on `b, c`.', [{ line: 1, column: 1, endLine: 1, endColumn: 16, text: 'pass(b, c)' }]],
    ['an empty list', 'handOn(a)', 'Hands on ``.', [{ line: 1, column: 1, endLine: 1, endColumn: 10, text: 'pass()' }]],
    ['an edit of a list', 'handOver(a, b)', 'About handed-over.', [{ line: 1, column: 10, endLine: 1, endColumn: 14, text: 'nothing' }]],
    ['an edit of an empty list, which is nowhere', 'handOver()', 'About handed-over.', undefined],
  ])('metavariables of lists: %s', async (_, content, description, autofix) => {
    const [finding] = (await scanner.scan([{ path: 'a.js', content }])).findings
    expect(finding).toMatchObject({ description })
    expect(finding?.autofix).toEqual(autofix)
  })
})

describe('suppressions', () => {
  test.each<[name: string, content: string, reported: readonly number[], suppressed: readonly number[], unused: readonly number[]]>([
    ['on its own line', 'eval(a) // assay-ignore eval-call -- trusted\neval(b)', [2], [1], []],
    ['above a line', '// assay-ignore eval-call\neval(a)\neval(b)', [3], [2], []],
    ['above a statement of several lines', '// assay-ignore eval-call\nfoo(\n  eval(a),\n  eval(b),\n)\neval(c)', [6], [3, 4], []],
    ['for the file', '/* assay-ignore-file eval-call */\neval(a)\neval(b)', [], [2, 3], []],
    ['for all rules', '// assay-ignore\neval(a)', [], [2], []],
    ['of another rule', '// assay-ignore token-text\neval(a)', [2], [], [1]],
    ['in a string it has no effect', 'const s = "// assay-ignore"; eval(a)', [1], [], []],
    ['not at the start of the comment it has no effect', '// see assay-ignore\neval(a)', [2], [], []],
  ])('%s', async (_, content, reported, suppressed, unused) => {
    const result = await scanner.scan([{ path: 'a.js', content }])
    expect(result.findings.map(({ line }) => line)).toEqual(reported)
    expect(result.suppressed.map(({ line }) => line)).toEqual(suppressed)
    expect(result.unusedSuppressions.map(({ line }) => line)).toEqual(unused)
    expect(result.criticalCount).toBe(reported.length)
  })

  test('a reason is stored', async () => {
    const { suppressed } = await scanner.scan([{ path: 'a.py', content: 'eval(a)  # assay-ignore eval-call -- only constants' }])
    expect(suppressed.map(({ reason }) => reason)).toEqual(['only constants'])
  })

  test('those of other tools count if requested', async () => {
    const file = { path: 'a.py', content: 'eval(a)  # nosec\n# nosec\n' }
    expect((await scanner.scan([file])).findings).toHaveLength(1)
    const result = await scanner.scan([file], { foreignSuppressions: true })
    expect([result.findings.length, result.suppressed.length, result.unusedSuppressions.length]).toEqual([0, 1, 0])
  })
})

describe('a scan as it runs', () => {
  test('two files with one path are refused', async () => {
    const file = { path: 'a.js', content: '' }
    await expect(scanner.scan([file, file])).rejects.toThrow(new DuplicatePathError('a.js'))
  })

  test('a signal ends it between two files with its own reason', async () => {
    const reason = new Error('enough')
    const abort = new AbortController()
    const seen: string[] = []
    const scan = scanner.scan(
      ['a.js', 'b.js', 'c.js'].map((path) => ({ path, content: '' })),
      {
        signal: abort.signal,
        onProgress: ({ file }) => {
          seen.push(file)
          if (file === 'b.js') abort.abort(reason)
        },
      },
    )
    await expect(scan).rejects.toBe(reason)
    expect(seen).toEqual(['a.js', 'b.js'])
  })

  test('progress and statistics count files', async () => {
    const progress: string[] = []
    let stats: ScanStats | undefined
    await scanner.scan(
      [
        { path: 'a.js', content: 'eval(a)\n' },
        { path: 'b.py', content: 'nothing\n' },
        { path: 'c.png', content: '\0' },
      ],
      {
        onProgress: ({ filesDone, file, findings }) => progress.push(`${filesDone} ${file} ${findings}`),
        onStats: (given) => {
          stats = given
        },
      },
    )
    expect(progress).toEqual(['1 a.js 1', '2 b.py 1', '3 c.png 1'])
    expect(stats).toMatchObject({ files: 3, filesParsed: 1, filesSpared: 1, lines: 4 })
  })

  test('several scans at once do not disturb each other', async () => {
    const files = Array.from({ length: 5 }, (_, index) => ({ path: `f${index}.js`, content: `eval(a${index})` }))
    const alone = await Promise.all(files.map(async (file) => JSON.stringify(await scanner.scan([file]))))
    const inTurn: string[] = []
    for (const file of files) inTurn.push(JSON.stringify(await scanner.scan([file])))
    expect(alone).toEqual(inTurn)
  })
})

test('findings are weaker at the places that their rule names, and never worse than the rule', async () => {
  const rule = {
    path: 'reads.yaml',
    text: 'id: reads\ntitle: T\nseverity: high\nconfidence: high\ncategory: data\ncwe: [CWE-1]\nlanguages: [javascript, python]\ndescription: D.\nweaker:\n  - { when: { regex: cache }, severity: medium }\n  - { when: { languages: [javascript], inside: { kind: function_declaration } }, severity: low, confidence: low }\nmatch: { call: read }\n',
  }
  const strict = await createTestScanner({ folders: [{ name: 'own', rules: [rule], shared: [], packs: [], whole: true }] })
  const { findings } = await strict.scan([
    { path: 'a.js', content: 'read(sent)\nread(cache)\nfunction f() { return read(cache) }\n' },
    { path: 'a.py', content: 'def f():\n    return read(cache)\n' },
  ])
  expect(findings.map(({ file, line, severity, confidence }) => [file, line, severity, confidence])).toEqual([
    ['a.js', 1, 'high', 'high'],
    ['a.js', 2, 'medium', 'high'],
    ['a.py', 2, 'medium', 'high'],
    ['a.js', 3, 'low', 'low'],
  ])
  await strict.close()
})

test('findings in configuration and text are weaker inside the ranges of their rule, and those with one cause are merged', async () => {
  const rule = {
    path: 'uses.yaml',
    text: [
      'id: uses\ntitle: T\nseverity: high\nconfidence: high\ncategory: data\ncwe: [CWE-1]\nlanguages: [yaml, text]\ndescription: D.\none-cause: $MATCH',
      'weaker:',
      '  - { when: { document: { path: "jobs.$JOB", not: { document: { path: secret } } } }, severity: medium }',
      '  - { when: { document: { path: "jobs.$JOB", document: { path: test } }, not: { document: { path: "on[*]", equals: push } } }, severity: low, confidence: low }',
      '  - { when: { languages: [text], regex: "(?s)BEGIN.*?END" }, severity: low }',
      'match: { any: [{ document: { path: "jobs.*.steps[*].uses" } }, { languages: [text], regex: "run-[0-9]+" }] }',
    ].join('\n'),
  }
  const scanner = await createTestScanner({
    folders: [{ name: 'own', rules: [rule], shared: [], packs: [], whole: true }],
  })
  const job = (name: string, uses: string, more: string): string => `  ${name}:\n    steps: [{ uses: ${uses} }]\n${more}`
  const jobs = [job('a', 'one', '    secret: 1\n'), job('b', 'one', ''), job('c', 'two', ''), job('d', 'three', '    test: 1\n')].join('')
  const { findings } = await scanner.scan([
    { path: 'a.yml', content: `on: [pull]\njobs:\n${jobs}` },
    {
      path: 'b.yml',
      content: `on: [push]\njobs:\n${job('e', 'two', '')}${job('f', 'four', '    test: 1\n')}`,
    },
    { path: 'c.txt', content: 'run-1\nBEGIN\nrun-2\nEND\n' },
    { path: 'd.js', content: 'BEGIN\nrun-3\nEND\n' },
  ])
  expect(
    findings.map(({ file, line, severity, confidence, places }) => [
      file,
      line,
      severity,
      confidence,
      places?.map((place) => `${place.file}:${place.line}`),
    ]),
  ).toEqual([
    ['a.yml', 4, 'high', 'high', ['a.yml:7']],
    ['c.txt', 1, 'high', 'high', undefined],
    ['a.yml', 9, 'medium', 'high', ['b.yml:4']],
    ['b.yml', 6, 'medium', 'high', undefined],
    ['a.yml', 11, 'low', 'low', undefined],
    ['c.txt', 3, 'low', 'high', undefined],
    ['d.js', 2, 'low', 'high', undefined],
  ])
  await scanner.close()
})

describe('secrets among samples of secrets', () => {
  const yaml = (id: string, category: string, more = ''): { path: string; text: string } => ({
    path: `${id}.yaml`,
    text: `id: ${id}\ntitle: T\nseverity: critical\nconfidence: high\ncategory: ${category}\ncwe: [CWE-1]\nlanguages: [text]\ndescription: D.\n${more}match: { regex: '${id}_[0-9]+' }\n`,
  })
  let secrets: Scanner
  beforeAll(async () => {
    const rules = [yaml('key', 'secrets'), yaml('proven', 'secrets', 'paths: { samples: less }\n'), yaml('other', 'data')]
    secrets = await createTestScanner({ folders: [{ name: 'own', rules, shared: [], packs: [], whole: true }] })
  })
  afterAll(() => secrets.close())

  const full = 'critical/high'
  const [nearlyNothing, less] = ['low/low', 'high/medium']
  test.each<[name: string, path: string, before: string, key: string, proven: string]>([
    ['source code has full severity', 'src/pay.ts', 'const k = ', full, full],
    ['settings that run', '.env.production', 'K=', full, full],
    ['a folder of examples, which people run', 'examples/pay.ts', 'const k = ', full, full],
    ['templates of pages are code', 'src/cart.template.html', 'k=', full, full],
    ['pages of documentation', 'docs/guides/pay.mdx', 'K=', nearlyNothing, less],
    ['code of documentation', 'docs/snippets/pay.js', 'const k = ', nearlyNothing, less],
    ['a README in any folder', 'packages/pay/README.md', 'K=', nearlyNothing, less],
    ['a template of settings', '.env.example', 'K=', nearlyNothing, less],
    ['a template with a stage', 'deploy/.env.production.sample', 'K=', nearlyNothing, less],
    ['a template with an extension', 'config/settings.example.yml', 'k: ', nearlyNothing, less],
    ['a template that is copied', 'config/parameters.yml.dist', 'k: ', nearlyNothing, less],
    ['an example by its words', 'src/pay.ts', '// Example: ', nearlyNothing, less],
    ['an example by e.g.', 'src/pay.ts', '// the key, e.g. `', nearlyNothing, less],
    ['an example in Markdown', 'src/pay.ts', '* **Example**: `', nearlyNothing, less],
    ['a name with the word in it', 'src/pay.ts', 'const exampleKey = ', full, full],
    ['a comment above that says that it is not for use', 'compose.yml', '# DO NOT USE IN PRODUCTION\nK=', nearlyNothing, less],
    ['a comment with these words two lines above', 'compose.yml', '# Do not use this key in production\nA=1\nK=', full, full],
    ['code with these words above', 'src/pay.ts', 'warn("do not use in production")\nk = ', full, full],
    ['an example as a keyword', 'api/schema.py', 'token = Field(example="', nearlyNothing, less],
    [
      'an answer in a docstring',
      'api/tokens.py',
      '  """Gives a token.\n\n  **Example response**:\n\n  .. sourcecode:: http\n\n    HTTP/1.1 200 OK\n\n    {\n      "t": "',
      nearlyNothing,
      less,
    ],
    ['an answer whose bracket is below the words', 'api/tokens.py', '"""\n  Example answer:\n  {\n    "t": "', nearlyNothing, less],
    ['a description of an API', 'api/openapi.yaml', 'Token:\n  example:\n    token: ', nearlyNothing, less],
    ['an example of JSDoc', 'src/pay.ts', '/**\n * @example\n * pay(\n *   "', nearlyNothing, less],
    ['the output of a session', 'src/pay.py', '  """\n  >>> pay("', nearlyNothing, less],
    ['text below another tag', 'src/pay.ts', '/**\n * @example\n * pay()\n * @see\n *   "', full, full],
    ['text after an example', 'src/pay.py', '# Example:\nkey = "', full, full],
    ['text next to an example', 'api/openapi.yaml', 'Token:\n  example:\n    a: 1\n  token: ', full, full],
    ['a variable called so', 'src/pay.js', 'const sample = {\n  key: "', full, full],
    ['tests, which are reported', 'test/pay.ts', 'const k = ', nearlyNothing, nearlyNothing],
  ])('%s', async (_, path, before, key, proven) => {
    const seen = async (word: string): Promise<string[]> => {
      const { findings } = await secrets.scan([{ path, content: `${before}${word}_123\n` }])
      return findings.map(({ severity, confidence }) => `${severity}/${confidence}`)
    }
    expect([await seen('key'), await seen('proven')]).toEqual([[key], [proven]])
  })

  test('rules of other categories have full severity', async () => {
    const { findings } = await secrets.scan([{ path: 'docs/a.md', content: 'Example: other_1\n' }])
    expect(findings.map(({ severity, confidence }) => [severity, confidence])).toEqual([['critical', 'high']])
  })
})

test('rules with mistakes are refused, all mistakes at once, each at its place', async () => {
  const bad = (id: string, match: string): { path: string; text: string } => ({
    path: `${id}.yaml`,
    text: `id: ${id}\ntitle: T\nseverity: high\nconfidence: high\ncategory: data\ncwe: [CWE-1]\nlanguages: [javascript]\ndescription: D.\nmatch:\n  ${match}\n`,
  })
  const rules = [
    bad('a-pattern', 'pattern: foo($X'),
    bad('b-kind', 'kind: call_expresion'),
    bad('c-regex', 'regex: "a(b"'),
    bad('d-query', "query: '(call_expression) @x'"),
    // Schema errors do not hide compile errors.
    bad('e-key', 'patern: foo($X)'),
  ]
  const refused = createTestScanner({ folders: [{ name: 'bad', rules, shared: [], packs: [], whole: true }] })
  await expect(refused).rejects.toMatchObject({
    name: 'RuleError',
    diagnostics: [
      { code: 'pattern/syntax', file: 'a-pattern.yaml', line: 10 },
      { code: 'kind/unknown-node', file: 'b-kind.yaml', line: 10, column: 9, hint: 'did you mean `call_expression`?' },
      { code: 'regex/syntax', file: 'c-regex.yaml', line: 10 },
      { code: expect.stringMatching(/^query\//), file: 'd-query.yaml', line: 10 },
      { code: 'schema/unknown-key', file: 'e-key.yaml', line: 10, column: 3 },
    ],
  })
})
