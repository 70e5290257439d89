import { describe, expect, test } from 'vitest'
import type { PackFile, RuleFolder } from '../../src/model/rule-pack.ts'
import { bundleFolder } from '../../src/pack/bundle-folder.ts'
import { formatDiagnostic } from '../../src/pack/format-diagnostic.ts'
import { loadPacks } from '../../src/pack/load-packs.ts'

function rule(match: string): PackFile {
  const text = `id: rule-a\ntitle: A\nseverity: high\nconfidence: low\ncategory: data\ncwe: [CWE-1]\nlanguages: [text]\ndescription: A.\nmatch: ${match}\n`
  return { path: 'own/rule-a.yaml', text }
}

const words = (text: string, path = 'built-in/words/names.yaml'): PackFile => ({ path, text: `words:\n${text}` })
const BUILT_IN: RuleFolder = { name: 'built-in', rules: [], shared: [], words: [words('  pets: [cat, "dogs?"]\n')], packs: [], whole: false }

function load(match: string, own: Partial<RuleFolder> = {}) {
  const folder = { name: 'own', rules: [rule(match)], shared: [], packs: [], whole: true, ...own }
  const { value, diagnostics } = loadPacks({ folders: [BUILT_IN, folder], wanted: [] })
  return { regexes: value?.rules.map(({ spec }) => spec.match?.regex), mistakes: diagnostics.map(formatDiagnostic) }
}

describe('word lists in regexes', () => {
  const cases: readonly { name: string; match: string; own?: Partial<RuleFolder>; expected: string }[] = [
    { name: 'a built-in list', match: '{ regex: "^{{words.pets}}$" }', expected: '^(?:cat|dogs?)$' },
    {
      name: 'a list of the own folder',
      match: '{ regex: "a{{words.own}}" }',
      own: { words: [words('  own: [b, c]\n', 'own/words/w.yaml')] },
      expected: 'a(?:b|c)',
    },
    { name: 'two lists', match: '{ regex: "{{words.pets}}-{{words.pets}}" }', expected: '(?:cat|dogs?)-(?:cat|dogs?)' },
    { name: 'other braces stay', match: '{ regex: "a{2}{{pets}}" }', expected: 'a{2}{{pets}}' },
  ]
  test.each(cases)('$name', ({ match, own, expected }) => {
    expect(load(match, own)).toEqual({ regexes: [expected], mistakes: [] })
  })

  test('a bundled folder refers to lists of other folders', () => {
    const bundled = bundleFolder({ name: 'own', rules: [rule('{ regex: "^{{words.pets}}$" }')], shared: [], packs: [], whole: true })
    const { value } = loadPacks({ folders: [bundleFolder(BUILT_IN), bundled], wanted: [] })
    expect(value?.rules.map(({ spec }) => spec.match?.regex)).toEqual(['^(?:cat|dogs?)$'])
  })

  test('an unknown list has the nearest name', () => {
    expect(load('{ regex: "^{{words.pet}}$" }').mistakes.join('\n')).toMatch(
      /own\/rule-a\.yaml:9:.*words\/unknown-list.*No file of `words\/` has a list named `pet`\.[^]*did you mean `pets`\?/,
    )
  })

  test('two lists of one name', () => {
    const own = { words: [words('  pets: [bird]\n', 'own/words/w.yaml')] }
    expect(load('{ regex: "x" }', own).mistakes.join('\n')).toMatch(
      /own\/words\/w\.yaml:2:3.*words\/duplicate-name.*already defined at built-in\/words\/names\.yaml:2:3/,
    )
  })

  test('a word that is not a regex is reported in its list', () => {
    const own = { words: [words('  own: [b, "c(d"]\n', 'own/words/w.yaml')] }
    expect(load('{ regex: "x" }', own).mistakes.join('\n')).toMatch(/own\/words\/w\.yaml:2:14 {2}regex\/syntax  This group is never closed/)
  })

  test('an empty list', () => {
    expect(load('{ regex: "x" }', { words: [words('  none: []\n', 'own/words/w.yaml')] }).mistakes).toHaveLength(1)
  })
})
