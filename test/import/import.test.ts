import { expect, test } from 'vitest'
import { detectFormat, importRules } from '../../src/node/index.ts'
import { expectedLines, runCases } from './conformance.ts'
import { GITLEAKS_CASES } from './gitleaks-cases.ts'
import { JAVASCRIPT_CASES } from './semgrep-code-cases.ts'

test.each([
  { name: 'Semgrep in YAML', path: 'a.yaml', text: 'rules:\n  - id: a\n    pattern: f()', format: 'semgrep' },
  { name: 'Semgrep in YAML, with comments and no indentation', path: 'a.yml', text: '# a\nrules:\n# b\n- id: a', format: 'semgrep' },
  { name: 'Semgrep in a flow list', path: 'a.yaml', text: 'rules: [{ id: a }]', format: 'semgrep' },
  { name: 'Semgrep in JSON', path: 'a.json', text: '{ "rules": [ { "id": "a" } ] }', format: 'semgrep' },
  { name: 'Gitleaks', path: 'a.toml', text: '[[rules]]\nid = "a"', format: 'gitleaks' },
  { name: 'a native rule', path: 'a.yaml', text: 'id: a\ntitle: A', format: undefined },
  { name: 'a native pack', path: 'packs/a.yaml', text: 'name: a\nrules: [b, c]', format: undefined },
  { name: 'a native pack with a block list', path: 'packs/a.yaml', text: 'name: a\nrules:\n  - b\n  - "secret-*"', format: undefined },
])('the format is found by the content: $name', ({ path, text, format }) => {
  expect(detectFormat({ path, text })).toBe(format)
})

const SEMGREP = `rules:
  - id: lang.Weak_Key
    message: The key $K of $MISSING is weak.
    severity: WARNING
    languages: [go, js]
    pattern: key($K)
    fix: strong($K)
    metadata:
      cwe: ["CWE-326: Inadequate Encryption Strength"]
      owasp: ["A02:2021 - Cryptographic Failures"]
      references: ["https://example.org/keys"]
      license: MIT
      technology: [express, koa]
      confidence: HIGH
      interest: none
  - id: in-go
    message: a
    severity: ERROR
    languages: [go]
    pattern: f()
`

test('metadata is kept, and each note has its line', () => {
  const { rules, notes, found } = importRules([{ path: 'a.yaml', text: SEMGREP }], { format: 'semgrep' })
  expect(found).toBe(2)
  expect(rules.map(({ origin, line, spec }) => ({ origin, line, spec }))).toEqual([
    {
      origin: 'lang.Weak_Key',
      line: 2,
      spec: {
        id: 'lang-weak-key',
        title: 'Weak Key',
        severity: 'medium',
        confidence: 'high',
        category: 'crypto',
        cwe: ['CWE-326'],
        owasp: ['A02:2021'],
        references: ['https://example.org/keys'],
        metadata: { license: 'MIT', technology: ['express', 'koa'] },
        languages: ['javascript'],
        description: 'The key $K of MISSING is weak.',
        paths: { tests: true },
        autofix: { replace: 'strong($K)' },
        match: { pattern: 'key($K)' },
      },
    },
  ])
  expect(notes.map(({ rule, key, effect, line }) => ({ rule, key, effect, line }))).toEqual([
    { rule: 'lang.Weak_Key', key: 'languages', effect: 'part', line: 5 },
    { rule: 'lang.Weak_Key', key: 'metadata.interest', effect: 'key', line: 15 },
    { rule: 'in-go', key: 'languages', effect: 'rule', line: 19 },
  ])
})

test('a Gitleaks configuration extends another one', () => {
  const base = '[[rules]]\nid = "a"\nregex = "a1"\nkeywords = ["a"]\n[[rules]]\nid = "b"\nregex = "b1"'
  const own = '[extend]\npath = "base.toml"\ndisabledRules = ["b"]\n[[rules]]\nid = "a"\nentropy = 2\n[[rules]]\nid = "c"\nregex = "c1"'
  const readRelated = (path: string): { path: string; text: string } | undefined => (path === 'base.toml' ? { path, text: base } : undefined)
  const { rules } = importRules([{ path: 'own.toml', text: own }], { format: 'gitleaks', readRelated })
  expect(rules.map(({ origin, spec }) => [origin, spec.match])).toEqual([
    ['a', { regex: 'a1', where: { $MATCH: { entropy: 2.000001 } } }],
    ['c', { regex: 'c1' }],
  ])
})

test.each([
  { format: 'semgrep' as const, text: 'rules:\n  - id: x\n   y: 2\n', code: 'syntax/yaml', line: 3 },
  { format: 'gitleaks' as const, text: 'title = "a"\n[[rules]\n', code: 'syntax/toml', line: 2 },
])('a file that cannot be parsed is reported with its line: $format', ({ format, text, code, line }) => {
  expect(importRules([{ path: 'a', text }], { format }).diagnostics.map((each) => ({ code: each.code, line: each.line }))).toEqual([{ code, line }])
})

test.each([
  { format: 'semgrep' as const, cases: JAVASCRIPT_CASES.slice(0, 3) },
  { format: 'gitleaks' as const, cases: GITLEAKS_CASES.slice(8, 14) },
])('imported rules report what they must: $format', async ({ format, cases }) => {
  const outcomes = await runCases(cases, format)
  expect(outcomes.map(({ lines }) => lines)).toEqual(cases.map(expectedLines))
})

const PROPAGATORS = `rules:
  - id: a
    message: a
    severity: ERROR
    languages: [js]
    mode: taint
    pattern-sources: [{ pattern: source() }]
    pattern-sinks: [{ pattern: sink(...) }]
    pattern-propagators:
      - { pattern: $TO.add($FROM), from: $FROM }
      - { pattern: "...", from: $FROM, to: $TO }
      - { pattern: $TO.put($FROM), from: $FROM, to: $TO }
`

test('propagators that are lost are listed with the reason', () => {
  const { rules, notes } = importRules([{ path: 'a.yaml', text: PROPAGATORS }], { format: 'semgrep' })
  expect(rules[0]?.spec.taint?.propagators).toEqual([{ pattern: '$TO.put($FROM)', from: '$FROM', to: '$TO' }])
  expect(notes.map(({ key, effect, reason, line }) => ({ key, effect, reason, line }))).toEqual([
    { key: 'pattern-propagators.0', effect: 'part', reason: expect.stringContaining('no `to`'), line: 10 },
    { key: 'pattern-propagators.1.pattern', effect: 'part', reason: expect.stringContaining('would match all code'), line: 11 },
    { key: 'pattern-propagators.1', effect: 'part', reason: expect.stringContaining('is lost'), line: 11 },
  ])
})
