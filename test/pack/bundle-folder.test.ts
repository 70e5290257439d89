import { expect, it } from 'vitest'
import { bundleFolder } from '../../src/pack/bundle-folder.ts'
import { loadPacks } from '../../src/pack/load-packs.ts'
import { readModels } from '../../src/pack/read-models.ts'
import { builtInModels } from '../flow/built-in-models.ts'

const folder = { name: 'models', rules: [], shared: [], models: builtInModels, packs: [], whole: true }
const { models = [] } = bundleFolder(folder)

it('a bundle has all rows of models, and none of their programs', () => {
  const rowsOf = (files: typeof models): unknown => readModels(files).files.map(({ file: { path }, spec: { tests: _, ...rows } }) => ({ path, rows }))
  expect(builtInModels.filter(({ text }) => text.includes('\ntests:')).length).toBeGreaterThan(150)
  expect(models.filter(({ text, parsed }) => `${text}${JSON.stringify(parsed)}`.includes('source()'))).toEqual([])
  expect(rowsOf(models)).toEqual(rowsOf(builtInModels))
  expect(loadPacks({ folders: [{ ...folder, models }], wanted: [] }).diagnostics.filter(({ file }) => file.includes('models/'))).toEqual([])
})
