import { spawnSync } from 'node:child_process'
import { buildOrExit } from './build.mjs'
import { root } from './root.mjs'

// `npm test` runs the fast tests, `npm run test:slow` those of `*.slow.test.ts`. Other arguments are for vitest.
const [first, ...rest] = process.argv.slice(2)
const choice = first === '--slow' ? ['--config', 'vitest.slow.config.ts', ...rest] : process.argv.slice(2)

buildOrExit()
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...choice], { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)
