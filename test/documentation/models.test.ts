import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createScannerFromData } from '../../src/index.ts'
import { judgeModels } from '../../src/testing/index.ts'
import { root } from '../../tools/root.mjs'
import { builtInModels } from '../flow/built-in-models.ts'
import { scannerData } from '../flow/open-flow-scanner.ts'

const page = readFileSync(join(root, 'docs/how-to/model-a-library.md'), 'utf8')
const models = [...page.matchAll(/^```yaml\n(library: [^]*?)^```/gm)].map(([, text = ''], index) => ({
  path: `models/example-${index + 1}.yaml`,
  text,
}))

it('the worked examples of models are proven by their programs', async () => {
  expect(models).toHaveLength(5)
  const report = await judgeModels({
    models,
    base: builtInModels,
    createScanner: (folder) => createScannerFromData({ ...scannerData, folders: [folder] }),
  })
  expect(report).toEqual({ diagnostics: [], programs: 9 })
})
