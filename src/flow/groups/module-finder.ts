import type { ProjectConfig } from '../../model/flow.ts'
import { directory, foldersAbove, join, MOST_FOLDERS, normal } from './project-path.ts'
import { type Alias, readAliases } from './read-aliases.ts'
import { type Packages, readPackages } from './read-packages.ts'

/** Finds the file that an import names, among the files of the project. */
export type ModuleFinder = (file: number, specifier: string) => number | undefined

/** Files by their place in the list. */
export function createModuleFinder(
  files: readonly { readonly path: string; readonly language: string }[],
  configs: readonly ProjectConfig[],
): ModuleFinder {
  const paths: Paths = new Map(files.map((file, index) => [normal(file.path), index]))
  const packages = readPackages(configs)
  const names = { aliases: [...configs.filter(({ path }) => !path.endsWith('package.json')).flatMap(readAliases), ...packages.aliases], packages }
  const modules = listPythonModules(paths)
  const resolved = new Map<string, number | undefined>()
  return (file, specifier) => {
    const key = `${file}\n${specifier}`
    if (resolved.has(key)) return resolved.get(key)
    const from = normal(files[file].path)
    const found = files[file].language === 'python' ? findPython(paths, modules, from, specifier) : findScript(paths, names, from, specifier)
    resolved.set(key, found)
    return found
  }
}

/** Files by their normal path. */
type Paths = ReadonlyMap<string, number>

const EXTENSIONS = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts']

/** How modules are named but by their paths. */
interface Names {
  readonly aliases: readonly Alias[]
  readonly packages: Packages
}

function findScript(paths: Paths, { aliases, packages }: Names, from: string, specifier: string): number | undefined {
  if (specifier.startsWith('.')) return scriptAt(paths, join(directory(from), specifier))
  if (specifier.startsWith('/')) return scriptAt(paths, normal(specifier))
  return findByAlias(paths, aliases, from, specifier) ?? findInPackage(paths, packages, from, specifier) ?? findByCustom(paths, from, specifier)
}

/** A module of a package beside this one, as in a workspace. */
function findInPackage(paths: Paths, { byName }: Packages, from: string, specifier: string): number | undefined {
  if (byName.size === 0) return undefined
  const [, name = '', inner = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier) ?? []
  for (const { folder, scope, modules } of byName.get(name) ?? []) {
    if (scope !== '' && !from.startsWith(`${scope}/`)) continue
    const found = findByAlias(paths, modules, `${folder}/`, `.${inner}`)
    if (found !== undefined) return found
  }
  return undefined
}

function findByAlias(paths: Paths, aliases: readonly Alias[], from: string, specifier: string): number | undefined {
  for (const { folder, prefix, suffix, targets } of aliases) {
    if (folder !== '' && !from.startsWith(`${folder}/`)) continue
    if (suffix === undefined ? specifier !== prefix : !isBetween(specifier, prefix, suffix)) continue
    const star = specifier.slice(prefix.length, specifier.length - (suffix?.length ?? 0))
    for (const target of targets) {
      const found = scriptAt(paths, normal(target.replace('*', () => star)))
      if (found !== undefined) return found
    }
  }
  return undefined
}

function isBetween(specifier: string, prefix: string, suffix: string): boolean {
  return specifier.length >= prefix.length + suffix.length && specifier.startsWith(prefix) && specifier.endsWith(suffix)
}

/** Aliases that everybody uses, where no configuration says so. */
function findByCustom(paths: Paths, from: string, specifier: string): number | undefined {
  const own = /^(?:@\/|~\/|\$lib\/)(.*)$/.exec(specifier)
  if (own === null) return undefined
  for (const folder of foldersAbove(from)) {
    for (const inner of ['src', 'app', '', 'src/lib']) {
      const found = scriptAt(paths, join(folder, `${inner}/${own[1]}`))
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** The path is normal. */
function scriptAt(paths: Paths, path: string): number | undefined {
  const stem = path.replace(/\.(?:js|mjs|cjs|jsx)$/, '')
  return (
    paths.get(path) ??
    withExtension(paths, path) ??
    (stem === path ? undefined : withExtension(paths, stem)) ??
    withExtension(paths, path === '' ? 'index' : `${path}/index`)
  )
}

function withExtension(paths: Paths, stem: string): number | undefined {
  for (const extension of EXTENSIONS) {
    const found = paths.get(stem + extension)
    if (found !== undefined) return found
  }
  return undefined
}

/** Files of Python by each name that they may be imported by: `shop.db.users`, `db.users`, `users`. */
function listPythonModules(paths: Paths): ReadonlyMap<string, readonly number[]> {
  const modules = new Map<string, number[]>()
  for (const [path, index] of paths) {
    if (!path.endsWith('.py')) continue
    const parts = path
      .replace(/\.py$/, '')
      .replace(/(?:^|\/)__init__$/, '')
      .split('/')
    for (let from = Math.max(0, parts.length - MOST_FOLDERS); from < parts.length; from++) {
      const name = parts.slice(from).join('.')
      const known = modules.get(name)
      if (known === undefined) modules.set(name, [index])
      else known.push(index)
    }
  }
  return modules
}

function findPython(paths: Paths, modules: ReadonlyMap<string, readonly number[]>, from: string, specifier: string): number | undefined {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0
  if (dots > 0) {
    let folder = directory(from)
    for (let up = 1; up < dots; up++) folder = directory(folder)
    return pythonAt(paths, join(folder, specifier.slice(dots).replaceAll('.', '/')))
  }
  const inner = specifier.replaceAll('.', '/')
  for (const folder of foldersAbove(from)) {
    const found = pythonAt(paths, join(folder, inner))
    if (found !== undefined) return found
  }
  // Elsewhere in the tree only when the name is long enough to be one of its own.
  const elsewhere = specifier.includes('.') ? modules.get(specifier) : undefined
  return elsewhere?.length === 1 ? elsewhere[0] : undefined
}

/** The path is normal. */
function pythonAt(paths: Paths, path: string): number | undefined {
  return paths.get(`${path}.py`) ?? paths.get(`${path === '' ? '' : `${path}/`}__init__.py`)
}
