import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../tools/root.mjs'
import { listRuleFiles } from './list-rule-ids.ts'
import { loadRules } from './load-rules.ts'

/** Maximum length for lists, pages and a terminal of 80 columns. */
const MAX_OF_A_TITLE = 69
const MAX_OF_A_LINE = 160
/** Keys with prose, which can be wrapped anywhere, unlike a regex or a query. */
const WORDS = /^\s*(?:- )?(?:title|description|message|fix|references|#)/

describe('texts of rules', () => {
  test('titles fit on a line', async () => {
    const { scanner } = await loadRules()
    const long = scanner.rules.filter(({ title }) => title.length > MAX_OF_A_TITLE).map(({ id, title }) => `${id}: ${title}`)
    expect(long).toEqual([])
  })

  test('each has a description, a fix and references', async () => {
    const { scanner } = await loadRules()
    const silent = scanner.rules.filter(
      ({ description, fix, references, cwe, owasp }) =>
        description.length < 40 || (fix ?? '').length < 20 || references.length === 0 || cwe.length === 0 || owasp.length === 0,
    )
    expect(silent.map(({ id }) => id)).toEqual([])
  })

  test('words are broken into lines that fit on a screen', () => {
    const long = listRuleFiles().flatMap((file) =>
      readFileSync(join(root, 'rules', file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > MAX_OF_A_LINE && WORDS.test(line) ? [`${file}:${index + 1}`] : [])),
    )
    expect(long).toEqual([])
  })
})
