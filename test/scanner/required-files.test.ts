import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Scanner } from '../../src/model/scanner.ts'
import { createTestScanner } from './scan-rules.ts'

let scanner: Scanner

beforeAll(async () => {
  scanner = await createTestScanner()
}, 60_000)

afterAll(() => scanner.close())

const shop = { path: 'apps/web/shop.json', content: '{ "name": "shop" }' }
const code = { path: 'apps/web/index.js', content: 'start()' }

it.each([
  { name: 'reports where no file of the names is there', files: [code], reported: true },
  {
    name: 'counts a file that is skipped, in the same folder',
    files: [code, { path: 'apps/web/package-lock.json', content: '{}' }],
    reported: false,
  },
  { name: 'counts a file of a folder above', files: [code, { path: 'package-lock.json', content: '{}' }], reported: false },
  { name: 'does not count a file of a folder beside', files: [code, { path: 'apps/api/package-lock.json', content: '{}' }], reported: true },
  { name: 'requires files that must exist', files: [], reported: false },
  { name: 'compares globs with a slash with the whole path', files: [code, { path: 'locks/a.lock', content: '' }], reported: true },
  { name: 'reads a file in a parent folder', files: [code, { path: '.ignored', content: 'dist\nshops\n' }], reported: false },
  { name: 'does not read files with another name', files: [code, { path: 'notes.txt', content: 'dist\nshops\n' }], reported: true },
])('a requirement on files $name', async ({ files, reported }) => {
  const { findings } = await scanner.scan([shop, ...files])
  expect(findings.map(({ rule, file }) => `${file} ${rule}`)).toEqual(reported ? ['apps/web/shop.json unlocked-shop'] : [])
})

it.each([
  {
    name: 'changes the named group alone',
    content: 'connect({ verify: false })',
    edits: [{ line: 1, column: 19, endLine: 1, endColumn: 24, text: 'true' }],
  },
  {
    name: 'changes all that is found where no group has a name',
    content: 'connect(old_port)',
    edits: [{ line: 1, column: 9, endLine: 1, endColumn: 13, text: 'new_' }],
  },
  { name: 'changes nothing where nothing is found', content: 'connect()', edits: undefined },
])('an edit that finds its place $name', async ({ content, edits }) => {
  const { findings } = await scanner.scan([{ path: 'a.js', content }])
  expect(findings.map(({ autofix }) => autofix)).toEqual([edits])
})
