import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { downloadsFolder } from './downloads-folder.mjs'
import { fetchArchive, readPackage } from './fetch-package.mjs'

/** Archives and files of applications. */
export const APPLICATIONS = join(downloadsFolder, 'applications')

/**
 * A package whose files are scanned, except paths that match `except`.
 *
 * @typedef {import('./fetch-package.mjs').Package & { except?: string }} PinnedPackage
 */

/**
 * Writes the files of the package to its folder, unchanged, and returns the folder. The version is pinned, so existing files are not written again.
 * Throws when the archive cannot be downloaded or has another hash.
 *
 * @param {PinnedPackage} application
 * @returns {string}
 */
export function unpackApplication(application) {
  const folder = sourceFolder(application)
  const stamp = `${folder}.stamp`
  const wanted = JSON.stringify([application.hash, application.except])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder
  const except = application.except === undefined ? undefined : new RegExp(application.except)
  mkdirSync(dirname(folder), { recursive: true })
  const fresh = mkdtempSync(`${folder}.new-`)
  for (const { path, content } of readPackage(application, fetchArchive(application, join(APPLICATIONS, 'downloads')))) {
    if (except?.test(path)) continue
    mkdirSync(dirname(join(fresh, path)), { recursive: true })
    writeFileSync(join(fresh, path), content)
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  writeFileSync(stamp, wanted)
  return folder
}

/** @param {{ name: string, version: string }} application */
export function sourceFolder(application) {
  return join(APPLICATIONS, 'files', `${fileName(application)}-${application.version}`)
}

/** @param {{ name: string }} application */
export function fileName({ name }) {
  return name.replace('/', '+')
}
