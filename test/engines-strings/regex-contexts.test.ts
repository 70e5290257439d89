import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTEXT_DANGERS } from '../../src/engines/strings/context-dangers.ts'
import { contextsOfMatching, contextsOfRefusing, contextsOfReplacing } from '../../src/engines/strings/regex-contexts.ts'
import type { MatchMode, StepBudget } from '../../src/engines/strings/string-automaton.ts'
import { contextBit, STRING_CONTEXTS, type StringContext, type StringContexts } from '../../src/model/string-context.ts'

function unbounded(): StepBudget {
  return { steps: Number.POSITIVE_INFINITY }
}

/** Whether a string has a dangerous substring of the context: each position is compared. */
function isDangerous(text: string, context: StringContext): boolean {
  const codes = [...text].map((each) => each.codePointAt(0) ?? 0)
  const isIn = (set: readonly number[], code: number): boolean => set.some((from, at) => at % 2 === 0 && code >= from && code <= set[at + 1])
  return CONTEXT_DANGERS[context].some(({ sets, atStart = false }) =>
    codes.some(
      (_, start) => (start === 0 || !atStart) && start + sets.length <= codes.length && sets.every((set, at) => isIn(set, codes[start + at])),
    ),
  )
}

function namesOf(contexts: StringContexts): readonly StringContext[] {
  return STRING_CONTEXTS.filter((context) => (contexts & contextBit(context)) !== 0)
}

