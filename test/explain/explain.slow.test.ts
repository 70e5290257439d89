import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createScanner } from '../../src/node/index.ts'
import type { Explanation } from '../../src/index.ts'
import { readCases } from './read-cases.ts'

const scanner = await createScanner({ packs: [], rules: [fileURLToPath(new URL('rules', import.meta.url))] })
afterAll(() => scanner.close())

const FILES = [
  { file: 'fired.txt', title: 'of what a rule reports' },
  { file: 'not-matched.txt', title: 'of code that does not match' },
  { file: 'guarded.txt', title: 'of data that a sanitizer or a barrier guard makes harmless' },
  { file: 'lost.txt', title: 'of data that does not reach a sink' },
]

for (const { file, title } of FILES)
  describe(`explanations ${title}`, () => {
    const cases = readCases(readFileSync(new URL(file, import.meta.url), 'utf8'))

    it('has at least 40 programs', () => expect(cases.length).toBeGreaterThanOrEqual(40))

    it.each(cases)('$name', async ({ rule, path, line, kind, code, at, content }) => {
      const explanation = await scanner.explain({ rule, files: [{ path, content }], ...(line === undefined ? {} : { line }) })
      expect(summarise(explanation)).toMatchObject({ kind, code, ...(at === undefined ? {} : { at }) })
    })
  })

function summarise(explanation: Explanation): {
  readonly kind: string
  readonly code: string
  readonly at: number | undefined
  readonly message: string
} {
  if (explanation.kind === 'fired') return { kind: 'fired', code: '', at: explanation.matches[0]?.place.line, message: '' }
  const { kind, reason } = explanation
  return { kind, code: reason.code, at: reason.place?.line, message: reason.message }
}
