import { BOUNDS } from '../../model/bounds.ts'
import type { FlowGroup, Mount } from '../../model/flow.ts'
import { mountedModules } from './mounted-module.ts'

/** The imports among the files of a group. */
export interface ImportGraph {
  readonly imports: readonly (readonly number[])[]
  readonly importers: readonly (readonly number[])[]
  /** Whether an importer only re-exports what it imports from a file. */
  onlyReExports(importer: number, of: number): boolean
  /** Whether a published package states the file as what others import. */
  isPackageEntry(index: number): boolean
  /** The index of a path; -1 if it is not in the group. */
  at(path: string): number
  target(from: string, name: string): number
  /** The file that an object mounted in a file comes from, by an import; -1 for none. */
  mounted(from: number, mount: Pick<Mount, 'name' | 'importStatement'>): number
  pathOf(index: number): string
  resolve(from: string, name: string): string | undefined
}

/** Reads them from the links of its files. */
export function buildImportGraph({ files }: FlowGroup): ImportGraph {
  const paths = new Map(files.map(({ path }, index) => [path, index]))
  const names = files.map(({ links }) => new Map(links))
  const imports = names.map((targets) => [...new Set(targets.values())])
  const importers = files.map((): number[] => [])
  for (const [index, targets] of imports.entries()) for (const target of targets) importers[target].push(index)
  const handsOn = (importer: number, of: number): boolean => {
    const { links, reExported: handedOn } = files[importer]
    return links.every(([name, to]) => to !== of || handedOn.includes(name))
  }
  const at = (path: string): number => paths.get(path) ?? -1
  const target = (from: string, name: string): number => names[at(from)]?.get(name) ?? -1
  const mounted = (from: number, { name, importStatement: declared }: Pick<Mount, 'name' | 'importStatement'>): number => {
    for (const module of mountedModules(name, declared)) {
      const file = names[from].get(module)
      if (file !== undefined) return file
    }
    return -1
  }
  return {
    imports,
    importers,
    onlyReExports: handsOn,
    isPackageEntry: (index) => files[index].isPackageEntry,
    at,
    target,
    mounted,
    pathOf: (index) => files[index].path,
    resolve: (from, name) => files[target(from, name)]?.path,
  }
}

/** Files that are searched for handlers of the same request. */
const MAX_BESIDES = BOUNDS.linkedFiles.value

/**
 * Files that may handle the same requests as a file, judged by imports: files with a common importer or a common import, and the imports of the
 * file.
 */
export function relatedFiles(index: number, { imports, importers }: ImportGraph, isWanted: (index: number) => boolean): readonly number[] {
  const found = new Set<number>()
  for (const next of importers[index]) for (const other of [next, ...imports[next]]) found.add(other)
  const sharing = imports[index].filter((next) => importers[next].some((other) => other !== index && isWanted(other)))
  const making = imports[index].filter((next) => imports[next].some(isWanted))
  for (const next of making) for (const other of imports[next]) found.add(other)
  for (const next of sharing) for (const other of importers[next]) found.add(other)
  return [...importers[index], ...[...found].filter(isWanted), ...sharing, ...making].slice(0, MAX_BESIDES)
}
