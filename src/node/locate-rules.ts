import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'

const PACKAGE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/

/**
 * The path of a rule folder that may be named like a package: an existing path as it is, else the rules of the installed package with this name. They
 * are in the folder that `assay.rules` in its `package.json` names, else in `rules/`, else in the package itself. Packages are searched in the
 * `node_modules` of the working folder and its parents. A name without such a package is returned unchanged.
 */
export function locateRules(named: string): string {
  if (existsSync(named) || !PACKAGE.test(named)) return named
  for (let folder = resolve('.'); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', named)
    if (isFolder(found)) return rulesOf(found)
    if (dirname(folder) === folder) return named
  }
}

function rulesOf(folder: string): string {
  const stated = statedFolder(join(folder, 'package.json'))
  const inside = stated === undefined ? undefined : resolve(folder, stated)
  if (inside !== undefined && inside.startsWith(folder + sep) && existsSync(inside)) return inside
  return isFolder(join(folder, 'rules')) ? join(folder, 'rules') : folder
}

function statedFolder(manifest: string): string | undefined {
  try {
    const { assay }: { readonly assay?: { readonly rules?: unknown } } = JSON.parse(readFileSync(manifest, 'utf8'))
    return typeof assay?.rules === 'string' ? assay.rules : undefined
  } catch {
    return undefined
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
