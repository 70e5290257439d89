import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../tools/root.mjs'
import type { PackFile } from '../../src/model/rule-pack.ts'
import { formatDiagnostic } from '../../src/pack/format-diagnostic.ts'
import { loadPacks } from '../../src/pack/load-packs.ts'

interface Example {
  readonly page: string
  readonly text: string
}

const REFERENCE = 'docs/reference/rule-format.md'
const PAGES = ['tutorials', 'how-to', 'reference', 'explanation'].flatMap((kind) =>
  readdirSync(join(root, 'docs', kind)).map((name) => `docs/${kind}/${name}`),
)
const reference = readFileSync(join(root, REFERENCE), 'utf8')

/** Blocks about rules. Blocks that begin with a comment are about something else. */
const examples: readonly Example[] = PAGES.flatMap((page) => blocksIn(readFileSync(join(root, page), 'utf8')).map((text) => ({ page, text })))
const shared = examples.filter(({ text }) => text.startsWith('matchers:')).map(({ text }, index) => ({ path: `shared/${index}.yaml`, text }))
const words = examples.filter(({ text }) => text.startsWith('words:')).map(({ text }, index) => ({ path: `words/${index}.yaml`, text }))

const HEAD = {
  id: 'example',
  title: 'A',
  severity: 'low',
  confidence: 'low',
  category: 'data',
  cwe: ['CWE-1'],
  languages: ['javascript', 'typescript', 'python', 'yaml'],
  description: 'A.',
}
const RULE_KEYS =
  /^(?:title|severity|confidence|category|cwe|owasp|description|message|fix|references|metadata|paths|requires|yields-to|weaker|one-cause|autofix|match|taint):/
const TAINT_KEYS = /^(?:sources|sinks|sanitizers|propagators):/

/** A complete rule, or a part of a rule inserted into a complete one. */
function toRule(text: string): PackFile {
  const id = /^id: (.*)$/m.exec(text)?.[1]
  if (id !== undefined) return { path: `${id}.yaml`, text }
  return { path: 'example.yaml', text: JSON.stringify({ ...HEAD, ...partOf(text) }) }
}

function partOf(text: string): object {
  const part: unknown = parse(text)
  if (typeof part !== 'object' || part === null) throw new Error(`an example is no map: ${text}`)
  if (TAINT_KEYS.test(text)) return { taint: { sources: [{ pattern: '$REQ.body' }], sinks: [{ call: 'eval', argument: 0 }], ...part } }
  const keys = Object.keys(part)
  const isRule = RULE_KEYS.test(text) || (keys.length === 1 && keys[0] === 'languages')
  if (!isRule) return { match: part }
  return keys.includes('match') || keys.includes('taint') ? part : { match: { pattern: 'f($X, $ALGORITHM)' }, severity: 'low', ...part }
}

/** The rules that an example yields to. */
function neighbours(text: string): readonly PackFile[] {
  const [, list = ''] = /^yields-to: \[(.*)\]$/m.exec(text) ?? []
  const ids = list.split(',').map((id) => id.replaceAll(/[" ]/g, '').replace('*', 'x'))
  return ids.filter((id) => id !== '').map(rule)
}

function rule(id: string): PackFile {
  return { path: `${id}.yaml`, text: JSON.stringify({ ...HEAD, id, match: { kind: 'a' } }) }
}

function load(rules: readonly PackFile[], packs: readonly PackFile[]): readonly string[] {
  return loadPacks({ folders: [{ name: 'examples', rules, shared, words, packs, whole: true }], wanted: [] }).diagnostics.map(formatDiagnostic)
}

describe('the examples of rules in the documentation', () => {
  const rules = examples.filter(({ text }) => !/^(?:matchers|words|library|name):/.test(text))
  test.each(rules.map(({ page, text }) => ({ page, name: text.split('\n')[0], text })))('load: $page, $name', ({ text }) => {
    expect(load([toRule(text), ...neighbours(text)], [])).toEqual([])
  })

  test.each(examples.filter(({ text }) => text.startsWith('name:')))('the pack of $page loads with the rules it names', ({ text }) => {
    const pack: unknown = parse(text)
    const named = [...JSON.stringify(pack).matchAll(/"((?:[a-z]+-)+[a-z*]+)"/g)].map(([, id = '']) => id.replace('*', 'x'))
    const included = { path: 'packs/public.yaml', text: 'name: public\nversion: 1.0.0\nrules: [open-redirect]\n' }
    const files = [...new Set([...named, 'open-redirect'])].map(rule)
    expect(load(files, [included, { path: 'packs/example.yaml', text }])).toEqual([])
  })

  test('models of libraries load beside rules', () => {
    const models = examples.filter(({ text }) => text.startsWith('library:')).map(({ text }, index) => ({ path: `models/${index}.yaml`, text }))
    expect(models.length).toBeGreaterThan(1)
    expect(
      loadPacks({ folders: [{ name: 'examples', rules: [rule('example')], shared, words, models, packs: [], whole: true }], wanted: [] }).diagnostics,
    ).toEqual([])
  })
})

describe(REFERENCE, () => {
  test('has every key of the schema', () => {
    const texts = examples.filter(({ page }) => page === REFERENCE).map(({ text }) => text)
    const written = (key: string): boolean =>
      reference.includes(`\`${key}\``) || texts.some((text) => new RegExp(`(?:^|[\\s{,])${key.replace('$', '\\$')}:`, 'm').test(text))
    expect([...keysOfSchema()].filter((key) => !written(key))).toEqual([])
  })

  test('has an example in each section about a key', () => {
    const sections = reference.split(/^(?=#{2,3} )/m).filter((section) => section.startsWith('### `'))
    expect(sections.length).toBeGreaterThan(60)
    expect(sections.filter((section) => blocksIn(section).length === 0).map((section) => section.split('\n')[0])).toEqual([])
  })
})

function blocksIn(text: string): readonly string[] {
  return [...text.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, block = '']) => block).filter((block) => !block.startsWith('#'))
}

function keysOfSchema(): ReadonlySet<string> {
  const schema: unknown = JSON.parse(readFileSync(join(root, 'rules.schema.json'), 'utf8'))
  const keys = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      // A key of the rule format has this name too: then its value is a schema.
      if (key === 'properties' && !('$ref' in inner || ('description' in inner && typeof inner.description === 'string')))
        for (const name of Object.keys(inner)) keys.add(name)
      if (key !== 'examples') visit(inner)
    }
  }
  visit(schema)
  return keys
}
