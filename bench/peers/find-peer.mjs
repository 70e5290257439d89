import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { root } from '../../tools/root.mjs'
import { downloadsFolder } from '../lib/downloads-folder.mjs'

/** The folder of `bench/install-peers.mjs`, or the folder in ASSAY_BENCH_PEERS. */
export const peersFolder = process.env.ASSAY_BENCH_PEERS ?? join(downloadsFolder, 'peers')

const HOW = '`npm run bench -- install-peers` installs what it can'
const FOLDERS = [
  'bin',
  'python/bin',
  'node_modules/.bin',
  `node_modules/@ast-grep/cli-${process.platform}-${process.arch}-gnu`,
  `node_modules/@ast-grep/cli-${process.platform}-${process.arch}`,
]

/**
 * A package to compare with that is no dependency of this project. `missing` states why it cannot be loaded.
 *
 * @returns {{ module: Record<string, unknown>, version: string } | { missing: string }}
 */
export function loadPeer(name) {
  for (const folder of [peersFolder, root]) {
    const require = createRequire(join(folder, 'package.json'))
    try {
      return { module: require(name), version: require(`${name}/package.json`).version }
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') return { missing: `${name}: ${error.message.split('\n')[0]}` }
    }
  }
  return { missing: `${name} is not installed: ${HOW}` }
}

/**
 * A command to compare with, from the folder of peers or from PATH. `missing` states why it cannot be used.
 *
 * @param {string} name
 * @param {{ version?: readonly string[], is?: RegExp, env?: Record<string, string> }} [check] arguments that print its version, and the expected form
 * of it: `sg` is the name of several programs
 * @returns {{ command: string, version: string } | { missing: string }}
 */
export function findCommand(name, { version = ['--version'], is = /\d+\.\d+/, env = {} } = {}) {
  const folders = [...FOLDERS.map((folder) => join(peersFolder, folder)), ...(process.env.PATH ?? '').split(delimiter)]
  const command = folders.map((folder) => join(folder, name)).find(isExecutable)
  if (command === undefined) return { missing: `${name} is neither on PATH nor in the folder of peers: ${HOW}` }
  const { stdout, stderr, error } = spawnSync(command, version, { encoding: 'utf8', timeout: 60_000, env: { ...process.env, ...env } })
  const told = `${stdout ?? ''}${stderr ?? ''}`.trim()
  if (error !== undefined || !is.test(told)) return { missing: `${name} does not run: ${error?.message ?? told.split('\n').at(-1)}` }
  return { command, version: /\d+\.\d+(?:\.\d+)?/.exec(told)?.[0] ?? '' }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
