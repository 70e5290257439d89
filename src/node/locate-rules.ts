import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'

const PACKAGE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/

/**
 * The path of the rules that a path or the name of an installed package stands for. The rules of a package, which is a folder with a `package.json`,
 * are in the folder that `assay.rules` in its `package.json` names, else in `rules/`, else in the package itself. Any other existing path is returned
 * as it is. Packages are searched in the `node_modules` of `from` (default: the working folder) and its parents. Without such a package the path is
 * returned.
 */
export function locateRules(named: string, from = '.'): string {
  const path = from === '.' ? named : resolve(from, named)
  if (existsSync(path)) return existsSync(join(path, 'package.json')) ? rulesOf(path) : path
  if (!PACKAGE.test(named)) return path
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', named)
    if (isFolder(found)) return rulesOf(found)
    if (dirname(folder) === folder) return path
  }
}

function rulesOf(folder: string): string {
  const stated = statedFolder(join(folder, 'package.json'))
  const inside = stated === undefined ? undefined : resolve(folder, stated)
  if (inside !== undefined && inside.startsWith(resolve(folder) + sep) && existsSync(inside)) return inside
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
