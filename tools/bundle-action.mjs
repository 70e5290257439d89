// Puts the GitHub Action into one file, which is committed: a runner takes the repository as it is. `--check` writes nothing and fails when it is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { rolldown } from 'rolldown'
import { root } from './root.mjs'

const NOTE = '// Made of adapters/action/ by `node tools/bundle-action.mjs`. Change those files, not this one.\n'

const bundle = await rolldown({ input: join(root, 'adapters/action/main.ts'), platform: 'node', cwd: root })
const { output } = await bundle.generate({ format: 'esm', comments: false })
const text = NOTE + output[0].code
const file = join(root, 'adapters/action/bundle/index.js')
if (!argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('adapters/action/bundle/index.js is out of date. Run `node tools/bundle-action.mjs`.')
  exit(1)
}
