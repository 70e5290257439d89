import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runAssay, writeFolder } from './run-assay.ts'

const CODE =
  "const { execSync } = require('child_process'); const app = require('express')()\napp.get('/a', (req, res) => {\n  execSync('ls ' + req.query.a)\n})\n"

function git(cwd: string, ...words: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false', ...words], { cwd, stdio: 'ignore' })
}

function commitAll(cwd: string): void {
  git(cwd, 'add', '--all', '--force')
  git(cwd, 'commit', '--quiet', '--message', 'x')
}

function write(cwd: string, name: string, text: string): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true })
  writeFileSync(join(cwd, name), text)
}

function move(cwd: string, from: string, to: string): void {
  mkdirSync(dirname(join(cwd, to)), { recursive: true })
  git(cwd, 'mv', from, to)
}

interface Case {
  readonly name: string
  readonly before: Readonly<Record<string, string>>
  readonly change: (cwd: string) => void
  readonly listed: readonly string[]
}

const NEW = ['src/shown.js:3']

const CASES: readonly Case[] = [
  {
    name: 'moved out of a folder of .assayignore',
    before: { '.assayignore': 'gen/\n', 'gen/hidden.js': CODE },
    change: (cwd) => move(cwd, 'gen/hidden.js', 'src/shown.js'),
    listed: NEW,
  },
  {
    name: 'moved out of a folder of .gitignore',
    before: { '.gitignore': 'gen/\n', 'gen/hidden.js': CODE },
    change: (cwd) => move(cwd, 'gen/hidden.js', 'src/shown.js'),
    listed: NEW,
  },
  {
    name: 'moved out of a folder of a deeper .gitignore',
    before: { 'a/.gitignore': '/gen\n', 'a/gen/hidden.js': CODE },
    change: (cwd) => move(cwd, 'a/gen/hidden.js', 'src/shown.js'),
    listed: NEW,
  },
  {
    name: 'moved out of a folder of installed packages',
    before: { 'node_modules/x/index.js': CODE },
    change: (cwd) => move(cwd, 'node_modules/x/index.js', 'src/shown.js'),
    listed: NEW,
  },
  {
    name: 'moved out of a vendored folder',
    before: { 'vendor/x/hidden.js': CODE, 'src/other.js': '1\n' },
    change: (cwd) => move(cwd, 'vendor/x/hidden.js', 'src/shown.js'),
    listed: NEW,
  },
  {
    name: 'moved out of a folder that the settings exclude',
    before: { 'assay.config.yaml': 'exclude: [old/]\n', 'old/hidden.js': CODE },
    change: (cwd) => move(cwd, 'old/hidden.js', 'src/shown.js'),
    listed: NEW,
  },
  {
    name: 'moved out of tests',
    before: { 'test/hidden.test.js': CODE },
    change: (cwd) => move(cwd, 'test/hidden.test.js', 'src/shown.js'),
    listed: NEW,
  },
  {
    name: 'moved out of a folder that an override turns off',
    before: { 'assay.config.yaml': 'overrides: [{ files: [old/], off: true }]\n', 'old/hidden.js': CODE },
    change: (cwd) => move(cwd, 'old/hidden.js', 'src/shown.js'),
    listed: NEW,
  },
  {
    name: 'given the name of a language',
    before: { 'src/shown.txt': CODE },
    change: (cwd) => move(cwd, 'src/shown.txt', 'src/shown.js'),
    listed: NEW,
  },
  {
    name: 'no longer ignored',
    before: { '.assayignore': 'src/\n', 'src/shown.js': CODE },
    change: (cwd) => write(cwd, '.assayignore', 'other/\n'),
    listed: NEW,
  },
  {
    name: 'no longer excluded by the settings',
    before: { 'assay.config.yaml': 'exclude: [src/]\n', 'src/shown.js': CODE },
    change: (cwd) => write(cwd, 'assay.config.yaml', 'fail-on: high\n'),
    listed: NEW,
  },
  {
    name: 'no longer marked as generated',
    before: { 'src/shown.js': `// @generated\n${CODE}`, 'src/a.js': '1\n' },
    change: (cwd) => write(cwd, 'src/shown.js', `// written\n${CODE}`),
    listed: ['src/shown.js:4'],
  },
  {
    name: 'no longer a link',
    before: { '.assayignore': 'gen/\n', 'gen/hidden.js': CODE, 'src/shown.js': 'link' },
    change: (cwd) => {
      rmSync(join(cwd, 'src/shown.js'))
      write(cwd, 'src/shown.js', CODE)
    },
    listed: NEW,
  },
  {
    name: 'ignored by git, and kept by .assayignore from now on',
    before: { '.gitignore': 'src/\n', 'a.js': '1\n' },
    change: (cwd) => {
      write(cwd, '.assayignore', '!src/\n')
      write(cwd, 'src/shown.js', CODE)
    },
    listed: NEW,
  },
  { name: 'moved, and scanned before', before: { 'lib/old.js': CODE }, change: (cwd) => move(cwd, 'lib/old.js', 'src/shown.js'), listed: [] },
  { name: 'as it was', before: { 'src/shown.js': CODE, 'a.js': '1\n' }, change: (cwd) => write(cwd, 'a.js', '2\n'), listed: [] },
  { name: 'executable now', before: { 'src/shown.js': CODE }, change: (cwd) => chmodSync(join(cwd, 'src/shown.js'), 0o755), listed: [] },
]

async function listNew(cwd: string, words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runAssay(['scan', '.', '--format', 'json', '--pack', 'public', ...words], { cwd })
  const { findings }: { findings: readonly { file: string; line: number; rule: string }[] } = JSON.parse(stdout)
  return findings.filter(({ rule }) => rule === 'command-injection').map(({ file, line }) => `${file}:${line}`)
}

test.each(CASES)('--since lists all of a file that is $name', async ({ before, change, listed }) => {
  const cwd = writeFolder({ ...before, 'README.md': 'x\n' })
  git(cwd, 'init', '--quiet', '--initial-branch', 'main')
  if (before['src/shown.js'] === 'link') {
    rmSync(join(cwd, 'src/shown.js'))
    symlinkSync('../gen/hidden.js', join(cwd, 'src/shown.js'))
  }
  commitAll(cwd)
  change(cwd)
  expect(await listNew(cwd, ['--since', 'HEAD'])).toEqual(listed)
  if (Object.keys(before).includes('.gitignore') && listed.length > 0 && before['gen/hidden.js'] === undefined) return
  commitAll(cwd)
  expect(await listNew(cwd, ['--since', 'HEAD~1'])).toEqual(listed)
})

test('--staged lists all of a file that is moved out of an ignored folder', async () => {
  const cwd = writeFolder({ '.assayignore': 'gen/\n', 'gen/hidden.js': CODE })
  git(cwd, 'init', '--quiet', '--initial-branch', 'main')
  commitAll(cwd)
  move(cwd, 'gen/hidden.js', 'src/shown.js')
  expect(await listNew(cwd, ['--staged'])).toEqual(NEW)
})
