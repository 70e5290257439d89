import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { build, importBuilt } from '../../bench/lib/engine.mjs'
import { timeCommand } from '../../bench/lib/time-command.mjs'
import { unpackApplication } from '../../bench/lib/unpack-application.mjs'
import { root } from '../root.mjs'
import { listCases } from './list-cases.mjs'
import { toCanonical } from './to-canonical.mjs'

/**
 * Canonical lines by group. Each line begins with the name of its case and a tab.
 *
 * @typedef {Map<string, { findings: string[], wording: string[] }>} OracleLines
 */

/**
 * Scans the fixtures, projects and conformance tables with all rules.
 *
 * @param {(group: string) => boolean} isWanted
 * @returns {Promise<OracleLines>}
 */
export async function scanOffline(isWanted) {
  const { createScanner } = await importBuilt('src/node/index.js')
  const scanner = await createScanner({ packs: ['full'], rules: [join(root, 'test/flow/rule')] })
  const groups = new Map()
  for (const { group, name, files, rule } of await listCases()) {
    if (!isWanted(group)) continue
    const result = await scanner.scan(files)
    const counted = (finding) => (rule === undefined ? finding.rule !== 'flow-rule' : finding.rule === rule)
    addLines(groups, group, name, { ...result, findings: result.findings.filter(counted), suppressed: result.suppressed.filter(counted) })
  }
  await scanner.close()
  return groups
}

/**
 * Scans applications of `bench/applications/list.yaml` with the command. Downloads the ones that are not cached.
 *
 * @param {readonly string[]} names
 * @param {(group: string) => boolean} isWanted
 * @returns {OracleLines}
 */
export function scanApplications(names, isWanted) {
  const known = parse(readFileSync(join(root, 'bench/applications/list.yaml'), 'utf8'))
  const groups = new Map()
  for (const name of names.filter(isWanted)) {
    const application = known.find((entry) => entry.name === name)
    if (application === undefined) throw new Error(`bench/applications/list.yaml has no application \`${name}\`.`)
    const words = ['scan', '.', '--pack', 'full', '--fail-on', 'never', '--format', 'json', '--quiet', '--no-cache']
    const { status, stdout, stderr } = timeCommand([process.execPath, join(build, 'adapters/cli/main.js'), ...words], {
      cwd: unpackApplication(application),
    })
    if (status !== 0) throw new Error(`The scan of ${name} exited with ${status}: ${stderr.trim()}`)
    addLines(groups, name, '', JSON.parse(stdout))
  }
  return groups
}

function addLines(groups, group, name, result) {
  const { findings, wording } = toCanonical(result)
  const lines = groups.get(group) ?? { findings: [], wording: [] }
  groups.set(group, lines)
  lines.findings.push(...findings.map((line) => `${name}\t${line}`))
  lines.wording.push(...wording.map((line) => `${name}\t${line}`))
}
