import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needs } from './needs.ts'
import { type Outcome, runAssay, writeFolder } from './run-assay.ts'

const RULE = `id: shell-word
title: A word that runs
severity: high
confidence: high
category: injection
cwe: [CWE-78]
languages: [javascript]
description: The tests planted this call.
fix: Take it out.
match:
  all:
    - { use: planted-call }
    - where: { $MATCH: { regex: boom } }
`
const TAINT_RULE = `id: own-flow
title: Data reaches a call
severity: medium
confidence: high
category: injection
cwe: [CWE-78]
languages: [javascript]
description: The tests planted this flow.
fix: Take it out.
taint:
  sources: [{ use: http-request }]
  sinks: [{ call: explode, argument: 0 }]
`
const SHARED = `matchers:
  planted-call:
    description: The call that the tests plant.
    call: [run, start]
`
const FILES = {
  'rules/shell-word.yaml': RULE,
  'rules/own-flow.yaml': TAINT_RULE,
  'rules/shared/planted.yaml': SHARED,
  'a.js': "require('express')().get('/', (req) => explode(req.query.a))\nrun('boom')\nrun('quiet')\nstart('boom')\n",
}
const WORDS = ['scan', 'a.js', '--no-pack', '--rules', 'rules', '--format', 'json', '--stats']

function open(files: Readonly<Record<string, string>> = FILES) {
  const cwd = writeFolder(files)
  const cache = join(cwd, 'cache')
  const scan = (words: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
    runAssay([...WORDS, ...words], { cwd, env: { XDG_CACHE_HOME: cache, ...env } })
  return { cwd, scan, folder: join(cache, 'assay') }
}

test('the reports of a cold scan are valid for the next, whose rules come from the cache', async () => {
  const { scan } = open()
  const rounds = [await scan(['--cache', 'kept']), await scan(['--cache', 'kept'])]
  expect(rounds.map(({ stderr }) => / (\d+) from the cache/.exec(stderr)?.[1])).toEqual([undefined, '1'])
  expect(rounds[1].stdout).toBe(rounds[0].stdout)
})

function ownRules({ stderr }: Outcome): string | undefined {
  return /^rules +(.*)$/m.exec(stderr)?.[1]
}

const READ = 'custom rules loaded from the cache'
const WRITTEN = 'custom rules compiled and written to the cache'
const UNWRITABLE = 'custom rules compiled; the cache is not writable'

test('the second scan reads own rules from the cache, with the same findings', async () => {
  const { scan, folder } = open()
  const plain = await scan(['--no-rule-cache'])
  expect(ownRules(plain)).toBeUndefined()
  expect(plain.stdout).toContain('"own-flow"')
  expect(plain.stdout).toContain('"shell-word"')
  const first = await scan()
  const second = await scan()
  expect([first, second].map(ownRules)).toEqual([WRITTEN, READ])
  expect([first, second].map(({ stdout }) => stdout === plain.stdout)).toEqual([true, true])
  expect([first, second].map(({ code }) => code)).toEqual([1, 1])
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^rules-[0-9a-f]{64}\.json$/)])
})

test('own rules beside a built-in pack are cached too', async () => {
  const { cwd, folder } = open()
  const words = ['scan', 'a.js', '--pack', 'public', '--rules', 'rules', '--format', 'json', '--stats']
  const run = (): Promise<Outcome> => runAssay(words, { cwd, env: { XDG_CACHE_HOME: join(folder, '..') } })
  const first = await run()
  const second = await run()
  expect([first, second].map(ownRules)).toEqual([WRITTEN, READ])
  expect(second.stdout).toBe(first.stdout)
})

