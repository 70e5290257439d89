import { describe, expect, test } from 'vitest'
import type { PackFile, RuleFolder } from '../../src/model/rule-pack.ts'
import { bundleFolder } from '../../src/pack/bundle-folder.ts'
import { formatDiagnostic } from '../../src/pack/format-diagnostic.ts'
import { loadPacks } from '../../src/pack/load-packs.ts'
import { fixtureRoot, readFolder } from './read-folder.ts'

const FAULTY = 'id: [\n'

function rule(path: string, severity = 'high', match = '{ pattern: eval($X) }'): PackFile {
  const id = path.replace(/^.*\/|\.yaml$/g, '')
  const text = `id: ${id}\ntitle: A\nseverity: ${severity}\nconfidence: low\ncategory: ${path.includes('/crypto/') ? 'crypto' : 'data'}\ncwe: [CWE-1]\nlanguages: [python]\ndescription: A.\nmatch: ${match}\n`
  return { path, text }
}

function pack(name: string, rest: string): PackFile {
  return { path: `built-in/packs/${name}.yaml`, text: `name: ${name}\nversion: 1.0.0\n${rest}\n` }
}

const rules = [rule('built-in/data/rule-a.yaml'), rule('built-in/data/rule-b.yaml', 'low'), rule('built-in/crypto/rule-c.yaml', 'medium')]

function builtIn(packs: readonly PackFile[], more: Partial<RuleFolder> = {}): RuleFolder {
  return { name: 'built-in', rules, shared: [], packs, whole: false, ...more }
}

function severities(folders: readonly RuleFolder[], wanted: readonly string[]): readonly string[] {
  const { value, diagnostics } = loadPacks({ folders, wanted })
  expect(diagnostics.map(formatDiagnostic)).toEqual([])
  return (value?.rules ?? []).map(({ spec }) => `${spec.id} ${spec.severity}`)
}

