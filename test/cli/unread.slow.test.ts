import { expect, test } from 'vitest'
import { runAssay, writeFolder } from './run-assay.ts'

const STRIPE_KEY = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_')
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
const ADVICE = 'Supported languages: JavaScript, TypeScript and Python. Use --allow-empty to let this pass.'
const notRead = (what: string) =>
  `assay: No file in a supported language was scanned. Files in unsupported languages (${what}) were scanned only for secrets. ${ADVICE}`

test.each([
  {
    name: 'PHP',
    files: { 'index.php': '<?php eval($_GET["a"]);', 'lib/a.php': '<?php\n' },
    code: 3,
    grade: 'N/A, score 0',
    says: ['Files in unsupported languages: 2. For this reason, there is no grade.', '  2 files of PHP: scanned only for secrets'],
    stderr: notRead('2 files of PHP'),
  },
  {
    name: 'Go and shell',
    files: { 'main.go': 'package main\n', 'run.sh': 'ls\n' },
    code: 3,
    grade: 'N/A, score 0',
    says: ['1 file of Go: scanned only', '1 file of Shell: scanned only'],
    stderr: notRead('1 file of Go and 1 file of Shell'),
  },
  {
    name: 'Ruby',
    files: { Rakefile: 'task :a\n', 'README.md': '# A\n' },
    code: 3,
    grade: 'N/A, score 0',
    says: ['1 file of Ruby'],
    stderr: notRead('1 file of Ruby'),
  },
  {
    name: 'a notebook of another language',
    files: { 'a.ipynb': '{"cells": [{"cell_type": "code", "source": ["eval(x)"]}], "metadata": {"language_info": {"name": "R"}}}\n' },
    code: 3,
    grade: 'N/A, score 0',
    says: ['1 file of Jupyter Notebook'],
    stderr: notRead('1 file of Jupyter Notebook'),
  },
  {
    name: 'PHP with a secret, which is reported',
    files: { 'index.php': `<?php $key = '${STRIPE_KEY}';\n` },
    code: 3,
    grade: 'N/A, score 0',
    says: ['1 finding in 1 file, none of them in a supported language: 1 '],
    stderr: notRead('1 file of PHP'),
  },
  {
    name: 'PHP, which is allowed',
    files: { 'index.php': '<?php eval($_GET["a"]);' },
    words: ['--allow-empty', '--min-grade', 'B'],
    code: 0,
    grade: 'N/A, score 0',
    says: ['1 file of PHP'],
    stderr: '',
  },
  {
    name: 'PHP beside JavaScript',
    files: { 'index.php': '<?php eval($_GET["a"]);', 'a.js': 'export const a = 1\n' },
    code: 0,
    grade: 'A, score 96',
    says: ['Files in unsupported languages: 1. This limits the grade.', '  1 file of PHP: scanned only for secrets', 'No findings in 2 files.'],
    stderr: '',
  },
  {
    name: 'code that could not be read, beside prose',
    files: { 'old.js': new Uint8Array([0x2f, 0x2f, 0xe9]), 'README.md': '# A\n' },
    words: ['--allow-empty'],
    code: 3,
    grade: 'N/A, score 0',
    says: ['  old.js: undecodable'],
    stderr: 'assay: No program code was scanned: see "Skipped files" in the report.',
  },
  {
    name: 'prose alone',
    files: { 'README.md': '# A\n', LICENSE: 'MIT\n' },
    code: 0,
    grade: 'A+, score 100',
    says: ['No findings in 2 files, none of which contains program code.'],
    stderr: '',
  },
  {
    name: 'configuration alone',
    files: { 'a.yml': 'a: 1\n' },
    code: 0,
    grade: 'A+, score 100',
    says: ['No findings in 1 file, which contains no program code.'],
    stderr: '',
  },
  {
    name: 'pictures alone',
    files: { 'a.png': PNG },
    code: 3,
    grade: 'N/A, score 0',
    says: ['No files were scanned.'],
    stderr: 'assay: No file was scanned: all files were excluded or skipped.',
  },
  {
    name: 'compiled code alone',
    files: {
      'dist/a.js': '"use strict"\nObject.defineProperty(exports, "__esModule", { value: true })\neval(location.hash)\n',
      'package.json': '{}\n',
    },
    code: 1,
    grade: 'D, score 69',
    says: ['1 finding in 2 files: 1 critical.'],
    stderr: 'failed: 1 finding of severity high or higher',
  },
  {
    name: 'a bundle alone',
    files: { 'dist/a.js': 'var __webpack_require__ = {}\neval(location.hash)\n', 'package.json': '{}\n' },
    code: 1,
    grade: 'D, score 69',
    says: ['Scanned 1 generated file, because there is no other code.', '1 finding in 2 files: 1 critical.'],
    stderr: 'failed: 1 finding of severity high or higher',
  },
  {
    name: 'nothing',
    files: {},
    code: 3,
    grade: 'N/A, score 0',
    says: ['No files were scanned.'],
    stderr: 'assay: No file was scanned: there are no files in `.`.',
  },
])('a tree of $name', async ({ files, words = [], code, grade, says, stderr }) => {
  const outcome = await runAssay(['scan', '--pack', 'public', ...words], { cwd: writeFolder(files) })
  expect(outcome).toMatchObject({ code })
  for (const line of [`Grade ${grade} of 100.\n`, ...says]) expect(outcome.stdout).toContain(line)
  if (stderr === '') expect(outcome.stderr).toBe('')
  else expect(outcome.stderr).toContain(stderr)
})

