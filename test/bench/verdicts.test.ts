import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { checkVerdicts, countVerdicts, hashPlace, matchVerdicts, wordTrace, writeVerdicts } from '../../bench/lib/verdicts.mjs'

const HOME = new URL('../../bench/applications/', import.meta.url)

/** A finding at these locations, its own first. */
const findingAt = (
  place: { rule: string; file: string; line: number; sink: string },
  ...further: { file: string; line: number; sink: string }[]
) => ({
  ...place,
  places: [place, ...further],
})

describe('a finding keeps its verdict', () => {
  const place = { rule: 'ssrf', file: 'a.js', line: 10, sink: 'aaaa' }
  const other = { ...place, line: 30, sink: 'bbbb' }
  const cases = [
    { name: 'at the same place', findings: [findingAt(place)], verdicts: [place], kept: [[10, 10]] },
    { name: 'when lines moved', findings: [findingAt({ ...place, line: 14 })], verdicts: [place], kept: [[14, 10]] },
    { name: 'when more of the line is reported', findings: [findingAt({ ...place, sink: 'bbbb' })], verdicts: [place], kept: [[10, 10]] },
    {
      name: 'when code occurs twice, each the nearest',
      findings: [findingAt({ ...place, line: 31 }), findingAt({ ...place, line: 12 })],
      verdicts: [place, { ...place, line: 30 }],
      kept: [
        [31, 30],
        [12, 10],
      ],
    },
    {
      name: 'when one of two is fixed',
      findings: [findingAt({ ...place, line: 30 })],
      verdicts: [place, { ...place, line: 30 }],
      kept: [[30, 30]],
    },
    {
      name: 'and leaves it to the same code before other code on the line',
      findings: [findingAt({ ...place, sink: 'bbbb' }), findingAt(place)],
      verdicts: [place],
      kept: [[10, 10]],
    },
    {
      name: 'when it is reported at another of its places',
      findings: [findingAt({ ...place, line: 50, sink: 'cccc' }, other)],
      verdicts: [other],
      kept: [[50, 30]],
    },
    {
      name: 'of its own place before that of another',
      findings: [findingAt(place, other)],
      verdicts: [other, place],
      kept: [[10, 10]],
    },
  ]
  test.each(cases)('$name', ({ findings, verdicts, kept }) => {
    const { pairs } = matchVerdicts(findings, verdicts)
    expect(pairs.map(({ finding, verdict }) => [finding.line, verdict.line])).toEqual(kept)
  })

  const strangers = [
    { name: 'of another rule', finding: findingAt({ ...place, rule: 'xss' }) },
    { name: 'in another file', finding: findingAt({ ...place, file: 'b.js' }) },
    { name: 'of other code on another line', finding: findingAt({ ...place, line: 11, sink: 'bbbb' }) },
  ]
  test.each(strangers)('but not one $name', ({ finding }) => {
    expect(matchVerdicts([finding], [place])).toEqual({ pairs: [], fresh: [finding], beside: [], gone: [place] })
  })

  test('and one that is reported as another location is not gone', () => {
    const { beside, gone } = matchVerdicts([findingAt(place, other)], [place, other, { ...other, rule: 'xss' }])
    expect({ beside, gone }).toEqual({ beside: [other], gone: [{ ...other, rule: 'xss' }] })
  })
})

describe('a location is identified by its code', () => {
  const text = 'let a\nrun(\n  query,\n)\n'
  const place = { line: 2, column: 1, endLine: 4, endColumn: 2 }
  const cases = [
    {
      name: 'with another indentation',
      text: 'if (x) {\n    run(\n        query,\n    )\n}',
      place: { line: 2, column: 5, endLine: 4, endColumn: 6 },
      same: true,
    },
    { name: 'with other line ends', text: text.replaceAll('\n', '\r\n'), place, same: true },
    { name: 'of another argument', text: text.replace('query', 'count'), place, same: false },
    { name: 'of a part of it', text, place: { ...place, line: 3, column: 3, endLine: 3, endColumn: 8 }, same: false },
  ]
  test.each(cases)('$name: $same', (other) => {
    expect(hashPlace(other.text, other.place) === hashPlace(text, place)).toBe(other.same)
  })
})

