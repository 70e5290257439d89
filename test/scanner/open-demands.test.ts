import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Scanner } from '../../src/model/scanner.ts'
import { createTestScanner } from './scan-rules.ts'

/** Alone, so that no other rule causes files to be parsed. */
const RULE = `id: unverified-hook
title: Hook
description: A hook.
severity: low
confidence: high
category: access
cwe: [CWE-1]
languages: [javascript, python]
match: { call: handleHook }
requires: [{ scope: project, absent: { call: verifyHook } }]
`

let scanner: Scanner

beforeAll(async () => {
  scanner = await createTestScanner({
    folders: [{ name: 'test', rules: [{ path: 'unverified-hook.yaml', text: RULE }], shared: [], packs: [], whole: true }],
  })
}, 60_000)

afterAll(() => scanner.close())

const found = { path: 'app/hook.js', content: 'handleHook()' }
const other = { path: 'app/hook.js', content: 'start()' }

it.each([
  {
    name: 'is not parsed where no rule found anything',
    files: [other, { path: 'b.js', content: 'verifyHook()' }],
    reported: [],
    parsed: 0,
    gaps: [],
  },
  { name: 'suppresses findings if it holds', files: [found, { path: 'b.js', content: 'verifyHook()' }], reported: [], parsed: 2, gaps: [] },
  {
    name: 'suppresses nothing if only the words occur',
    files: [found, { path: 'b.js', content: 'start() // verifyHook()' }],
    reported: ['app/hook.js unverified-hook'],
    parsed: 2,
    gaps: [],
  },
  {
    name: 'reports the parts that could not be read',
    files: [found, { path: 'b.js', content: 'start(\n// verifyHook()\n' }],
    reported: ['app/hook.js unverified-hook'],
    parsed: 2,
    gaps: ['b.js syntax-error'],
  },
  {
    name: 'counts beside others of its kind',
    files: [found, { path: 'a.js', content: '// verifyHook()' }, { path: 'c.py', content: 'verifyHook()' }],
    reported: [],
    parsed: 3,
    gaps: [],
  },
])('a file that may meet a requirement of other files $name', async ({ files, reported, parsed, gaps }) => {
  let filesParsed: number | undefined
  const { findings, partial } = await scanner.scan(files, { onStats: (stats) => (filesParsed = stats.filesParsed) })
  expect(findings.map(({ rule, file }) => `${file} ${rule}`)).toEqual(reported)
  expect(partial.map(({ file, reason }) => `${file} ${reason}`)).toEqual(gaps)
  expect(filesParsed).toBe(parsed)
})
