// Lists the findings in widely used code: `npm run rules:noise [-- FOLDER… --every N]` runs `assay rules noise` with all rules. Default folders:
// installed packages, the standard library and the packages of Python, and the downloaded applications of `npm run bench -- applications`.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/root.mjs'
import { build } from './lib/engine.mjs'
import { APPLICATIONS } from './lib/unpack-application.mjs'

const given = process.argv.slice(2)
const hasFolders = given.some((word, index) => !word.startsWith('--') && given[index - 1] !== '--every')
const words = ['rules', 'noise', ...(hasFolders ? [] : chooseFolders()), ...given]
const { status } = spawnSync(process.execPath, [join(build, 'adapters/cli/main.js'), ...words], { stdio: 'inherit' })
process.exitCode = status ?? 3

function chooseFolders() {
  const code = 'import sysconfig; print(sysconfig.get_path("stdlib")); print(sysconfig.get_path("purelib"))'
  const { stdout = '' } = spawnSync('python3', ['-c', code], { encoding: 'utf8' })
  const files = join(APPLICATIONS, 'files')
  const applications = existsSync(files) ? readdirSync(files).flatMap((name) => (name.endsWith('.stamp') ? [] : [join(files, name)])) : []
  return [join(root, 'node_modules'), ...stdout.trim().split('\n'), ...applications].filter((folder) => folder !== '' && existsSync(folder))
}
