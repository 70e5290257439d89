import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The package that a triage needs, by the API of the model. */
const CLIENTS: Readonly<Record<string, string>> = { openai: 'openai', anthropic: '@anthropic-ai/sdk' }

/** The package that the triage of these inputs needs; undefined without a triage, or for an API that does not exist: the command line reports that. */
export function clientOf({ triageModel, triageProvider }: { readonly triageModel: string; readonly triageProvider: string }): string | undefined {
  return triageModel === '' ? undefined : CLIENTS[triageProvider === '' ? 'openai' : triageProvider]
}

/** Whether a program in this folder finds the package. */
export function hasPackage(root: string, name: string): boolean {
  return existsSync(join(root, 'node_modules', name, 'package.json'))
}

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly version?: string
}

/**
 * Writes a `package.json` and a `package-lock.json` with one package and its dependencies, in the exact versions and with the hashes of another lock file. Throws if the
 * lock file does not have the package.
 */
export function writeLockOf(name: string, lockFile: string, folder: string): void {
  const { packages }: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(readFileSync(lockFile, 'utf8'))
  const own = packages[`node_modules/${name}`]
  if (own?.version === undefined) throw new Error(`The lock file of this action has no \`${name}\`, which the triage needs.`)
  const wanted = new Map<string, LockedPackage>()
  const add = (path: string): void => {
    const locked = packages[path]
    if (locked === undefined || wanted.has(path)) return
    // Packages of other lock files may be for development only.
    wanted.set(path, { ...locked, ...NO_MARKS })
    for (const each of Object.keys(locked.dependencies ?? {})) add(findLocked(packages, path, each))
  }
  add(`node_modules/${name}`)
  const root = { name: 'assay-triage', version: '1.0.0', dependencies: { [name]: own.version } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...root, private: true }))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...root, lockfileVersion: 3, packages: { '': root, ...Object.fromEntries(wanted) } }),
  )
}

const NO_MARKS = { dev: undefined, optional: undefined, peer: undefined, devOptional: undefined }

/** The path of a dependency in a lock file: that beside the package, or the nearest one around it. */
function findLocked(packages: Readonly<Record<string, LockedPackage>>, path: string, name: string): string {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const nested = `${at}/node_modules/${name}`
    if (packages[nested] !== undefined) return nested
  }
  return `node_modules/${name}`
}
