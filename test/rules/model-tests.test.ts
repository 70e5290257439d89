import { beforeAll, describe, expect, it } from 'vitest'
import { createScannerFromData, type PackFile } from '../../src/index.ts'
import { judgeModels, type ModelReport } from '../../src/testing/index.ts'
import { builtInModels } from '../flow/built-in-models.ts'
import { scannerData } from '../flow/open-flow-scanner.ts'

/** Models of the languages themselves are present in every scan: without them, hardly any program would have its result. */
const isOfLanguage = ({ path }: PackFile): boolean => /\/(?:builtins|unknown-calls)\.yaml$/.test(path)

const groups = [
  { name: 'of languages', models: builtInModels.filter(isOfLanguage), base: [] },
  { name: 'of packages', models: builtInModels.filter((file) => !isOfLanguage(file)), base: builtInModels.filter(isOfLanguage) },
]

describe.each(groups)('the programs of built-in models $name', ({ models, base }) => {
  let report: ModelReport
  beforeAll(async () => {
    report = await judgeModels({ models, base, createScanner: (folder) => createScannerFromData({ ...scannerData, folders: [folder] }) })
  })

  it('have the marked findings', () => {
    expect(report.diagnostics.filter(({ code }) => code !== 'model/no-proof')).toEqual([])
    expect(report.programs).toBeGreaterThan(1)
  })

  it('have other findings without the rows of their file', () => {
    expect(report.diagnostics.filter(({ code }) => code === 'model/no-proof').map(({ file }) => file)).toEqual([])
  })
})
