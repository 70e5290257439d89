import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readTarball, readWheel } from './read-archive.mjs'

/**
 * A released package: by exact version, and by the hash of its archive, as the registry has it.
 *
 * @typedef {{ from: 'npm' | 'pypi', name: string, version: string, hash: string }} Package
 */

/**
 * The archive of a package, downloaded by the registry's own client if it is not in the folder. Throws if the download fails or the hash differs.
 *
 * @param {Package} wanted
 * @param {string} downloads a folder, which is created if it is missing
 * @returns {Buffer}
 */
export function fetchArchive({ from, name, version, hash }, downloads) {
  mkdirSync(downloads, { recursive: true })
  const file = join(downloads, `${name.replace('/', '+')}-${version}`)
  if (!existsSync(file)) {
    console.error(`assay: downloading ${name} ${version}`)
    const folder = mkdtempSync(join(downloads, 'new-'))
    const [command, ...words] =
      from === 'npm'
        ? ['npm', 'pack', '--silent', `${name}@${version}`, '--pack-destination', folder]
        : ['pip', 'download', '--quiet', '--no-deps', '--only-binary', ':all:', '--dest', folder, `${name}==${version}`]
    const { status, stderr, error } = spawnSync(command, words, { encoding: 'utf8', cwd: folder })
    if (status !== 0) {
      throw new Error(
        `${name} ${version} could not be downloaded (is the registry of ${from} reachable?): \`${command} ${words.join(' ')}\` failed: ${error?.message ?? stderr.trim()}`,
      )
    }
    renameSync(join(folder, readdirSync(folder)[0]), file)
    rmSync(folder, { recursive: true, force: true })
  }
  const content = readFileSync(file)
  const [algorithm, wanted] = [hash.slice(0, hash.indexOf('-')), hash.slice(hash.indexOf('-') + 1)]
  const found = createHash(algorithm)
    .update(content)
    .digest(algorithm === 'sha512' ? 'base64' : 'hex')
  if (found === wanted) return content
  rmSync(file)
  throw new Error(`${name} ${version} has the ${algorithm} ${found}, where ${wanted} is expected`)
}

/**
 * Files of the archive, by their path in the package.
 *
 * @param {Package} of
 * @param {Buffer} archive
 * @returns {Generator<{ path: string, content: Buffer }>}
 */
export function* readPackage({ from }, archive) {
  for (const { name, content } of from === 'npm' ? readTarball(archive) : readWheel(archive)) {
    // All files of an npm tarball are in one folder.
    const path = from === 'npm' ? name.slice(name.indexOf('/') + 1) : name
    if (!path.endsWith('/') && !path.split('/').includes('..')) yield { path, content }
  }
}
