import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stripComments } from '../../src/flow/import-graph/strip-comments.ts'
import { replaceTags } from '../../src/languages/hosts/replace-tags.ts'
import { isTestCode } from '../../src/model/test-code.ts'

const RUNS = { numRuns: 3_000 }
const textOf = (...parts: string[]): fc.Arbitrary<string> => fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((all) => all.join(''))

describe('the linear version gives the same result as the regex that it replaces', () => {
  it('for comments', () => {
    const comments = /\/\*[^]*?\*\/|(?<![:'"\w])\/\/.*/g
    const begins = (text: string, at: number): boolean => !/[:'"\w]/.test(text.charAt(at - 1))
    fc.assert(
      fc.property(textOf('/', '*', '/*', '*/', '//', 'a', ':', '\n', ' '), (text) => {
        expect(stripComments(text, begins)).toBe(text.replaceAll(comments, ''))
      }),
      RUNS,
    )
  })

  it('for tags of templates', () => {
    const tags = [
      { open: '{%', close: '%}', least: 0 },
      { open: '{#', close: '#}', least: 0 },
      { open: '<%', close: '%>', least: 1 },
    ]
    const blank = (tag: string): string => '_'.repeat(tag.length)
    fc.assert(
      fc.property(textOf('{%', '%}', '{#', '#}', '<%', '%>', '=', '%', 'a', '\n', '{', '}'), (text) => {
        const expected = text.replace(/\{%[^\n]*?%\}|\{#[^\n]*?#\}|<%[^=\-\n][^\n]*?%>/g, blank)
        expect(replaceTags(text, /\{%|\{#|<%(?![=\n-])/g, tags, blank)).toBe(expected)
      }),
      RUNS,
    )
  })

  it('for names of tests', () => {
    const name = /[._](?:tests?|specs?)\.[^/]*$|-(?:tests|specs?)\.[^/]*$|\.(?:e2e|cy|mocks?|stories)\.[^/]*$/
    const deep = /\/(?:(?:tests?|e2e)\/(?:.*\/)?[^/]+\.[cm]?[jt]sx?|tests?\.[cm]?[jt]s)$/
    fc.assert(
      fc.property(textOf('a', 'a/', '/tests/', 'e2e/', '.test', '.js', '.cy.', '-spec', '.py', '.tsx'), (text) => {
        const path = `lib/${text.replaceAll(/\/+/g, '/')}`
        if (name.test(path) || deep.test(path)) expect(isTestCode(path)).toBe(true)
      }),
      RUNS,
    )
  })
})