const atom = fc.constantFrom(
  'a',
  ';',
  '/',
  String.raw`\.`,
  '.',
  '<',
  "'",
  String.raw`\w`,
  String.raw`\W`,
  String.raw`\s`,
  '[^a-z]',
  '[;|&]',
  '[a-z.]',
  String.raw`[\w/.-]`,
  '[^/]',
  ':',
)
const quantified = fc.tuple(atom, fc.constantFrom('', '', '+', '*', '?', '{2}', '{1,3}', '{14,}')).map((parts) => parts.join(''))
const anchored = fc.constantFrom('', '', '^', '$', String.raw`\b`, '(?=a)', '(?!;)')
const pattern = fc.letrec<{ sequence: string; choice: string }>((tie) => ({
  sequence: fc
    .array(
      fc.oneof(
        { maxDepth: 2 },
        { arbitrary: quantified, weight: 4 },
        anchored,
        tie('choice').map((inner) => `(?:${inner})*`),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join('')),
  choice: fc.array(tie('sequence'), { minLength: 1, maxLength: 2 }).map((options) => options.join('|')),
})).choice
const flags = fc.constantFrom('', 'm', 'i', 's')
const text = fc.string({ unit: fc.constantFrom(...'aaAz09_-./\\;|&<>\'" \n:({\u0001é'), maxLength: 8 })

function compile(source: string, letters: string): RegExp | undefined {
  try {
    return new RegExp(source, letters)
  } catch {
    return undefined
  }
}

describe('contexts that a regex proves for a string', () => {
  it('is true of every string that passes, and of every string that has no match', () => {
    fc.assert(
      fc.property(pattern, flags, fc.array(text, { minLength: 30, maxLength: 30 }), (source, letters, texts) => {
        const regex = compile(source, letters)
        fc.pre(regex !== undefined)
        const input = { text: source, syntax: 'javascript', flags: letters } as const
        const matching = namesOf(contextsOfMatching(input, 'anywhere', unbounded()))
        const refused = namesOf(contextsOfRefusing(input, unbounded()))
        for (const each of texts)
          for (const context of regex?.test(each) ? matching : refused) expect([each, isDangerous(each, context)]).toEqual([each, false])
      }),
      { numRuns: 600 },
    )
  })

  it('is true of every string in which matches were replaced', () => {
    fc.assert(
      fc.property(
        pattern,
        flags,
        fc.constantFrom('', '_', ';', './'),
        fc.array(text, { minLength: 30, maxLength: 30 }),
        (source, letters, inserted, texts) => {
          const regex = compile(source, `${letters}g`)
          fc.pre(regex !== undefined)
          const contexts = namesOf(contextsOfReplacing({ text: source, syntax: 'javascript', flags: letters }, inserted, unbounded()))
          for (const each of texts) {
            const replaced = regex === undefined ? each : each.replaceAll(regex, inserted)
            for (const context of contexts) expect([each, replaced, isDangerous(replaced, context)]).toEqual([each, replaced, false])
          }
        },
      ),
      { numRuns: 600 },
    )
  })

  it.each<[pattern: string, flags: string, mode: MatchMode, proved: string, missing: string]>([
    ['^[a-z0-9_-]+$', '', 'anywhere', STRING_CONTEXTS.join(' '), ''],
    ['^[a-z]+$', 'm', 'anywhere', '', STRING_CONTEXTS.join(' ')],
    ['[a-z]+', '', 'anywhere', '', STRING_CONTEXTS.join(' ')],
    ['[a-z]+', '', 'start', '', STRING_CONTEXTS.join(' ')],
    ['[a-z]+', '', 'whole', STRING_CONTEXTS.join(' '), ''],
    ['^a$|b$', '', 'anywhere', '', STRING_CONTEXTS.join(' ')],
    ['^a+$|^b+$', '', 'anywhere', STRING_CONTEXTS.join(' '), ''],
    ['^[\\w./]+$', '', 'anywhere', 'text shell html sql', 'path host'],
    ['^[\\w-]+(?:/[\\w-]+)*\\.md$', '', 'anywhere', 'path shell html', 'host'],
    ['^[\\w.-]+$', '', 'anywhere', 'text path shell html url', 'host'],
    ['^[^/]+$', '', 'anywhere', 'path', 'text shell html url'],
    ['^[a-z\\s]+$', '', 'anywhere', 'path html', 'shell line sql'],
    ['^[0-9+*/(). -]+$', '', 'anywhere', 'code', 'shell'],
    ['^[\\w+*/(). -]+$', '', 'anywhere', 'text', 'code shell'],
    ['^https?://[a-z.]+$', '', 'anywhere', 'text html', 'url host'],
  ])('of /%s/%s, applied %s, proves: %s', (source, letters, mode, proved, missing) => {
    const found = namesOf(contextsOfMatching({ text: source, syntax: 'javascript', flags: letters }, mode, unbounded()))
    for (const context of words(proved)) expect(found).toContain(context)
    for (const context of words(missing)) expect(found).not.toContain(context)
  })

  it('lets a line break at the end pass in Python, where nothing follows it', () => {
    const found = contextsOfMatching({ text: '^[a-z]+$', syntax: 'python', flags: '' }, 'start', unbounded())
    expect(namesOf(found)).toEqual([...STRING_CONTEXTS])
  })

  it.each([
    [String.raw`[;&|$<>()'"\\\n` + '`]', 'shell', 'path'],
    [String.raw`\.\.`, 'path', 'shell'],
    [String.raw`(?:^|[\\/])\.\.(?:[\\/]|$)`, 'path', 'shell'],
    ['[^a-z]', STRING_CONTEXTS.join(' '), ''],
    ['^[^a-z]', '', STRING_CONTEXTS.join(' ')],
    [String.raw`(?=;);`, '', 'shell'],
    ['["<>]', 'html', 'shell'],
  ])('proves the contexts of a string without a match of /%s/: %s', (source, proved, missing) => {
    const found = namesOf(contextsOfRefusing({ text: source, syntax: 'javascript', flags: '' }, unbounded()))
    for (const context of words(proved)) expect(found).toContain(context)
    for (const context of words(missing)) expect(found).not.toContain(context)
  })

  it('proves nothing once the budget is spent', () => {
    const input = { text: '^[a-z]{1,12}$', syntax: 'javascript', flags: '' } as const
    const budget = { steps: 40 }
    expect(contextsOfMatching(input, 'anywhere', budget)).toBe(0)
    expect(budget.steps).toBeLessThan(0)
    expect(contextsOfRefusing({ ...input, text: '[^a-z]' }, budget)).toBe(0)
    expect(contextsOfReplacing({ ...input, text: '[^a-z]' }, '', budget)).toBe(0)
  })

  it('proves nothing of a pattern that it cannot read', () => {
    expect(contextsOfMatching({ text: '(', syntax: 'javascript', flags: '' }, 'anywhere', unbounded())).toBe(0)
    expect(contextsOfRefusing({ text: '[', syntax: 'python', flags: '' }, unbounded())).toBe(0)
  })
})

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '')
}
