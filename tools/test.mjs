import { spawnSync } from 'node:child_process'
import { buildOrExit } from './build.mjs'
import { root } from './root.mjs'

buildOrExit()
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)
