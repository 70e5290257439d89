import { BOUNDS } from '../../model/bounds.ts'
import type { ProjectConfig } from '../../model/flow.ts'
import { directory, foldersAbove, join, normalizePath } from './project-path.ts'
import type { PathAlias } from './path-aliases.ts'

/** A package of the project that others import by its name. */
export interface Package {
  readonly name: string
  readonly folder: string
  /** The folder of the surrounding workspace: files in it import this package by its name. */
  readonly scope: string
  /** Where its modules are, by the path after its name. */
  readonly modules: readonly PathAlias[]
}

/** What the `package.json` files of a project state about module names. */
export interface Packages {
  /** Aliases of `imports`: `#lib/*`. */
  readonly aliases: readonly PathAlias[]
  /** Packages of a workspace, by name. */
  readonly byName: ReadonlyMap<string, readonly Package[]>
  /** Paths of the modules that published packages state as what others import. */
  readonly entries: readonly string[]
}

/** A longer list is not written by hand. */
const MAX_ENTRIES = BOUNDS.packageEntries.value

/** Reads `name`, `main`, `exports` and `imports` of each `package.json`. Other files are skipped. */
export function readPackages(configs: readonly ProjectConfig[]): Packages {
  const manifests = configs.flatMap(({ path, text }) => {
    const place = normalizePath(path)
    const read = /(?:^|\/)package\.json$/.test(place) ? parse(text) : undefined
    return read === undefined ? [] : [{ folder: directory(place), read }]
  })
  const folders = new Set(manifests.map(({ folder }) => folder))
  const byName = new Map<string, Package[]>()
  for (const { folder, read } of manifests) {
    const name = read.get('name')
    const scope = folder === '' ? undefined : foldersAbove(folder).find((above) => folders.has(above))
    if (typeof name !== 'string' || scope === undefined) continue
    const known = byName.get(name) ?? []
    byName.set(name, [...known.slice(-MAX_ENTRIES), { name, folder, scope, modules: modulesOf(folder, read) }])
  }
  return {
    aliases: manifests.flatMap(({ folder, read }) => listEntries(folder, read.get('imports'))),
    byName,
    entries: manifests.flatMap(({ folder, read }) => entriesOfPackage(folder, read)),
  }
}

/** Applications state `main`, too, but are private or have no version that others could install. */
function entriesOfPackage(folder: string, read: ReadonlyMap<string, unknown>): readonly string[] {
  if (read.get('private') === true || typeof read.get('name') !== 'string' || typeof read.get('version') !== 'string') return []
  const stated = ['exports', 'source', 'module', 'main'].flatMap((key) => pathsIn(read.get(key)))
  return (stated.length === 0 ? ['./index'] : stated).flatMap((path) => placesOf(folder, path))
}

function parse(text: string): ReadonlyMap<string, unknown> | undefined {
  try {
    return entriesOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

function modulesOf(folder: string, read: ReadonlyMap<string, unknown>): PathAlias[] {
  const exported = read.get('exports')
  const entries = entriesOf(exported)
  const listed = entries !== undefined && [...entries.keys()].some((key) => key.startsWith('.')) ? listEntries(folder, exported) : []
  const plain = listed.length > 0 ? [] : pathsIn(exported)
  const main = [...plain, ...['source', 'types', 'module', 'main'].flatMap((key) => pathsIn(read.get(key))), './src/index', './index', './src/main']
  return [
    ...listed,
    { folder, prefix: '.', suffix: undefined, targets: main.flatMap((path) => placesOf(folder, path)) },
    { folder, prefix: './', suffix: '', targets: ['./*', './src/*'].map((path) => join(folder, path)) },
  ]
}

function listEntries(folder: string, listed: unknown): PathAlias[] {
  return [...(entriesOf(listed) ?? [])].slice(0, MAX_ENTRIES).map(([key, value]) => {
    const [prefix = '', suffix] = key.split('*')
    return { folder, prefix, suffix, targets: pathsIn(value).flatMap((path) => placesOf(folder, path)) }
  })
}

/** Built files are next to their sources. */
function placesOf(folder: string, path: string): readonly string[] {
  const source = path.replace(/^(?:\.\/)?(?:dist|build|lib|out)\//, 'src/').replace(/\.d\.ts$/, '.ts')
  return source === path ? [join(folder, path)] : [join(folder, path), join(folder, source)]
}

/** The paths of all conditions: `{ types: './a.d.ts', import: { default: './a.js' } }`. */
function pathsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  return depth > 4 ? [] : [...(entriesOf(value)?.values() ?? [])].slice(0, MAX_ENTRIES).flatMap((inner) => pathsIn(inner, depth + 1))
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
}
