import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/model/diagnostic.ts'
import type { PackFile, PackInput, RuleFolder } from '../../src/model/rule-pack.ts'
import { loadPacks } from '../../src/pack/load-packs.ts'
import { fixtureRoot, readFolder } from './read-folder.ts'

const folders = ['valid', 'invalid'].flatMap((kind) =>
  readdirSync(join(fixtureRoot, kind)).map((name) => readFolder(join(fixtureRoot, kind, name), name)),
)
const files = folders.flatMap(({ rules, shared, packs }) => [...rules, ...shared, ...packs])

/** The complete result of loading as text. */
function print(input: PackInput): string {
  const { value, diagnostics } = loadPacks(input)
  const rules = value?.rules.map(({ spec, positions }) => [spec, positions.file])
  return JSON.stringify([rules, [...(value?.shared ?? [])].map(([name, { spec, path }]) => [name, spec, path]), value?.packs, diagnostics])
}

const shuffled = <T>(items: readonly T[]): fc.Arbitrary<T[]> => fc.shuffledSubarray([...items], { minLength: items.length })

describe('loading', () => {
  test('does not depend on the order of folders, files or wanted packs', () => {
    // Folders of fixtures share file names, so that every kind of clash happens too.
    const some = fc.subarray([...folders], { minLength: 1, maxLength: 6 })
    const twice = some.chain((chosen) => fc.tuple(fc.constant(chosen), shuffleFolders(chosen), shuffled(['small', 'large', 'nothing'])))
    fc.assert(
      fc.property(twice, ([chosen, other, wanted]) => {
        expect(print({ folders: other, wanted })).toBe(print({ folders: chosen, wanted: ['large', 'nothing', 'small'] }))
      }),
      { numRuns: 100 },
    )
  })

  test('never throws at any text, and every mistake is at a place of its file', () => {
    const mutation = fc.record({
      file: fc.constantFrom(...files),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(12),
      other: fc.double({ min: 0, max: 1, noNaN: true }),
      insert: fc.oneof(fc.constantFrom(...MARKS), fc.string({ maxLength: 4, unit: 'binary' })),
    })
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), fc.constantFrom('some-rule.yaml', 'some-rule.json'), (mutations, path) => {
        const text = mutations.reduce((before, { at, length, other, insert }) => {
          const from = Math.floor(at * before.length)
          const copied = before.slice(Math.floor(other * before.length)).slice(0, length)
          return before.slice(0, from) + insert + copied + before.slice(from + length)
        }, mutations[0].file.text)
        for (const key of ['rules', 'shared', 'packs'] as const) checkDiagnostics(folderWith(key, { path, text }), text)
      }),
      { numRuns: 250 },
    )
  })

  test('never throws at bytes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'binary' }), fc.constantFrom('a.yaml', 'a.json'), (text, path) =>
        checkDiagnostics(folderWith('rules', { path, text }), text),
      ),
      { numRuns: 400 },
    )
  })

  const deep = 100_000
  const hostile: readonly { name: string; path: string; text: string }[] = [
    { name: 'brackets of YAML', path: 'a.yaml', text: '['.repeat(deep) },
    { name: 'braces of YAML', path: 'a.yaml', text: '{a: '.repeat(deep) },
    { name: 'brackets of JSON', path: 'a.json', text: '['.repeat(deep) },
    { name: 'objects of JSON', path: 'a.json', text: '{"a":'.repeat(deep) },
    { name: 'a long string that does not end', path: 'a.json', text: `"${'a\\\\'.repeat(1_000_000)}` },
    {
      name: 'a bomb of aliases',
      path: 'a.yaml',
      text: `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghij'].map((name, index) => `${name}: &${name} [${`*${'abcdefghij'[index]},`.repeat(9)}]`).join('\n')}\n`,
    },
    { name: 'many keys', path: 'a.yaml', text: Array.from({ length: 5000 }, (_, index) => `k${index}: 1`).join('\n') },
    { name: 'the same key many times', path: 'a.yaml', text: 'a: 1\n'.repeat(5000) },
  ]
  // A quadratic algorithm would run into the timeout.
  test.each(hostile)('$name end in mistakes, soon', ({ path, text }) => {
    const { diagnostics } = loadPacks(folderWith('rules', { path, text }))
    expect(diagnostics.length).toBeGreaterThan(0)
  })

  test('named matchers that use each other twice on every level cost no more than their number', () => {
    const matchers = Array.from({ length: 45 }, (_, index) => `  m${index}: { any: [{ use: m${index + 1} }, { use: m${index + 1} }] }`)
    const shared = [{ path: 'shared/a.yaml', text: `matchers:\n${matchers.join('\n')}\n  m45: { kind: a }\n` }]
    expect(loadPacks({ folders: [{ name: 'a', rules: [], shared, packs: [], whole: false }], wanted: [] }).diagnostics).toEqual([])
  })
})

const MARKS = [
  '\t',
  '\n',
  ' ',
  '{',
  '}',
  '[',
  ']',
  ':',
  '- ',
  '&a ',
  '*a',
  '"',
  "'",
  '|',
  '>',
  '#',
  '$',
  '!!x ',
  '---\n',
  '? ',
  '<<: ',
  '__proto__: ',
  '\u0000',
  '\uFEFF',
  '\uD800',
  '~',
  '1e999',
  '0x',
  'null',
  'a: b\n',
]

function shuffleFolders(chosen: readonly RuleFolder[]): fc.Arbitrary<RuleFolder[]> {
  const inner = chosen.map((folder) =>
    fc.record({
      name: fc.constant(folder.name),
      rules: shuffled(folder.rules),
      shared: shuffled(folder.shared),
      packs: shuffled(folder.packs),
      whole: fc.constant(folder.whole),
    }),
  )
  return fc.tuple(...inner).chain((all) => shuffled(all))
}

function folderWith(key: 'rules' | 'shared' | 'packs', file: PackFile): PackInput {
  return { folders: [{ name: 'a-folder', rules: [], shared: [], packs: [], whole: true, [key]: [file] }], wanted: [] }
}

function checkDiagnostics(input: PackInput, text: string): void {
  const lines = text.split(/\r\n|\n|\r/)
  const { diagnostics } = loadPacks(input)
  for (const diagnostic of diagnostics) {
    expect(diagnostic.code).toMatch(/^[a-z]+\/[a-z-]+$/)
    expect(diagnostic.message).toMatch(/^\S.*[.?]$/s)
    if (diagnostic.file === '(packs)') continue
    expect(diagnostic.line).toBeGreaterThan(0)
    expect(diagnostic.line).toBeLessThanOrEqual(lines.length)
    expect(diagnostic.column).toBeGreaterThan(0)
    expect(diagnostic.column).toBeLessThanOrEqual(lines[diagnostic.line - 1].length + 3)
  }
  expect([...diagnostics].sort(byPlace)).toEqual(diagnostics)
}

function byPlace(left: Diagnostic, right: Diagnostic): number {
  return left.file === right.file ? left.line - right.line || left.column - right.column : left.file < right.file ? -1 : 1
}
