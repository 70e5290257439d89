import { describe, expect, it } from 'vitest'
import { lintRules } from '../../src/index.ts'

function rule(id: string, body: string, languages = '[javascript]'): { path: string; text: string } {
  const head = `id: ${id}\ntitle: A rule\nseverity: low\nconfidence: low\ncategory: data\ncwe: [CWE-1]\nlanguages: ${languages}\n`
  return { path: `${id}.yaml`, text: `${head}description: About the code.\n${body}` }
}

/** The codes with the lines of the body at which they are, from 1. */
function lint(body: string): readonly string[] {
  return lintRules([rule('a', body)]).map(({ code, line }) => `${line - 8} ${code}`)
}

describe('lintRules', () => {
  it.each([
    {
      name: 'an alternative that an earlier one covers',
      body: 'match:\n  any:\n    - call: [alpha, beta]\n    - call: alpha\n',
      found: ['4 lint/unreachable-clause'],
    },
    {
      name: 'an alternative that a later one covers',
      body: 'match:\n  any:\n    - call: alpha\n      arguments: { "0": { constant: false } }\n    - call: alpha\n',
      found: ['3 lint/unreachable-clause'],
    },
    { name: 'equal alternatives, once', body: 'match:\n  any:\n    - call: alpha\n    - call: alpha\n', found: ['4 lint/unreachable-clause'] },
    {
      name: 'a sink that another covers',
      body: 'taint:\n  sources: [{ call: input }]\n  sinks:\n    - call: alpha\n    - { call: alpha, argument: 0 }\n',
      found: ['5 lint/unreachable-clause'],
    },
    { name: '`not` that excludes everything', body: 'match:\n  call: alpha\n  not: { call: [alpha, beta] }\n', found: ['3 lint/unreachable-clause'] },
    {
      name: 'a constant that is none',
      body: 'match:\n  call: alpha\n  arguments:\n    "0": { constant: false, equals: word }\n',
      found: ['4 lint/unreachable-clause'],
    },
    {
      name: 'a metavariable of a pattern without use',
      body: 'match:\n  pattern: alpha($ONE, $TWO)\n  where: { $ONE: { constant: true } }\n',
      found: ['2 lint/unused-metavariable'],
    },
    {
      name: 'a capture without use',
      body: 'match:\n  query: (call_expression function:(identifier) @name arguments:(arguments) @args (#eq? @name "alpha")) @match\n',
      found: ['2 lint/unused-metavariable'],
    },
    { name: 'a group without use', body: 'match:\n  regex: alpha(?P<WORD>x)\n', found: ['2 lint/unused-metavariable'] },
    {
      name: 'the same metavariable in alternatives',
      body: 'match:\n  any:\n    - pattern: alpha($X)\n    - pattern: gamma($X)\n',
      found: ['3 lint/unused-metavariable', '4 lint/unused-metavariable'],
    },
    {
      name: 'a metavariable in the fix',
      body: 'fix: Remove `$X`.\nmessage: "`$X` is bad."\nmatch:\n  pattern: alpha($X)\n',
      found: ['1 lint/literal-metavariable'],
    },
    { name: 'a pattern without a name', body: 'message: "$A"\nmatch:\n  pattern: $A + 1\n', found: ['3 lint/no-prefilter'] },
    { name: 'a regex without a literal', body: 'match:\n  regex: \\d{4}-\\d{2}\n', found: ['2 lint/no-prefilter'] },
    {
      name: 'the alternative without a literal',
      body: 'match:\n  any:\n    - regex: alphabet\n    - regex: "[0-9]+x"\n',
      found: ['4 lint/no-prefilter'],
    },
    { name: 'a kind', body: 'match:\n  kind: identifier\n', found: ['2 lint/no-prefilter'] },
    { name: 'a regex that is exponential elsewhere', body: 'match:\n  regex: alpha(a+)+$\n', found: ['2 lint/superlinear-regex'] },
    { name: 'a name that stands twice in a list', body: 'match:\n  call: [alpha, beta, alpha]\n', found: ['2 lint/duplicate-entry'] },
  ])('reports $name', ({ body, found }) => {
    expect(lint(body)).toEqual(found)
  })

  it.each([
    { name: 'alternatives that differ', body: 'match:\n  any:\n    - call: alpha\n    - call: beta\n' },
    {
      name: 'alternatives of other languages',
      body: 'match:\n  any:\n    - { languages: [javascript], call: alpha }\n    - { languages: [python], call: alpha }\n',
    },
    { name: 'a metavariable in a message', body: 'message: "`$X`"\nmatch:\n  pattern: alpha($X)\n' },
    { name: 'equal code in one pattern', body: 'match:\n  pattern: alpha($X, $X)\n' },
    { name: 'equal code in two matchers that must both hold', body: 'match:\n  pattern: alpha($X)\n  inside: { pattern: "if ($X) { ... }" }\n' },
    { name: 'a capture of a predicate', body: 'match:\n  query: (call_expression function:(identifier) @name (#eq? @name "alpha")) @match\n' },
    { name: 'a variable of the shell in the fix', body: 'fix: Set $HOME first.\nmatch:\n  call: alpha\n' },
    { name: 'a regex without a literal of a rule for some files', body: 'paths: { include: ["*.conf"] }\nmatch:\n  regex: \\d{4}\n' },
    { name: 'a literal in a constraint', body: 'message: "$A"\nmatch:\n  pattern: $A + 1\n  where: { $A: { symbol: config.secret } }\n' },
    { name: 'a polynomial regex, which is linear here', body: 'match:\n  regex: alpha\\s*x?\\s*$\n' },
  ])('does not report $name', ({ body }) => {
    expect(lint(body)).toEqual([])
  })

  it('reports rules with the same matcher, once, where their languages meet', () => {
    const found = lintRules([
      rule('a', 'match:\n  call: alpha\n'),
      rule('b', 'match: { call: alpha }\n', '[typescript, javascript]'),
      rule('c', 'match: { call: alpha }\n', '[python]'),
    ])
    expect(found.map(({ file, code, message }) => `${file} ${code} ${message}`)).toEqual([
      'b.yaml lint/same-matcher `a` has the same matcher for the same languages.',
    ])
  })

  it('leaves files that are no rules to the loader', () => {
    expect(lintRules([{ path: 'x.yaml', text: 'id: [' }, rule('b', 'match: { cal: alpha }\n')])).toEqual([])
  })

  it.each([
    { name: 'more than 40 alternatives', body: `match:\n  regex: alpha(?:${words(41)})\n`, found: ['a.yaml:10:18 lint/too-many-alternatives'] },
    {
      name: 'more than 40 alternatives of a whole regex with flags',
      body: `match:\n  regex: (?i)${words(41)}\n`,
      found: ['a.yaml:10:14 lint/too-many-alternatives'],
    },
    {
      name: 'more than 40 alternatives in a predicate',
      body: `match:\n  query: '((identifier) @_name @match (#match? @_name "^(${words(41)})$"))'\n`,
      found: ['a.yaml:10:58 lint/too-many-alternatives'],
    },
    {
      name: 'the same alternatives twice, in any order',
      body: `match:\n  any:\n    - regex: alpha(${words(10)})\n    - regex: beta(?P<X>${words(10).split('|').reverse().join('|')})\n  where: { $X: x }\n`,
      found: ['a.yaml:12:24 lint/repeated-alternatives'],
    },
    {
      name: 'the words of a list',
      body: `match:\n  regex: alpha(${words(10)})|beta{{words.ten}}\n`,
      lists: `words:\n  ten: [${words(10).replaceAll('|', ', ')}]\n`,
      found: ['a.yaml:10:16 lint/repeated-alternatives'],
    },
    {
      name: 'a list without use, and a word twice',
      body: 'match:\n  regex: alpha{{words.used}}\n',
      lists: 'words:\n  used: [one, two, one]\n  lost: [one]\n',
      found: ['words/w.yaml:2:20 lint/duplicate-entry', 'words/w.yaml:3:3 lint/unused-words'],
    },
  ])('reports $name', ({ body, lists, found }) => {
    const files = lists === undefined ? [] : [{ path: 'words/w.yaml', text: lists }]
    expect(lintRules([rule('a', body)], files).map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`)).toEqual(found)
  })

  it('reads regexes of named matchers', () => {
    const shared = { path: 'shared/s.yaml', text: `matchers:\n  one: { regex: 'alpha(${words(10)})' }\n  two: { regex: 'beta(${words(10)})' }\n` }
    const [only] = lintRules([], [], [shared])
    expect(only).toMatchObject({ file: 'shared/s.yaml', line: 3, code: 'lint/repeated-alternatives' })
    expect(only?.message).toBe('The same 10 alternatives are at shared/s.yaml:2:24.')
    expect(only?.hint).toContain('{{words.<name>}}')
  })

  it.each([
    { name: '40 alternatives', body: `match:\n  regex: alpha(?:${words(40)})\n` },
    { name: 'nine alternatives twice', body: `match:\n  any:\n    - regex: alpha(${words(9)})\n    - regex: beta(${words(9)})\n` },
    { name: 'bars in classes and escaped bars', body: `match:\n  regex: alpha(?:[${words(50)}]|${words(50).replaceAll('|', '\\|')})\n` },
    {
      name: 'a regex that an alias repeats',
      body: `match:\n  any:\n    - { regex: &ten 'alpha(${words(10)})', files: ['*.a'] }\n    - { regex: *ten, files: ['*.b'] }\n`,
    },
  ])('does not report $name', ({ body }) => {
    expect(lint(body)).toEqual([])
  })
})

/** This number of alternatives. */
function words(count: number): string {
  return Array.from({ length: count }, (_, index) => `word${index}`).join('|')
}
