import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Document, Scalar } from 'yaml'
import type { SpecPath, SpecPositions } from '../../src/model/rule-pack.ts'
import { loadPacks } from '../../src/pack/load-packs.ts'

const HEAD = `id: a-rule
title: A rule
severity: low
confidence: low
category: data
cwe: [CWE-1]
languages: [python]
description: A rule.
`

function load(path: string, text: string): { positions: SpecPositions; fix: string } {
  const folder = { name: 'test', rules: [{ path, text }], shared: [], packs: [], whole: true }
  const { value, diagnostics } = loadPacks({ folders: [folder], wanted: [] })
  const rule = value?.rules[0]
  if (rule === undefined) throw new Error(`the rule does not load: ${JSON.stringify(diagnostics)}\n${text}`)
  return { positions: rule.positions, fix: rule.spec.fix ?? '' }
}

/** The rest of the text from a position. */
function restAt(text: string, { line, column }: { line: number; column: number }): string {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/)
  return lines
    .slice(line - 1)
    .join('')
    .slice(column - 1)
}

describe('positions of values', () => {
  const block = `${HEAD}match:
  any:
    - pattern: |
        first($X)
          second
    - &anchored { call: "a\\u0062c\\
        def", argument: 0 }
    - *anchored
    - pattern: 'it''s
        folded

        twice'
    - regex: >-
        one
        two

          three
        four
    - pattern: plain text
        over lines
`
  const cases: readonly { name: string; path: SpecPath; offset?: number; rest: string }[] = [
    { name: 'a key at the top', path: ['severity'], rest: 'low\nconf' },
    { name: 'an item of a list', path: ['cwe', 0], rest: 'CWE-1]' },
    { name: 'a map', path: ['match'], rest: 'any:' },
    { name: 'a block scalar itself', path: ['match', 'any', 0, 'pattern'], rest: '|\n' },
    { name: 'the start of a block scalar', path: ['match', 'any', 0, 'pattern'], offset: 0, rest: 'first($X)' },
    { name: 'within a block scalar', path: ['match', 'any', 0, 'pattern'], offset: 6, rest: '$X)' },
    { name: 'the second line of a block scalar', path: ['match', 'any', 0, 'pattern'], offset: 12, rest: 'second' },
    { name: 'past the end of a block scalar', path: ['match', 'any', 0, 'pattern'], offset: 1000, rest: '    - &anchored' },
    { name: 'a quoted text', path: ['match', 'any', 1, 'call'], rest: '"a' },
    { name: 'before an escape', path: ['match', 'any', 1, 'call'], offset: 1, rest: '\\u0062c' },
    { name: 'after an escape', path: ['match', 'any', 1, 'call'], offset: 2, rest: 'c\\' },
    { name: 'after an escaped line break', path: ['match', 'any', 1, 'call'], offset: 3, rest: 'def"' },
    { name: 'through an alias', path: ['match', 'any', 2, 'argument'], rest: '0 }' },
    { name: 'after a doubled quote', path: ['match', 'any', 3, 'pattern'], offset: 3, rest: 's\n' },
    { name: 'after a fold', path: ['match', 'any', 3, 'pattern'], offset: 5, rest: 'folded' },
    { name: 'after a fold with an empty line', path: ['match', 'any', 3, 'pattern'], offset: 12, rest: "twice'" },
    { name: 'a folded block', path: ['match', 'any', 4, 'regex'], offset: 4, rest: 'two\n' },
    { name: 'a deeper line of a folded block', path: ['match', 'any', 4, 'regex'], offset: 11, rest: 'three\n' },
    { name: 'the last line of a folded block', path: ['match', 'any', 4, 'regex'], offset: 17, rest: 'four\n' },
    { name: 'plain text over lines', path: ['match', 'any', 5, 'pattern'], offset: 11, rest: 'over lines' },
    { name: 'a path that is not there: its parent', path: ['match', 'any', 1, 'where', '$X'], offset: 3, rest: '{ call' },
    { name: 'the file', path: [], rest: 'id: a-rule' },
  ]
  test.each(cases)('$name', ({ path, offset, rest }) => {
    const { positions } = load('a-rule.yaml', block)
    expect(restAt(block, positions.positionOf(path, offset)).slice(0, rest.length)).toBe(rest)
  })

  test('JSON, escapes included', () => {
    const text = JSON.stringify(
      {
        id: 'a-rule',
        title: 'A',
        severity: 'low',
        confidence: 'low',
        category: 'data',
        cwe: ['CWE-1'],
        languages: ['python'],
        description: 'A',
        match: { pattern: 'a\n"b"\u0001c' },
      },
      null,
      2,
    )
    const { positions } = load('a-rule.json', text)
    expect(restAt(text, positions.positionOf(['match', 'pattern'], 6)).slice(0, 2)).toBe('c"')
    expect(restAt(text, positions.positionOf(['match', 'pattern'], 5)).slice(0, 6)).toBe('\\u0001')
    expect(restAt(text, positions.positionOf(['cwe', 0])).slice(0, 3)).toBe('"CW')
  })

  const styles = [Scalar.PLAIN, Scalar.QUOTE_SINGLE, Scalar.QUOTE_DOUBLE, Scalar.BLOCK_LITERAL, Scalar.BLOCK_FOLDED] as const
  const pieces = fc.constantFrom(
    'a',
    'bc',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\t',
    "'",
    '"',
    '\\',
    '#',
    ': ',
    '$X',
    '(',
    'é',
    '😀',
    '|',
    '- ',
    '\u2028',
    'x'.repeat(90),
  )
  const texts = fc
    .array(pieces, { minLength: 1, maxLength: 14 })
    .map((parts) => parts.join(''))
    .filter((text) => /\S/.test(text))

  test('every unit of a text leads to where it is written, in every style of YAML', () => {
    let exact = 0
    fc.assert(
      fc.property(texts, fc.constantFrom(...styles), fc.boolean(), (text, style, windows) => {
        const document = new Document({ match: { kind: 'a' } })
        const scalar = new Scalar(text)
        scalar.type = style
        document.set('fix', scalar)
        const yaml = `${HEAD}${document.toString({ lineWidth: 40 })}`
        const source = windows ? yaml.replaceAll('\n', '\r\n') : yaml
        // The library does not always write the value that it was passed.
        const { positions, fix } = load('a-rule.yaml', source)
        const start = restAt(source, positions.positionOf(['fix'])).length
        let before = start
        for (let offset = 0; offset < fix.length; offset++) {
          const rest = restAt(source, positions.positionOf(['fix'], offset))
          expect(rest.length).toBeLessThanOrEqual(before)
          before = rest.length
          if (rest[0] === fix[offset]) exact++
          else expect([rest[0], fix[offset]]).toSatisfy(isWrittenOtherwise)
        }
      }),
      { numRuns: 400 },
    )
    expect(exact).toBeGreaterThan(1000)
  })
})

/** Escapes, folded and Windows line breaks. */
function isWrittenOtherwise([written, read]: readonly string[]): boolean {
  return written === '\\' || written === '\n' || written === '\r' || (written === ' ' && read === '\n') || (written === "'" && read === "'")
}
