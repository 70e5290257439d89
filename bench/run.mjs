import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildOrExit } from '../tools/build.mjs'
import { root } from '../tools/root.mjs'

/** Those that `npm run bench` runs without a name: what the project promises, and what it is made of. */
const ALL = ['overhead', 'startup', 'memory', 'prefilter', 'regex']

const [name, ...words] = process.argv.slice(2)
if (name !== undefined && !existsSync(join(root, 'bench', `${name}.mjs`))) {
  console.error(`assay: there is no bench/${name}.mjs`)
  process.exit(2)
}
if (process.env.ASSAY_BENCH_BUILD === undefined) buildOrExit()
for (const bench of name === undefined ? ALL : [name]) {
  console.log(`\n# ${bench}\n`)
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(root, 'bench', `${bench}.mjs`), ...words], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
