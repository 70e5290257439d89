// Bundles the GitHub Action into one committed file, because runners use the repository without a build. `--check` writes nothing and fails if the
// file is outdated.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { argv, exit } from 'node:process'
import { rolldown } from 'rolldown'
import { root } from './root.mjs'

const NOTE = '// Made of adapters/action/ by `node tools/bundle-action.mjs`. Change those files, not this one.\n'

const bundle = await rolldown({ input: join(root, 'adapters/action/main.ts'), platform: 'node', cwd: root })
const { output } = await bundle.generate({ format: 'esm', comments: false })
const text = NOTE + output[0].code
const file = join(root, 'adapters/action/bundle/index.js')
if (!argv.includes('--check')) {
  writeFileSync(file, text)
  for (const name of packagesIn(output[0])) copyLicence(name)
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('adapters/action/bundle/index.js is out of date. Run `node tools/bundle-action.mjs`.')
  exit(1)
}

/** Packages whose code is in the bundle. */
function packagesIn({ modules }) {
  const packages = join(root, 'node_modules')
  const paths = Object.keys(modules).filter((id) => id.startsWith(packages))
  return new Set(paths.map((id) => /^(?:@[^/]+\/)?[^/]+/.exec(relative(packages, id).replaceAll('\\', '/'))?.[0] ?? ''))
}

function copyLicence(name) {
  const folder = join(root, 'node_modules', name)
  const licence = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  if (licence === undefined) throw new Error(`${name} has no licence file to copy`)
  cpSync(join(folder, licence), join(root, 'adapters/action/bundle', `${name.replace('@', '').replace('/', '-')}.LICENSE`))
}
