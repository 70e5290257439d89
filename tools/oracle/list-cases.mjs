import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importBuilt } from '../../bench/lib/engine.mjs'
import { root } from '../root.mjs'
import { inDialect, readCases } from './read-cases.mjs'

/**
 * Files that are scanned together. All cases of a group share one committed hash. `rule`: only findings of this rule count.
 *
 * @typedef {{ group: string, name: string, files: readonly { path: string, content: string | Uint8Array }[], rule?: string }} OracleCase
 */

/**
 * Everything that the oracle scans without a network.
 *
 * @returns {Promise<OracleCase[]>}
 */
export async function listCases() {
  const { readFixtures } = await importBuilt('src/node/index.js')
  const { prepareFixtures } = await importBuilt('src/testing/prepare-fixtures.js')
  const prepare = (folder) =>
    readFixtures(join(root, 'fixtures', folder)).flatMap(({ rule, files }) =>
      prepareFixtures(files).projects.map(({ prefix, files }) => ({ group: `${folder}/${rule}`, name: prefix, files })),
    )
  return [...prepare('rules'), ...prepare('projects'), safeCode(), ...conformance()]
}

function safeCode() {
  const folder = join(root, 'fixtures/safe')
  return { group: 'safe', name: '', files: readdirSync(folder).map((path) => ({ path, content: readFileSync(join(folder, path), 'utf8') })) }
}

/** @returns {OracleCase[]} */
function conformance() {
  const read = (file, path) => readCases(readFileSync(join(root, 'test/flow', file), 'utf8'), path)
  const scripts = read('javascript.txt', 'main.js')
  const tables = {
    javascript: scripts,
    'javascript as .tsx': inDialect(scripts, '.tsx'),
    typescript: read('typescript.txt', 'main.ts'),
    python: read('python.txt', 'main.py'),
  }
  return Object.entries(tables).flatMap(([table, cases]) =>
    cases.map(({ name, files }) => ({ group: `flow/${table}`, name, files, rule: 'flow-rule' })),
  )
}
