import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAssay, writeFolder } from './run-assay.ts'

const FILES = {
  'shell.js': "const { exec } = require('child_process')\nmodule.exports = (req) => exec('ls ' + req.query.dir)\n",
  'empty.js': '',
  'plain.txt': 'nothing to see\n',
  'src/db.py': 'import os\nfrom flask import request\nos.system(request.args["a"])\n',
}
const WORDS = ['scan', '--pack', 'public', '--format', 'json']

interface Cost {
  readonly milliseconds: number
  readonly bytes: number
  readonly nanosecondsPerByte: number
}

interface Profile {
  readonly totals: Readonly<Record<string, number>>
  readonly phases: readonly (Cost & { readonly phase: string })[]
  readonly rules: readonly (Cost & { readonly rule: string; readonly files: number })[]
  readonly files: readonly (Cost & { readonly file: string })[]
}

test('a profile is written for machines, the slowest first, and the report stays the same', async () => {
  const cwd = writeFolder(FILES)
  const plain = await runAssay(WORDS, { cwd })
  const profiled = await runAssay([...WORDS, '--profile-json', 'profile.json'], { cwd })
  expect([profiled.code, profiled.stdout, profiled.stderr]).toEqual([plain.code, plain.stdout, plain.stderr])
  const { totals, phases, rules, files }: Profile = JSON.parse(readFileSync(join(cwd, 'profile.json'), 'utf8'))
  expect(totals).toMatchObject({ files: 4, filesParsed: 2, filesSpared: 2, lines: expect.any(Number), bytes: sizeOf(Object.keys(FILES)) })
  expect(totals.milliseconds).toBeGreaterThan(0)
  expect(totals.peakBytes).toBeGreaterThan(1e6)
  expect(bytesOf(phases, 'phase', 'decode')).toBe(sizeOf(Object.keys(FILES)))
  expect(bytesOf(phases, 'phase', 'parse')).toBe(sizeOf(['shell.js', 'src/db.py']))
  expect(bytesOf(rules, 'rule', 'command-injection')).toBe(sizeOf(['shell.js', 'src/db.py']))
  expect(rules.find(({ rule }) => rule === 'command-injection')?.files).toBe(2)
  expect(files.map(({ file, bytes }) => `${file} ${bytes}`).sort()).toEqual(
    Object.entries(FILES)
      .map(([file, text]) => `${file} ${text.length}`)
      .sort(),
  )
  for (const list of [phases, rules, files]) {
    const times = list.map(({ milliseconds }) => milliseconds)
    expect(times).toEqual(times.toSorted((left, right) => right - left))
    for (const { milliseconds, bytes, nanosecondsPerByte } of list) expect(nanosecondsPerByte).toBe(bytes === 0 ? 0 : (milliseconds * 1e6) / bytes)
  }
})

test('a profile is printed on stderr, at most ten rules and files, also when quiet', async () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`many/${index}.js`, FILES['shell.js']]))
  const cwd = writeFolder({ ...FILES, ...many })
  const { stderr, stdout } = await runAssay([...WORDS, '--profile', '--quiet'], { cwd })
  expect(stdout).toMatch(/^\{/)
  const [head, phases, rules, files] = stderr.split('\n\n').map((part) => part.trimEnd().split('\n'))
  expect(head).toEqual(['16 files, 14 parsed, 2 skipped by the prefilter'])
  expect(phases?.[0]).toBe('phase')
  expect(phases?.map((line) => line.trim().split(/\s/)[0])).toEqual(expect.arrayContaining(['decode', 'prefilter', 'parse', 'match', 'flow']))
  expect([rules?.[0], files?.[0], files?.length]).toEqual(['slowest rules', 'slowest files', 11])
  expect(rules?.length).toBeLessThanOrEqual(11)
  for (const line of [...(phases ?? []), ...(rules ?? []), ...(files ?? [])].filter((each) => each.startsWith(' ')))
    expect(line).toMatch(/^ {2}\S+ +\d+\.\d ms +\d+\.\d kB +\d+\.\d ns\/byte$/)
})

test('a place that a profile cannot be written to is wrong usage, before anything is scanned', async () => {
  const cwd = writeFolder(FILES)
  const { code, stdout, stderr } = await runAssay([...WORDS, '--profile-json', 'none/profile.json'], { cwd })
  expect([code, stdout, stderr]).toEqual([2, '', 'assay: --profile-json: the folder `none` does not exist. Create it first.\n'])
})

function sizeOf(names: readonly string[]): number {
  return Object.entries(FILES).reduce((sum, [name, text]) => (names.includes(name) ? sum + text.length : sum), 0)
}

function bytesOf<Key extends string>(list: readonly (Cost & Readonly<Record<Key, string>>)[], key: Key, wanted: string): number | undefined {
  return list.find((each) => each[key] === wanted)?.bytes
}
