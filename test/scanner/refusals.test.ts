import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { createScannerFromData, RuleError } from '../../src/index.ts'
import { createScanner, listFiles } from '../../src/node/index.ts'
import { createTestScanner } from './scan-rules.ts'

/** Values as JavaScript callers may pass them. */
function untyped<T>(text: string): T {
  return JSON.parse(text)
}

const scanner = await createTestScanner()
afterAll(() => scanner.close())

describe('a scan refuses', () => {
  test.each([
    ['a bound that is a text', '{"maxFileBytes": "1mb"}', '`limits.maxFileBytes` must be a whole number from 0.'],
    ['a bound that is a fraction', '{"maxNesting": 1.5}', '`limits.maxNesting` must be a whole number from 0.'],
    ['a bound below 0', '{"maxMatchesPerRule": -1}', '`limits.maxMatchesPerRule` must be a whole number from 0.'],
    [
      'a bound that there is not',
      '{"maxFileSize": 1}',
      '`limits.maxFileSize` is no bound of a scan: maxFileBytes, maxNesting, maxMatchesPerRule, maxStepsPerRule, maxFlowValues, maxScanSteps.',
    ],
  ])('%s', async (_, limits, message) => {
    await expect(scanner.scan([], { limits: untyped(limits) })).rejects.toThrow(new RangeError(message))
  })

  test.each([
    ['no file', '[null]', '`files[0]` must be an object with `path` and `content`.'],
    ['a file without a path', '[{"path": "a.js", "content": ""}, {"content": ""}]', '`files[1].path` must be a non-empty string.'],
    ['a file whose path is empty', '[{"path": "", "content": ""}]', '`files[0].path` must be a non-empty string.'],
    ['a file without content', '[{"path": "a.js"}]', '`files[0].content` must be a string or a `Uint8Array`.'],
    ['content that is a list', '[{"path": "a.js", "content": [1]}]', '`files[0].content` must be a string or a `Uint8Array`.'],
    ['files that are one file', '{"path": "a.js", "content": ""}', '`files` must be an array of files, or another iterable of them.'],
    ['files that are a text', '"a.js"', '`files` must be an array of files, or another iterable of them.'],
    ['no files at all', 'null', '`files` must be an array of files, or another iterable of them.'],
    [
      'a reason to skip that there is not',
      '[{"path": "a.js", "skip": {"reason": "boring", "detail": "It is."}}]',
      '`files[0].skip` must be an object with `detail` and a `reason`, one of too-large, undecodable, over-budget, scan-limit, unreadable, binary, link, vendored, generated, minified.',
    ],
  ])('%s', async (_, files, message) => {
    await expect(scanner.scan(untyped(files))).rejects.toThrow(new TypeError(message))
  })
})

test.each([
  ['16-bit units', new Uint16Array(2)],
  ['a view', new DataView(new ArrayBuffer(2))],
])('a scan refuses content in %s', async (_, content) => {
  const files: unknown[] = [{ path: 'units.js', content }]
  await expect(scanner.scan(JSON.parse('[]', () => files))).rejects.toThrow(new TypeError('`files[0].content` must be a string or a `Uint8Array`.'))
})

test.each([
  [
    'that there is not',
    '{"maxFileBytes": 5}',
    '`maxFileBytes` is no option of `scan`: signal, onProgress, onStats, onProfile, includeVendored, foreignSuppressions, acceptSuppression, limits.',
  ],
  ['that is no signal', '{"signal": {}}', '`signal` must be an `AbortSignal`.'],
  ['that is no switch', '{"includeVendored": "no"}', '`includeVendored` must be `true` or `false`.'],
  ['that has no limits', '{"limits": null}', '`limits` must be an object.'],
])('a scan refuses an option %s', async (_, options, message) => {
  await expect(scanner.scan([], untyped(options))).rejects.toThrow(new TypeError(message))
})

test.each([
  ['paths that are one text', '"src"', '{}', '`paths` must be an array of texts.'],
  [
    'an option that there is not',
    '["src"]',
    '{"ignore": false}',
    '`ignore` is no option of `listFiles`: cwd, noIgnore, readIgnoreFile, includeVendored, except, onWalked.',
  ],
])('files are not listed for %s', async (_, paths, options, message) => {
  await expect(listFiles(untyped(paths), untyped(options))).rejects.toThrow(new TypeError(message))
})

test('a bound that is left undefined is the default', async () => {
  const limits: object = { maxFileBytes: undefined }
  const { skipped } = await scanner.scan([{ path: 'a.js', content: 'a;'.repeat(600_000) }], {
    limits,
  })
  expect(skipped.map(({ reason }) => reason)).toEqual(['too-large'])
})

test.each([
  [
    'an option that there is not',
    '{"pack": "public"}',
    '`pack` is no option of `createScanner`: packs, rules, linksWithin, folders, ruleCache, workers, cache, onCacheFault, onRuleCache, onImport.',
  ],
  ['a pack that is no list', '{"packs": "public"}', '`packs` must be an array of texts.'],
  ['threads below 0', '{"workers": -1}', '`workers` must be a whole number from 0.'],
  ['no options at all', 'null', 'The options of `createScanner` must be an object.'],
  ['a cache that is neither folder nor size', '{"cache": true}', '`cache` must be the path of a folder or a whole number from 0.'],
  ['a cache in a folder without a name', '{"cache": ""}', '`cache` must be the path of a folder or a whole number from 0.'],
  ['a cache of rules in a folder without a name', '{"ruleCache": ""}', '`ruleCache` must be the path of a folder.'],
])('a scanner is not made with %s', async (_, options, message) => {
  await expect(createScanner(untyped(options))).rejects.toThrow(new TypeError(message))
})

test('rules that no build has checked are compiled at once, and their mistakes are thrown', async () => {
  const text =
    'id: broken\ntitle: Broken\nseverity: low\nconfidence: high\ncategory: injection\ncwe: [CWE-1]\nlanguages: [javascript]\ndescription: Broken.\nmatch: { kind: call_expresion }\n'
  const made = createScannerFromData({
    folders: [{ name: 'own', rules: [{ path: 'broken.yaml', text }], shared: [], packs: [], whole: true }],
    packs: [],
    runtime: readFileSync('dist/grammars/web-tree-sitter.wasm'),
    grammar: (name) => readFileSync(`dist/grammars/${name}.wasm`),
  })
  await expect(made).rejects.toThrow(RuleError)
})

test('a scanner without rules states what is missing', async () => {
  await expect(createScanner({ packs: [] })).rejects.toThrow('there is no rule to run: neither a pack nor a folder of rules was asked for')
})
