import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../tools/root.mjs'
import { fetchArchive, readPackage } from './fetch-package.mjs'

/** Where archives, files and results of applications are kept. */
export const APPLICATIONS = join(root, '.cache/applications')

/**
 * An entry of `bench/applications/list.yaml`. Paths that match `except` are left out.
 *
 * @typedef {import('./fetch-package.mjs').Package & { half: string, what: string, except?: string }} Application
 */

/**
 * Writes the files of the package to its folder, as the registry has them, and returns the folder. The version is pinned, so files that are there are not written again.
 * Throws when the archive cannot be downloaded or has another hash.
 *
 * @param {Application} application
 * @returns {string}
 */
export function unpackApplication(application) {
  const folder = sourceFolder(application)
  const stamp = `${folder}.stamp`
  const wanted = JSON.stringify([application.hash, application.except])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder
  rmSync(folder, { recursive: true, force: true })
  const except = application.except === undefined ? undefined : new RegExp(application.except)
  for (const { path, content } of readPackage(application, fetchArchive(application, join(APPLICATIONS, 'downloads')))) {
    if (except?.test(path)) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  writeFileSync(stamp, wanted)
  return folder
}

/** @param {{ name: string }} application */
export function sourceFolder(application) {
  return join(APPLICATIONS, 'files', fileName(application))
}

/** @param {{ name: string }} application */
export function fileName({ name }) {
  return name.replace('/', '+')
}
