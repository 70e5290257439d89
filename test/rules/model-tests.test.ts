import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readCases } from '../../tools/oracle/read-cases.mjs'
import { builtInModels } from '../flow/built-in-models.ts'
import { openFlowScanner } from '../flow/open-flow-scanner.ts'
import { reportedPlaces } from '../flow/reported-places.ts'

interface TestedModel {
  readonly languages: readonly string[]
  readonly tests?: string
}

const scanner = await openFlowScanner()
const read = (text: string): TestedModel => parse(text)
const tested = builtInModels.flatMap(({ path, text }) => {
  const { languages, tests } = read(text)
  return tests === undefined ? [] : [{ path, cases: readCases(tests, languages.includes('python') ? 'main.py' : 'main.js') }]
})

it('are found', () => expect(tested.length).toBeGreaterThan(60))

describe.each(tested)('tests of $path', ({ cases }) => {
  it.each(cases)('$name', async ({ files, expected }) => {
    const { findings, partial } = await scanner.scan(files)
    expect(partial).toEqual([])
    expect(reportedPlaces(findings).sort()).toEqual([...expected].sort())
  })
})
