import type { ProjectConfig } from '../../model/flow.ts'
import { directory, foldersAbove, join, MAX_FOLDERS, normalizePath } from './project-path.ts'
import { type PathAlias, readPathAliases } from './path-aliases.ts'
import { type Packages, readPackages } from './read-packages.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** Finds the file that an import names, among the files of the project. */
export type ModuleResolver = (file: number, specifier: string) => number | undefined

/** Files are indexes in the list. */
export function createModuleResolver(
  files: readonly { readonly path: string; readonly language: string }[],
  configs: readonly ProjectConfig[],
): ModuleResolver {
  const paths: Paths = new Map(files.map((file, index) => [normalizePath(file.path), index]))
  const packages = readPackages(configs)
  const names = { aliases: [...configs.filter(({ path }) => !path.endsWith('package.json')).flatMap(readPathAliases), ...packages.aliases], packages }
  let modules: PythonModules | undefined
  const resolved = new Map<string, number | undefined>()
  return (file, specifier) => {
    const key = `${file}\n${specifier}`
    if (resolved.has(key)) return resolved.get(key)
    const from = normalizePath(files[file].path)
    const found =
      semanticsOf(files[file].language).modules === 'dotted'
        ? findPython(paths, () => (modules ??= listPythonModules(paths)), from, specifier)
        : findScript(paths, names, from, specifier)
    resolved.set(key, found)
    return found
  }
}

/** The files that published packages of the project state as what others import. */
export function findPackageEntries(
  files: readonly { readonly path: string; readonly language: string }[],
  configs: readonly ProjectConfig[],
): ReadonlySet<number> {
  const paths: Paths = new Map(files.map((file, index) => [normalizePath(file.path), index]))
  return new Set(readPackages(configs).entries.flatMap((path) => scriptAt(paths, path) ?? []))
}

/** Files by their normal path. */
type Paths = ReadonlyMap<string, number>

const EXTENSIONS = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts']

/** How modules are named except by paths. */
interface Names {
  readonly aliases: readonly PathAlias[]
  readonly packages: Packages
}

function findScript(paths: Paths, { aliases, packages }: Names, from: string, specifier: string): number | undefined {
  if (specifier.startsWith('.')) return scriptAt(paths, join(directory(from), specifier))
  if (specifier.startsWith('/')) return scriptAt(paths, normalizePath(specifier))
  return findByAlias(paths, aliases, from, specifier) ?? findInPackage(paths, packages, from, specifier) ?? findByCustom(paths, from, specifier)
}

/** A module of another package of the workspace. */
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

function findByAlias(paths: Paths, aliases: readonly PathAlias[], from: string, specifier: string): number | undefined {
  for (const { folder, prefix, suffix, targets } of aliases) {
    if (folder !== '' && !from.startsWith(`${folder}/`)) continue
    if (suffix === undefined ? specifier !== prefix : !isBetween(specifier, prefix, suffix)) continue
    const star = specifier.slice(prefix.length, specifier.length - (suffix?.length ?? 0))
    for (const target of targets) {
      const found = scriptAt(paths, normalizePath(target.replace('*', () => star)))
      if (found !== undefined) return found
    }
  }
  return undefined
}

function isBetween(specifier: string, prefix: string, suffix: string): boolean {
  return specifier.length >= prefix.length + suffix.length && specifier.startsWith(prefix) && specifier.endsWith(suffix)
}

/** Common aliases, used if no configuration defines any. */
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

/** Python files by each name under which they can be imported: `shop/db/users`, `db/users`, `users`. `undefined` when two files have the name. */
type PythonModules = ReadonlyMap<string, number | undefined>

/** Names are slices of the paths. Joining them from their parts took a second and 20 MB for 5,000 paths with 250 folders. */
function listPythonModules(paths: Paths): PythonModules {
  const modules = new Map<string, number | undefined>()
  for (const [path, index] of paths) {
    if (!path.endsWith('.py')) continue
    const module = path.replace(/\.py$/, '').replace(/(?:^|\/)__init__$/, '')
    let start = module.length
    for (let parts = 0; parts < MAX_FOLDERS && start > 0; parts++) {
      // At 0 there is no slash before the name, and `lastIndexOf` would search from 0 again.
      start = start < 2 ? 0 : module.lastIndexOf('/', start - 2) + 1
      const name = module.slice(start)
      modules.set(name, modules.has(name) ? undefined : index)
    }
  }
  return modules
}

function findPython(paths: Paths, modules: () => PythonModules, from: string, specifier: string): number | undefined {
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
  // In other folders only if the name is specific enough.
  return specifier.includes('.') ? modules().get(inner) : undefined
}

/** The path is normal. */
function pythonAt(paths: Paths, path: string): number | undefined {
  return paths.get(`${path}.py`) ?? paths.get(`${path === '' ? '' : `${path}/`}__init__.py`)
}