test('JSON counts each file once, by how it was read', async () => {
  const cwd = writeFolder({
    'a.js': 'a()\n',
    'types.d.ts': 'export type A = 1\n',
    'empty.py': '',
    'a.yml': 'a: 1\n',
    'b.php': '<?php\n',
    'c.php': '<?php "é";\n',
    'd.go': 'package d\n',
    'README.md': '# A\n',
    'a.css': 'a {}\n',
    'a.png': PNG,
    'old.rb': new Uint8Array([0x23, 0xe9]),
    'yarn.lock': '# yarn lockfile v1\n',
  })
  const outcome = await runAssay(['scan', '--pack', 'public', '--format', 'json', '--quiet'], { cwd })
  expect(outcome).toMatchObject({ code: 0 })
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    grade: 'B',
    score: 89,
    filesScanned: 9,
    filesRead: { code: 1, configuration: 1, text: 4 },
    unread: [
      { language: 'PHP', files: 2, bytes: 18 },
      { language: 'Go', files: 1, bytes: 10 },
    ],
    skipped: [
      { file: 'a.png', reason: 'binary' },
      { file: 'old.rb', reason: 'undecodable', language: 'Ruby' },
      { file: 'yarn.lock', reason: 'generated' },
    ],
    version: { formula: '2' },
  })
})

test('data flow covers bundles that are scanned because there is no other code, as if it was requested', async () => {
  const bundled = (code: string) => `var __webpack_require__ = {}\n${'// a line of what was bundled\n'.repeat(100)}${code}\n`
  const cwd = writeFolder({
    'package.json': '{ "name": "a" }\n',
    'bin/run': "#!/usr/bin/env node\nrequire('../dist/server')\n",
    'dist/server.js': bundled(
      "const app = require('express')()\nconst { ping } = require('./ping')\napp.get('/', (req, res) => res.send(ping(req.query.host)))",
    ),
    'dist/ping.js': bundled("exports.ping = (host) => require('child_process').execSync('ping ' + host)"),
  })
  const scan = async (...words: string[]) => JSON.parse((await runAssay(['scan', '--format', 'json', '--quiet', ...words], { cwd })).stdout)
  const { scannedAsIs, ...result } = await scan()
  expect(result.findings.map(({ rule, file }: { rule: string; file: string }) => [rule, file])).toContainEqual(['command-injection', 'dist/ping.js'])
  expect(scannedAsIs).toEqual([{ reason: 'generated', files: 2 }])
  expect(result).toEqual((({ scannedAsIs: _, ...rest }) => rest)(await scan('--include-vendored')))
})

test('threads and a cache report binary files and scanned bundles like one thread does', async () => {
  const line = '// a line of what was bundled, so that there is enough for threads\n'
  const bundle = `var __webpack_require__ = {}\n${line.repeat(2_000)}eval(location.hash)\n`
  const picture = new Uint8Array(1_100_000)
  picture.set(PNG)
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`dist/${index}.js`, bundle]))
  const cwd = writeFolder({ ...files, 'index.js': "module.exports = require('./dist/0')\n", 'a.png': picture, 'App.php': '<?php echo 1;\n' })
  const scan = (...words: string[]) => runAssay(['scan', '--pack', 'public', '--format', 'json', '--quiet', ...words], { cwd })
  const alone = await scan('--workers', '0')
  expect(JSON.parse(alone.stdout)).toMatchObject({
    unread: [{ language: 'PHP', files: 1 }],
    scannedAsIs: [{ reason: 'generated', files: 12 }],
    skipped: [{ file: 'a.png', reason: 'binary', detail: 'The file is a PNG picture.' }],
  })
  expect((await scan('--workers', '2')).stdout).toBe(alone.stdout)
  for (let time = 0; time < 2; time++) expect((await scan('--workers', '0', '--cache', '.cache')).stdout).toBe(alone.stdout)
})
