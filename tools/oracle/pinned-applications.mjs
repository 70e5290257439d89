import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

/** The pins and the hashes of their findings and wording, by name of the package. */
export const applicationsFile = join(root, 'test/oracle/applications.json')

/**
 * The applications that the oracle and the benchmark scan. Each is a released package with its exact version and the integrity that its registry states.
 *
 * @returns {import('../../bench/lib/unpack-application.mjs').PinnedPackage[]}
 */
export function readPinnedApplications() {
  return Object.entries(JSON.parse(readFileSync(applicationsFile, 'utf8'))).map(([name, { from, version, integrity, except }]) => ({
    name,
    from,
    version,
    hash: integrity,
    except,
  }))
}