describe('selection by packs', () => {
  const cases: readonly { name: string; packs: readonly PackFile[]; wanted: readonly string[]; expected: readonly string[] }[] = [
    { name: 'ids', packs: [pack('p', 'rules: [rule-c, rule-a]')], wanted: ['p'], expected: ['rule-a high', 'rule-c medium'] },
    { name: 'globs', packs: [pack('p', 'rules: ["*-b", "rule-*c"]')], wanted: ['p'], expected: ['rule-b low', 'rule-c medium'] },
    {
      name: 'only the requested packs',
      packs: [pack('p', 'rules: [rule-a]'), pack('q', 'rules: [rule-b]')],
      wanted: ['q'],
      expected: ['rule-b low'],
    },
    { name: 'nothing is wanted', packs: [pack('p', 'rules: [rule-a]')], wanted: [], expected: [] },
    { name: 'a severity', packs: [pack('p', 'rules: [rule-a]\noverrides: { rule-a: { severity: low } }')], wanted: ['p'], expected: ['rule-a low'] },
    {
      name: 'a rule that is off',
      packs: [pack('p', 'rules: ["*"]\noverrides: { rule-a: { off: true }, rule-b: { off: false } }')],
      wanted: ['p'],
      expected: ['rule-b low', 'rule-c medium'],
    },
    {
      name: 'an included pack with its overrides',
      packs: [pack('p', 'rules: [rule-a]\noverrides: { rule-a: { severity: low } }'), pack('q', 'packs: [p]\nrules: ["*"]')],
      wanted: ['q'],
      expected: ['rule-a low', 'rule-b low', 'rule-c medium'],
    },
    {
      name: 'an override of an override',
      packs: [
        pack('p', 'rules: [rule-a]\noverrides: { rule-a: { severity: low } }'),
        pack('q', 'packs: [p]\noverrides: { rule-a: { severity: critical } }'),
      ],
      wanted: ['q'],
      expected: ['rule-a critical'],
    },
    {
      name: 'of a category',
      packs: [pack('p', 'rules: ["*"]\nonly: { categories: [data] }')],
      wanted: ['p'],
      expected: ['rule-a high', 'rule-b low'],
    },
    {
      name: 'of severities, before overrides',
      packs: [pack('p', 'rules: ["*"]\nonly: { severities: [low, medium] }\noverrides: { rule-b: { severity: critical } }')],
      wanted: ['p'],
      expected: ['rule-b critical', 'rule-c medium'],
    },
    {
      name: 'of another language',
      packs: [pack('p', 'rules: ["*"]\nonly: { languages: [python, json] }')],
      wanted: ['p'],
      expected: ['rule-a high', 'rule-b low', 'rule-c medium'],
    },
    {
      name: 'of a category and a severity, from an included pack',
      packs: [pack('p', 'rules: ["*"]'), pack('q', 'packs: [p]\nonly: { categories: [data], severities: [low] }')],
      wanted: ['q'],
      expected: ['rule-b low'],
    },
    {
      name: 'two packs with different severities: the higher',
      packs: [pack('p', 'rules: [rule-a]\noverrides: { rule-a: { severity: low } }'), pack('q', 'rules: [rule-a]')],
      wanted: ['p', 'q'],
      expected: ['rule-a high'],
    },
    {
      name: 'two packs of which one turns a rule off: it is on',
      packs: [pack('p', 'rules: [rule-a, rule-b]\noverrides: { rule-a: { off: true } }'), pack('q', 'rules: [rule-a]')],
      wanted: ['q', 'p'],
      expected: ['rule-a high', 'rule-b low'],
    },
  ]
  test.each(cases)('$name', ({ packs, wanted, expected }) => {
    expect(severities([builtIn(packs)], wanted)).toEqual(expected)
  })

  test('a folder with models alone extends the wanted packs, and is empty without any', () => {
    const models = [{ path: 'own/models/acme.yaml', text: 'library: acme\nlanguages: [python]\nflows: [{ call: acme.hash }]\n' }]
    const own = { name: 'own', rules: [], shared: [], models, packs: [], whole: true }
    expect(severities([builtIn([pack('p', 'rules: [rule-a]')]), own], ['p'])).toEqual(['rule-a high'])
    expect(loadPacks({ folders: [own], wanted: [] }).diagnostics.map(({ code }) => code)).toEqual(['pack/empty'])
  })

  test('a folder without pack files is a pack of its name', () => {
    const own = { name: 'my-rules', rules: [rule('my-rules/rule-d.yaml')], shared: [], packs: [], whole: true }
    expect(severities([builtIn([pack('p', 'rules: [rule-a]')]), own], ['p'])).toEqual(['rule-a high', 'rule-d high'])
    expect(loadPacks({ folders: [own], wanted: [] }).value?.packs).toEqual([{ name: 'my-rules', version: '0.0.0', rules: 1 }])
  })

  test('rules of one folder use the named matchers of another', () => {
    const shared = [{ path: 'built-in/shared/a.yaml', text: 'matchers: { danger: { description: Danger., call: eval } }\n' }]
    const own = { name: 'my-rules', rules: [rule('my-rules/rule-d.yaml', 'low', '{ use: danger }')], shared: [], packs: [], whole: true }
    const { value, diagnostics } = loadPacks({ folders: [builtIn([], { shared }), own], wanted: [] })
    expect(diagnostics).toEqual([])
    expect(value?.shared.get('danger')?.spec).toEqual({ call: 'eval' })
    expect(value?.shared.get('danger')?.path).toEqual(['matchers', 'danger'])
  })

  test('packs are listed with their versions, in name order', () => {
    const packs = [pack('q', 'rules: ["*"]'), pack('p', 'rules: [rule-a]')]
    expect(loadPacks({ folders: [builtIn(packs)], wanted: ['q', 'p'] }).value?.packs).toEqual([
      { name: 'p', version: '1.0.0', rules: 1 },
      { name: 'q', version: '1.0.0', rules: 3 },
    ])
  })

  test('rules that no wanted pack names are not read', () => {
    const broken = [...rules, { path: 'built-in/data/rule-x.yaml', text: FAULTY }]
    expect(severities([builtIn([pack('p', 'rules: [rule-a]')], { rules: broken })], ['p'])).toEqual(['rule-a high'])
    expect(
      loadPacks({ folders: [builtIn([pack('p', 'rules: [rule-a]')], { rules: broken, whole: true })], wanted: [] }).diagnostics.length,
    ).toBeGreaterThan(0)
  })

  test('an unknown pack is refused, with the most similar name', () => {
    const { diagnostics } = loadPacks({ folders: [builtIn([pack('public', 'rules: [rule-a]')])], wanted: ['pubic'] })
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      '(packs):1:1  pack/unknown-pack  No pack is named `pubic`.\n             hint: did you mean `public`?',
    ])
  })

  test('the usable parts remain', () => {
    const folder = { ...builtIn([]), rules: [...rules, { path: 'built-in/data/rule-x.yaml', text: FAULTY }], whole: true }
    const { value, diagnostics } = loadPacks({ folders: [folder], wanted: [] })
    expect(value?.rules.map(({ spec }) => spec.id)).toEqual(['rule-a', 'rule-b', 'rule-c'])
    expect(diagnostics.map(({ code }) => code)).toContain('syntax/yaml')
  })

  test('a rule that uses a faulty named matcher is left out, and only the matcher is reported', () => {
    const shared = [{ path: 'shared/a.yaml', text: 'matchers: { faulty: { call: eval, focus: $X } }\n' }]
    const folder = {
      ...builtIn([]),
      rules: [...rules, rule('built-in/rule-x.yaml', 'low', '{ call: run, not: { use: faulty } }')],
      shared,
      whole: true,
    }
    const { value, diagnostics } = loadPacks({ folders: [folder], wanted: [] })
    expect(value?.rules.length).toBe(3)
    expect(diagnostics.map(({ code, file }) => `${file} ${code}`)).toEqual(['shared/a.yaml metavariable/unbound'])
  })
})

describe('a bundled folder', () => {
  test.each(['every-key', 'taint', 'packs', 'json', 'anchors'])('loads to the same, through JSON: %s', (name) => {
    const folder = readFolder(`${fixtureRoot}valid/${name}`, name)
    const bundled: RuleFolder = JSON.parse(JSON.stringify(bundleFolder(folder)))
    expect(bundled.rules.every(({ parsed }) => parsed !== undefined)).toBe(true)
    const specs = (from: RuleFolder): unknown =>
      loadPacks({ folders: [from], wanted: [] }).value?.rules.map(({ spec, positions }) => [spec, positions.positionOf(['match'])])
    expect(specs(bundled)).toEqual(specs(folder))
  })

  test('still reports the position of a mistake', () => {
    const folder = readFolder(`${fixtureRoot}invalid/unbound-in-message`, 'unbound-in-message')
    const { diagnostics } = loadPacks({ folders: [bundleFolder(folder)], wanted: [] })
    expect(diagnostics).toEqual(loadPacks({ folders: [folder], wanted: [] }).diagnostics)
    expect(diagnostics.length).toBeGreaterThan(0)
  })
})
