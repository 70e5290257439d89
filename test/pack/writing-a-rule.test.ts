import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { PackFile } from '../../src/model/rule-pack.ts'
import { formatDiagnostic } from '../../src/pack/format-diagnostic.ts'
import { loadPacks } from '../../src/pack/load-packs.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const page = readFileSync(`${root}docs/writing-a-rule.md`, 'utf8')
const examples = [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, text]) => text).filter((text) => !text.startsWith('#'))
const shared = examples.filter((text) => text.startsWith('matchers:')).map((text) => ({ path: 'shared/example.yaml', text }))

const HEAD = 'title: A\nseverity: low\nconfidence: low\ncategory: data\ncwe: [CWE-1]\nlanguages: [javascript, python, yaml]\ndescription: A.\n'

/** A rule as it is, a key of a rule or of a matcher within a rule that has the rest. */
function toRule(text: string): PackFile {
  const id = /^id: (.*)$/m.exec(text)?.[1]
  if (id !== undefined) return { path: `${id}.yaml`, text }
  const rest = text.startsWith('autofix:') ? `${text}match: { pattern: "f($X, $ALGORITHM)" }\n` : `match:\n${text.replace(/^(?=.)/gm, '  ')}`
  return { path: 'example.yaml', text: `id: example\n${HEAD}${rest}` }
}

function load(rules: readonly PackFile[], packs: readonly PackFile[]): readonly string[] {
  return loadPacks({ folders: [{ name: 'examples', rules, shared, packs, whole: true }], wanted: [] }).diagnostics.map(formatDiagnostic)
}

describe('docs/writing-a-rule.md', () => {
  const rules = examples.filter((text) => !/^(?:matchers|library|name):/.test(text))
  test.each(rules.map((text) => ({ name: text.split('\n')[0], text })))('loads: $name', ({ text }) => {
    expect(load([toRule(text)], [])).toEqual([])
  })

  test('the pack loads with the rules it names', () => {
    const named = ['dynamic-code', 'secret-high-entropy', 'secret-x', 'weak-hash'].map((id) => ({
      path: `${id}.yaml`,
      text: `id: ${id}\n${HEAD}match: { kind: a }\n`,
    }))
    const included = { path: 'packs/public.yaml', text: 'name: public\nversion: 1.0.0\nrules: [weak-hash]\n' }
    const packs = examples.filter((text) => text.startsWith('name:')).map((text) => ({ path: 'packs/example.yaml', text }))
    expect(packs.length).toBe(1)
    expect(load(named, [included, ...packs])).toEqual([])
  })

  test('models of libraries load beside rules', () => {
    const models = examples.filter((text) => text.startsWith('library:')).map((text, index) => ({ path: `models/${index}.yaml`, text }))
    const rule = { path: 'a.yaml', text: `id: a\n${HEAD}match: { kind: a }\n` }
    expect(models.length).toBeGreaterThan(1)
    expect(loadPacks({ folders: [{ name: 'examples', rules: [rule], shared, models, packs: [], whole: true }], wanted: [] }).diagnostics).toEqual([])
  })

  test('has every key of the schema', () => {
    const schema: unknown = JSON.parse(readFileSync(`${root}rules.schema.json`, 'utf8'))
    const keys = new Set<string>()
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, inner] of Object.entries(value)) {
        // A key of the format has this name too: as such its value is a schema.
        if (key === 'properties' && !('$ref' in inner || ('description' in inner && typeof inner.description === 'string')))
          for (const name of Object.keys(inner)) keys.add(name)
        if (key !== 'examples') visit(inner)
      }
    }
    visit(schema)
    const written = (key: string): boolean =>
      page.includes(`\`${key}\``) || examples.some((text) => new RegExp(`(?:^|[\\s{,])${key.replace('$', '\\$')}:`, 'm').test(text))
    expect([...keys].filter((key) => !written(key))).toEqual([])
  })
})