test('a changed rule is compiled again', async () => {
  const { cwd, scan } = open()
  await scan()
  writeFileSync(join(cwd, 'rules/shell-word.yaml'), RULE.replace('boom', 'quiet'))
  const changed = await scan()
  expect(ownRules(changed)).toBe(WRITTEN)
  expect(lines(changed, 'shell-word')).toEqual([3])
  writeFileSync(join(cwd, 'rules/shared/planted.yaml'), SHARED.replace('run, start', 'start'))
  const narrowed = await scan()
  expect([ownRules(narrowed), lines(narrowed, 'shell-word')]).toEqual([WRITTEN, []])
  writeFileSync(join(cwd, 'rules/shell-word.yaml'), RULE)
  writeFileSync(join(cwd, 'rules/shared/planted.yaml'), SHARED)
  const restored = await scan()
  expect([ownRules(restored), lines(restored, 'shell-word')]).toEqual([READ, [2, 4]])
})

test.each([
  ['cut short', (text: string) => text.slice(0, text.length / 2)],
  ['empty', () => ''],
  ['changed in one place', (text: string) => text.replace('boom', 'bomm')],
])('an entry that is %s is ignored and replaced', async (_, damage) => {
  const { scan, folder } = open()
  const first = await scan()
  const entry = join(folder, readdirSync(folder)[0] ?? '')
  writeFileSync(entry, damage(readFileSync(entry, 'utf8')))
  const second = await scan()
  expect(ownRules(second)).toBe(WRITTEN)
  expect(second.stdout).toBe(first.stdout)
  expect(ownRules(await scan())).toBe(READ)
})

test('an unwritable folder has no other effect', async () => {
  const { cwd, scan } = open()
  const plain = await scan(['--no-rule-cache'])
  writeFileSync(join(cwd, 'file'), '')
  const blocked = await scan([], { XDG_CACHE_HOME: join(cwd, 'file') })
  expect([ownRules(blocked), blocked.code, blocked.stdout]).toEqual([UNWRITABLE, plain.code, plain.stdout])
  if (existsSync('/proc/self')) {
    const endless = await scan([], { XDG_CACHE_HOME: '/proc/none' })
    expect([ownRules(endless), endless.code, endless.stdout]).toEqual([UNWRITABLE, plain.code, plain.stdout])
  }
  mkdirSync(join(cwd, 'locked'))
  chmodSync(join(cwd, 'locked'), 0o555)
  const refused = await runAssay(WORDS, { cwd, env: { XDG_CACHE_HOME: join(cwd, 'locked') }, unprivileged: true })
  expect([ownRules(refused), refused.code, refused.stdout]).toEqual([UNWRITABLE, plain.code, plain.stdout])
})

test.runIf(needs(process.platform !== 'win32', 'Windows has no permission bits'))('the folders that are made are for their user alone', async () => {
  const { cwd, scan } = open()
  await scan([], { XDG_CACHE_HOME: join(cwd, 'new/cache') })
  for (const folder of ['new', 'new/cache', 'new/cache/assay']) expect(statSync(join(cwd, folder)).mode & 0o777).toBe(0o700)
})

test('mistakes are reported each time, and such rules are not cached', async () => {
  const { scan, folder } = open({ ...FILES, 'rules/shell-word.yaml': RULE.replace('regex: boom', 'regex: "boom("') })
  const plain = await scan(['--no-rule-cache'])
  expect(plain.code).toBe(2)
  for (const outcome of [await scan(), await scan()]) expect([outcome.code, outcome.stderr]).toEqual([2, plain.stderr])
  expect(() => readdirSync(folder)).toThrow('ENOENT')
})

test('old entries go', async () => {
  const { scan, folder } = open()
  mkdirSync(folder, { recursive: true })
  for (let entry = 0; entry < 40; entry++) writeFileSync(join(folder, `rules-${String(entry).padStart(64, '0')}.json`), '')
  writeFileSync(join(folder, 'other'), '')
  await scan()
  expect(readdirSync(folder)).toHaveLength(17)
  expect(readdirSync(folder)).toContain('other')
  expect(ownRules(await scan())).toBe(READ)
})

function lines({ stdout }: Outcome, wanted: string): number[] {
  const { findings }: { findings: readonly { rule: string; line: number }[] } = JSON.parse(stdout)
  return findings.flatMap(({ rule, line }) => (rule === wanted ? [line] : []))
}
