import { BOUNDS } from '../../model/bounds.ts'
import type { Project } from './link-program.ts'
import { type ClosureNode, createClosure } from './transitive-closure.ts'
import { readStarExports } from './star-exports.ts'
import { listExporters, readStatedExports } from './named-exports.ts'

/** Resolves imports among the files of a program. */
export interface ModuleLinks {
  /** Files whose imports are not fully resolved because the bound on steps was reached. */
  readonly cut: ReadonlySet<number>
  /** Steps so far. */
  steps(): number
  /** The file of an import; undefined when it is not in the program. */
  fileOf(file: number, specifier: string): number | undefined
  /** Values of an exported name; the empty name is the module itself. */
  exported(file: number, name: string): readonly number[]
  /** All exports of a module. */
  all(file: number): readonly ExportedValue[]
}

export interface ExportedValue {
  readonly name: string
  readonly value: number
}

/** Bound on steps. Projects of thousands of files take some ten thousand. */
const MOST_LINK_STEPS = BOUNDS.moduleLinkSteps.value

/** Creates the resolver. `resolve` returns the path of the file that a specifier names. */
export function linkModules(project: Project, resolve: (from: string, specifier: string) => string | undefined): ModuleLinks {
  const fileOf = createFileFinder(project, resolve)
  const exports = project.files.map(({ program }) => readStatedExports(program.exports))
  const starsOf = exports.map(({ stars }, file) => [...new Set(stars.flatMap((specifier) => fileOf(file, specifier) ?? []))])
  const stars = readStarExports(project.files.length, (file) => starsOf[file])
  const exporters = listExporters(exports, stars.componentOf)
  const cut = new Set<number>()
  let steps = 0
  let asking = -1
  const spend = (more: number): boolean => {
    steps += more
    if (steps > MOST_LINK_STEPS) cut.add(asking)
    return steps <= MOST_LINK_STEPS
  }

  /** Adds the values and re-exports that a file states for a name. */
  const addStated = (file: number, name: string, { values, next }: Stated): void => {
    for (const { from, value, imported = '' } of exports[file].named.get(name) ?? []) {
      const source = from === undefined ? undefined : fileOf(file, from)
      if (from === undefined && value >= 0) values.push(project.firstValue[file] + value)
      if (source !== undefined) next.push(keyOf(source, imported))
    }
  }
  const keyOf = (file: number, name: string): string => (isOwn(name) ? `file ${file} ${name}` : `component ${stars.componentOf[file]} ${name}`)
  const read = (key: string): ClosureNode => {
    const [kind, place, ...words] = key.split(' ')
    const [index, name] = [Number(place), words.join(' ')]
    const stated: Stated = { values: [], next: [] }
    if (kind === 'file') {
      addStated(index, name, stated)
      return stated
    }
    const byComponent = exporters.get(name) ?? NOBODY
    const flat = stars.flat[index]
    // Iterate over the smaller one.
    const sources = byComponent.size < flat.size ? [...byComponent.keys()].filter((each) => flat.has(each)) : [...flat]
    spend(Math.min(byComponent.size, flat.size))
    for (const component of [index, ...sources]) for (const file of byComponent.get(component) ?? []) addStated(file, name, stated)
    stated.next.push(...stars.deep[index].map((component) => `component ${component} ${name}`))
    return stated
  }
  const valuesOf = createClosure({ read, spend })
  const exported = (file: number, name: string): readonly number[] => {
    asking = file
    return valuesOf(keyOf(file, name))
  }

  const addAll = (file: number, isNamed: boolean, found: Map<string, ExportedValue>): void => {
    for (const name of exports[file].named.keys()) {
      if (!isNamed && isOwn(name)) continue
      const stated: Stated = { values: [], next: [] }
      addStated(file, name, stated)
      for (const value of [...stated.values, ...stated.next.flatMap(valuesOf)]) if (spend(1)) found.set(`${value} ${name}`, { name, value })
    }
  }
  const all = (file: number): readonly ExportedValue[] => {
    asking = file
    const found = new Map<string, ExportedValue>()
    const open = new Set([file])
    for (const each of open) {
      addAll(each, each === file, found)
      if (spend(1 + starsOf[each].length)) for (const star of starsOf[each]) open.add(star)
    }
    return [...found.values()]
  }
  return { cut, steps: () => steps, fileOf, exported, all: once(project.files.length, all) }
}

interface Stated {
  readonly values: number[]
  readonly next: string[]
}

const NOBODY: ReadonlyMap<number, readonly number[]> = new Map()

/** `export *` skips the module itself and the default export. */
function isOwn(name: string): boolean {
  return name === '' || name === 'default'
}

function createFileFinder(
  { files }: Project,
  resolve: (from: string, specifier: string) => string | undefined,
): (file: number, specifier: string) => number | undefined {
  const indexes = new Map(files.map(({ path }, index) => [path, index]))
  const found = files.map(() => new Map<string, number | undefined>())
  return (file, specifier) => {
    const known = found[file]
    if (known.has(specifier)) return known.get(specifier)
    const index = indexes.get(resolve(files[file].path, specifier) ?? '')
    known.set(specifier, index)
    return index
  }
}

function once<T>(count: number, find: (index: number) => T): (index: number) => T {
  const known = new Array<T | undefined>(count).fill(undefined)
  return (index) => (known[index] ??= find(index))
}
