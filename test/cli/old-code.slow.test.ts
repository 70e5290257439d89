import { test } from 'vitest'
import { runRefactorings } from './refactorings.ts'

test('two hundred refactorings of three thousand files make no old finding new, and hide no new one', async () => {
  await runRefactorings({ files: 3000, steps: 200, every: 50, seed: Number(process.env.ASSAY_FUZZ_SEED ?? 1) })
}, 600_000)
