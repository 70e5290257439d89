import { join } from 'node:path'
import { build, importBuilt } from '../../bench/lib/engine.mjs'
import { timeCommand } from '../../bench/lib/time-command.mjs'
import { unpackApplication } from '../../bench/lib/unpack-application.mjs'
import { root } from '../root.mjs'
import { listCases } from './list-cases.mjs'
import { readPinnedApplications } from './pinned-applications.mjs'
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
 * Scans the pinned applications with the command, each in a process of its own. Downloads the ones that are not cached. Prints the cost of each scan on stderr.
 *
 * @param {(group: string) => boolean} isWanted
 * @returns {OracleLines}
 */
export function scanApplications(isWanted) {
  const groups = new Map()
  for (const application of readPinnedApplications().filter(({ name }) => isWanted(name))) {
    const words = ['scan', '.', '--pack', 'full', '--fail-on', 'never', '--format', 'json', '--quiet', '--stats']
    const { status, stdout, stderr, cpu, peak, timedOut } = timeCommand([process.execPath, join(build, 'adapters/cli/main.js'), ...words], {
      cwd: unpackApplication(application),
    })
    if (timedOut) throw new Error(`The scan of ${application.name} took longer than ten minutes.`)
    if (status !== 0) throw new Error(`The scan of ${application.name} exited with ${status}: ${stderr.trim()}`)
    const result = JSON.parse(stdout)
    addLines(groups, application.name, '', result)
    const [files, time] = [/^files .*$/m, /^time .*$/m].map((pattern) => pattern.exec(stderr)?.[0].replace(/\s+/, ' ') ?? '')
    console.error(
      `${application.name}: ${result.findings.length} findings, ${result.partial.length} gaps, CPU ${(cpu / 1000).toFixed(1)} s, ${peak.toFixed(0)} MB`,
    )
    console.error(`  ${files}; ${time}`)
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