test('a trace names a file where it gets there', () => {
  const steps = [
    { file: 'a.py', line: 3, what: 'untrusted data' },
    { file: 'a.py', line: 4, what: 'passed to `run`' },
    { file: 'b.py', line: 9, what: 'used here' },
  ]
  expect(wordTrace(steps)).toBe('a.py:3 untrusted data > 4 passed to `run` > b.py:9 used here')
})

test('verdicts are written one a line in order of places, and read as they were', () => {
  const verdict = {
    rule: 'ssrf',
    file: 'a: b.js',
    line: 10,
    sink: '001234567890',
    severity: 'high',
    confidence: 'low',
    verdict: 'wrong',
    class: 1,
    why: 'A "key", no address.',
    trace: 'a: b.js:3 untrusted data > 10 used here',
  } as const
  const [first, second, third] = [
    { ...verdict, file: 'B.js' },
    { ...verdict, line: 4, rule: 'xss' },
    { ...verdict, line: 30 },
  ]
  const text = writeVerdicts([third, first, second])
  expect(text.trimEnd().split('\n')).toHaveLength(3)
  expect(parse(text)).toEqual([first, second, third])
})

test('verdicts are counted by the current findings', () => {
  const pair = (confidence: string, verdict: 'right' | 'wrong') => ({
    finding: { rule: 'ssrf', file: 'a.js', line: 1, sink: 'aaaa', severity: 'high', confidence, trace: '' },
    verdict: { verdict },
  })
  const counts = countVerdicts([pair('low', 'wrong'), pair('high', 'right'), pair('low', 'right')], ({ finding }) => finding.confidence)
  expect([...counts]).toEqual([
    ['high', { right: 1, view: 0, wrong: 0, unread: 0 }],
    ['low', { right: 1, view: 0, wrong: 1, unread: 0 }],
  ])
})

describe('mistakes in a list are reported', () => {
  const good = { rule: 'ssrf', file: 'a.js', line: 1, sink: 'aaaa', severity: 'high', confidence: 'low', verdict: 'right', why: 'So it is.' }
  const cases = [
    { name: 'no list', list: { verdicts: [] }, says: /no list/ },
    { name: 'no place', list: [{ ...good, line: undefined }], says: /has no `line`/ },
    { name: 'no such verdict', list: [{ ...good, verdict: 'maybe' }], says: /`maybe`, which is none of/ },
    { name: 'no reason', list: [{ ...good, why: '' }], says: /does not say why/ },
    { name: 'twice', list: [good, { ...good, verdict: 'wrong' }], says: /there twice/ },
  ]
  test.each(cases)('$name', ({ list, says }) => {
    expect(checkVerdicts(list)).toEqual([expect.stringMatching(says)])
  })
})

describe('the stored verdicts of applications', () => {
  const applications: { name: string; half: string; hash: string; from: string }[] = parse(readFileSync(new URL('list.yaml', HOME), 'utf8'))
  const files = existsSync(new URL('verdicts/', HOME)) ? readdirSync(new URL('verdicts/', HOME)) : []

  test('are in parts that are scanned apart, by hash', () => {
    expect(new Set(applications.map(({ half }) => half))).toEqual(
      new Set(['learn', 'last', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth']),
    )
    for (const { from, hash } of applications) expect(hash).toMatch(from === 'npm' ? /^sha512-[\w+/]{86}==$/ : /^sha256-[0-9a-f]{64}$/)
  })

  test.each(files)('verdicts of %s are whole, in order, and of an application of the list', (file) => {
    const text = readFileSync(new URL(`verdicts/${file}`, HOME), 'utf8')
    const verdicts = parse(text)
    expect(checkVerdicts(verdicts)).toEqual([])
    expect(writeVerdicts(verdicts)).toBe(text)
    expect(applications.map(({ name }) => `${name.replace('/', '+')}.yaml`)).toContain(file)
  })
})
