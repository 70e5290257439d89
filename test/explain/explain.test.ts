import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { createScanner, renderExplanation } from '../../src/node/index.ts'
import { readCases } from './read-cases.ts'

const scanner = await createScanner({ packs: [], rules: [fileURLToPath(new URL('rules', import.meta.url))] })
afterAll(() => scanner.close())

/** The slow tests explain all programs. Here are every 14th of each file. */
const cases = ['fired.txt', 'not-matched.txt', 'guarded.txt', 'lost.txt'].flatMap((file) =>
  readCases(readFileSync(new URL(file, import.meta.url), 'utf8')).filter((_, index) => index % 14 === 0),
)

it.each(cases)('explains: $name', async ({ rule, path, line, kind, code, content }) => {
  const explanation = await scanner.explain({ rule, files: [{ path, content }], ...(line === undefined ? {} : { line }) })
  expect({ kind: explanation.kind, code: explanation.kind === 'fired' ? '' : explanation.reason.code }).toEqual({ kind, code })
})

it('draws the clause that fails over the code', async () => {
  const files = [{ path: 'a.js', content: "const { exec } = require('child_process')\nconst cmd = 'ls'\nexec(cmd)\n" }]
  const text = renderExplanation(await scanner.explain({ rule: 'shell-value', files, line: 3 }), { files })
  expect(text).toContain('shell-value does not match a.js:3\n  `$ARG` is the constant `"ls"` (line 2)')
  expect(text).toContain('3 | exec(cmd)\n  | --------- candidate\n  |      ^^^ fails match.any[0].where.$ARG.constant\n')
})

it.each([
  { code: "socket.on('error', handleMessage)", says: 'is the constant `"error"`' },
  { code: "socket.on('message', options, handleMessage)", says: 'The code is not the argument `1` of this call.' },
  { code: 'setImmediate(lateStart) // setTimeout', says: 'match.any[1].argument.of` requires' },
  { code: 'lateStart = 1 // setTimeout', says: 'No call is around this code.' },
])('says why a node is not the argument of a call: $code', async ({ code, says }) => {
  const files = [{ path: 'a.js', content: `${code}\n` }]
  expect(renderExplanation(await scanner.explain({ rule: 'passed-listener', files, line: 1 }), { files })).toContain(says)
})

it('follows data from the other files of a request', async () => {
  const files = [
    { path: 'sink.js', content: 'exports.go = (x) => sink(x)\n' },
    { path: 'main.js', content: "const { go } = require('./sink')\ngo(clean(source()))\n" },
  ]
  const explanation = await scanner.explain({ rule: 'flow', files, line: 1 })
  expect(explanation).toMatchObject({ kind: 'no-flow', reason: { code: 'sanitizer', place: { file: 'main.js', line: 2 } } })
})

it('refuses a rule that the scanner does not have, and a file that is not among the files', async () => {
  const files = [{ path: 'a.js', content: '' }]
  await expect(scanner.explain({ rule: 'flaw', files })).rejects.toThrow('did you mean `flow`?')
  await expect(scanner.explain({ rule: 'flow', files, file: 'b.js' })).rejects.toThrow(RangeError)
})
