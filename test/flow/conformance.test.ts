import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openFlowScanner } from './open-flow-scanner.ts'
import { reportedPlaces } from './reported-places.ts'
import { inDialect, readCases } from '../../tools/oracle/read-cases.mjs'

const scanner = await openFlowScanner()

const tables = [
  { language: 'JavaScript', file: 'javascript.txt', path: 'main.js' },
  { language: 'TypeScript', file: 'typescript.txt', path: 'main.ts' },
  { language: 'Python', file: 'python.txt', path: 'main.py' },
]

for (const { language, file, path } of tables) {
  const cases = readCases(readFileSync(new URL(file, import.meta.url), 'utf8'), path)
  describe(`data flow in ${language}`, () => {
    it.each(cases)('$name', async ({ files, expected, wrong }) => {
      const { findings, partial } = await scanner.scan(files)
      expect(partial).toEqual([])
      expect(reportedPlaces(findings).sort()).toEqual([...expected, ...wrong].sort())
    })

    it('misses less than one in twenty', () => {
      const known = cases.reduce((sum, { missed, wrong }) => sum + missed.length + wrong.length, 0)
      expect(known).toBeLessThan(cases.length / 20)
    })
  })
}

const scripts = readCases(readFileSync(new URL('javascript.txt', import.meta.url), 'utf8'), 'main.js')

for (const extension of ['.ts', '.tsx']) {
  describe(`data flow of JavaScript in ${extension}`, () => {
    const foreign: string[] = []

    it.each(inDialect(scripts, extension))('$name', async ({ name, files, expected, wrong }) => {
      const { findings, partial } = await scanner.scan(files)
      // Elements are no TypeScript.
      if (partial.length > 0) foreign.push(name)
      else expect(reportedPlaces(findings).sort()).toEqual([...expected, ...wrong].sort())
    })

    it('covers nearly all programs', () => {
      expect(foreign.length).toBeLessThan(scripts.length / 50)
    })
  })
}
