import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

/** Installs the locked dependencies when `node_modules` is missing or differs from `package-lock.json`. Speaks on stderr only. */
export function ensureInstalled() {
  refuseOldNode()
  const lack = installationLack()
  if (lack === undefined) return
  console.error(`assay: installing dependencies (${lack})`)
  // No package needs its install script, and the npm of Node 20 has no list of allowed scripts. An outer `npm install --global` of this repository
  // leaves its settings in the environment.
  runNpm(['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--location=project', '--no-global'])
  const rest = installationLack()
  if (rest !== undefined) fail(`npm ci left dependencies out of step: ${rest}`)
}

function refuseOldNode() {
  const { engines } = readJson('package.json')
  const floor = engines.node.replace('>=', '').split('.').map(Number)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < floor[0] || (major === floor[0] && minor < floor[1])) fail(`Node ${engines.node} is needed, this is ${process.versions.node}`)
}

/**
 * The missing packages, or undefined if everything in the lock file is installed. npm records the installation in `node_modules/.package-lock.json`,
 * so this compares two files.
 */
function installationLack() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return 'node_modules is missing'
  const installed = readJson('node_modules/.package-lock.json').packages
  for (const [path, wanted] of Object.entries(readJson('package-lock.json').packages)) {
    if (path === '') continue
    const found = existsSync(join(root, path)) ? installed[path] : undefined
    // Binaries for another platform.
    if (found === undefined && wanted.optional) continue
    if (found === undefined) return `${path} is missing`
    if (found.version !== wanted.version) return `${path} is ${found.version}, the lock file says ${wanted.version}`
  }
  return undefined
}

function runNpm(args) {
  // Under `npm run` the same npm is used again, so that its version and settings apply.
  const script = process.env.npm_execpath
  const [command, rest] = script === undefined ? ['npm', args] : [process.execPath, [script, ...args]]
  const { status } = spawnSync(command, rest, { cwd: root, stdio: ['ignore', 2, 2], shell: script === undefined && process.platform === 'win32' })
  if (status !== 0) fail(`npm ${args.join(' ')} failed`)
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function fail(message) {
  console.error(`assay: ${message}`)
  process.exit(1)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) ensureInstalled()
