import { spawnSync } from 'node:child_process'
import { buildOrExit } from '../tools/build.mjs'
import { root } from '../tools/root.mjs'

// Mutated files and uploads for ten minutes each, or as many seconds as are given, from another seed each time, and ten thousand requests that must leave
// no memory behind: `npm run fuzz [SECONDS] [SEED]`
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
