import { parser } from '@lezer/yaml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSchemaGuide } from '../../adapters/playground/schema/schema-guide.ts'
import { readYamlPlace } from '../../adapters/playground/schema/yaml-place.ts'
import { readFragment, toFragment } from '../../adapters/playground/share/share-fragment.ts'
import { toRuleAndFixture } from '../../adapters/playground/share/to-fixture.ts'
import schema from '../../rules.schema.json' with { type: 'json' }

describe('a link to the playground', () => {
  it('reproduces every state', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string({ unit: 'grapheme' }), (rule, path, code) => {
        const fragment = toFragment({ rule, path, code })
        expect(fragment).toMatch(/^#v1=[\w-]+$/)
        expect(readFragment(fragment)).toEqual({ rule, path, code })
      }),
    )
  })

  it.each([
    { name: 'nothing', fragment: '' },
    { name: 'another format', fragment: '#v2=abc' },
    { name: 'no base64', fragment: '#v1=§§' },
    { name: 'no deflated text', fragment: '#v1=AAAA' },
    { name: 'a damaged text', fragment: toFragment({ rule: 'a'.repeat(99), path: 'b', code: 'c' }).slice(0, -8) },
    { name: 'more than its limit', fragment: toFragment({ rule: 'a'.repeat(3_000_000), path: 'b', code: 'c' }) },
  ])('is ignored if it has $name', ({ fragment }) => {
    expect(readFragment(fragment)).toBeUndefined()
  })
})

/** What the editor knows of the place that `|` marks. */
function askAt(marked: string) {
  const offset = marked.indexOf('|')
  const text = marked.replace('|', '')
  const place = readYamlPlace(text, parser.parse(text), offset)
  const guide = createSchemaGuide(schema, 'RuleSpec')
  return { path: place.path.join(' '), isKey: place.isKey, keys: guide.keysAt(place.path).map(({ key }) => key), values: guide.valuesAt(place.path) }
}

describe('the place in a rule', () => {
  it.each([
    { name: 'the first line', text: 'sev|', path: '', offers: 'severity' },
    { name: 'a value', text: 'id: a\nseverity: |', path: 'severity', offers: 'critical' },
    { name: 'a list in brackets', text: 'languages: [python, |]', path: 'languages []', offers: 'javascript' },
    { name: 'an unfinished list', text: 'languages: [py|', path: 'languages []', offers: 'python' },
    { name: 'a key below a key', text: 'match:\n  pat|', path: 'match', offers: 'pattern' },
    { name: 'a key of a list item', text: 'match:\n  any:\n    - call: a\n      arg|', path: 'match any []', offers: 'argument' },
    { name: 'the first key of a list item', text: 'match:\n  any:\n    - call: a\n    - ca|', path: 'match any []', offers: 'call' },
    { name: 'a list at the column of its key', text: 'taint:\n  sources:\n  - us|', path: 'taint sources []', offers: 'use' },
    { name: 'a key after a nested list', text: 'taint:\n  sources:\n    - use: a\n  sin|', path: 'taint', offers: 'sinks' },
    { name: 'a map in braces', text: 'match:\n  any:\n    - { call: exec, ar| }', path: 'match any []', offers: 'argument' },
    { name: 'a value in braces', text: 'match:\n  any:\n    - { document: { absent: | } }', path: 'match any [] document absent', offers: 'true' },
    {
      name: 'nested braces over lines',
      text: 'match:\n  where: { $X: { constant: true },\n    $Y: { ent|',
      path: 'match where $Y',
      offers: 'entropy',
    },
    { name: 'a comment above', text: 'match:\n  # any:\n  pa|', path: 'match', offers: 'pattern' },
  ])('is known at $name', ({ text, path, offers }) => {
    const found = askAt(text)
    expect(found.path).toBe(path)
    expect(found.isKey ? found.keys : found.values).toContain(offers)
  })
})

describe('a rule with its fixture', () => {
  it.each([
    { path: 'app.py', code: 'def f():\n    exec(x)\n', line: 2, marked: '    # ruleid: a-b\n    exec(x)' },
    { path: 'src/app.tsx', code: 'exec(x)', line: 1, marked: '// ruleid: a-b\nexec(x)' },
    { path: 'index.html', code: '<a>', line: 1, marked: '<!-- ruleid: a-b -->\n<a>' },
  ])('marks the line of $path', ({ path, code, line, marked }) => {
    const text = toRuleAndFixture({ rule: 'id: a-b\n', path, code }, [line])
    expect(text).toContain(`# fixtures/a-b/${path.split('/').at(-1)}\n`)
    expect(text).toContain(marked)
  })
})
