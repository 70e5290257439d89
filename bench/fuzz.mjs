import { spawnSync } from 'node:child_process'
import { buildOrExit } from '../tools/build.mjs'
import { root } from '../tools/root.mjs'

// Runs mutated files and uploads for ten minutes each (or a number of seconds) with a new seed, and ten thousand requests that must not leak memory:
// `npm run fuzz [SECONDS] [SEED]`
const [seconds = '600', seed = Date.now().toString(36)] = process.argv.slice(2)
buildOrExit()
console.log(`fuzzing for ${seconds} s from the seed ${seed}`)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.slow.config.ts', 'test/fuzz', 'test/http/soak'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ASSAY_FUZZ_SECONDS: seconds, ASSAY_FUZZ_SEED: seed, ASSAY_SOAK: '10000' },
  },
)
process.exitCode = status ?? 1
