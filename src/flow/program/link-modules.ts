import { BOUNDS } from '../../model/bounds.ts'
import type { Project } from './link-program.ts'
import { type ClosureNode, createClosure } from './transitive-closure.ts'
import { readStarExports, type StarExports } from './star-exports.ts'
import { listExporters, readStatedExports, type StatedExports } from './named-exports.ts'

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
const MAX_LINK_STEPS = BOUNDS.moduleLinkSteps.value

/** The exports of a program, and the steps that were spent on them. */
interface LinkState {
  readonly project: Project
  readonly exports: readonly StatedExports[]
  readonly stars: StarExports
  readonly exporters: ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>
  readonly cut: Set<number>
  fileOf(file: number, specifier: string): number | undefined
  steps: number
  /** The file whose import is being resolved. */
  importer: number
}

/** Creates the resolver. `resolve` returns the path of the file that a specifier names. */
export function linkModules(project: Project, resolve: (from: string, specifier: string) => string | undefined): ModuleLinks {
  const fileOf = createFileFinder(project, resolve)
  const exports = project.files.map(({ program }) => readStatedExports(program.exports))
  const starsOf = exports.map(({ stars }, file) => [...new Set(stars.flatMap((specifier) => fileOf(file, specifier) ?? []))])
  const stars = readStarExports(project.files.length, (file) => starsOf[file])
  const exporters = listExporters(exports, stars.componentOf)
  const state: LinkState = { project, exports, stars, exporters, fileOf, cut: new Set(), steps: 0, importer: -1 }
  const valuesOf = createClosure({ read: (key) => readExport(state, key), spend: (steps) => spend(state, steps) })
  const exported = (file: number, name: string): readonly number[] => {
    state.importer = file
    return valuesOf(keyOf(state, file, name))
  }
  const all = (file: number): readonly ExportedValue[] => {
    state.importer = file
    const found = new Map<string, ExportedValue>()
    const open = new Set([file])
    for (const each of open) {
      addAll(state, each, { isNamed: each === file, found, valuesOf })
      if (spend(state, 1 + starsOf[each].length)) for (const star of starsOf[each]) open.add(star)
    }
    return [...found.values()]
  }
  return { cut: state.cut, steps: () => state.steps, fileOf, exported, all: once(project.files.length, all) }
}

/** Whether there are steps left. */
function spend(state: LinkState, steps: number): boolean {
  state.steps += steps
  if (state.steps > MAX_LINK_STEPS) state.cut.add(state.importer)
  return state.steps <= MAX_LINK_STEPS
}

/** The key of an exported name. Files that export each other with `export *` form one component. */
function keyOf({ stars }: LinkState, file: number, name: string): string {
  return isOwn(name) ? `file ${file} ${name}` : `component ${stars.componentOf[file]} ${name}`
}

/** Adds the values and re-exports that a file states for a name. */
function addStated(state: LinkState, file: number, name: string, { values, next }: Stated): void {
  const { project, exports, fileOf } = state
  for (const { from, value, imported = '' } of exports[file].named.get(name) ?? []) {
    const source = from === undefined ? undefined : fileOf(file, from)
    if (from === undefined && value >= 0) values.push(project.firstValue[file] + value)
    if (source !== undefined) next.push(keyOf(state, source, imported))
  }
}

function readExport(state: LinkState, key: string): ClosureNode {
  const { exporters, stars } = state
  const [kind, place, ...words] = key.split(' ')
  const [index, name] = [Number(place), words.join(' ')]
  const stated: Stated = { values: [], next: [] }
  if (kind === 'file') {
    addStated(state, index, name, stated)
    return stated
  }
  const byComponent = exporters.get(name) ?? NOBODY
  const flat = stars.flat[index]
  // Iterate over the smaller one.
  const sources = byComponent.size < flat.size ? [...byComponent.keys()].filter((each) => flat.has(each)) : [...flat]
  spend(state, Math.min(byComponent.size, flat.size))
  for (const component of [index, ...sources]) for (const file of byComponent.get(component) ?? []) addStated(state, file, name, stated)
  stated.next.push(...stars.deep[index].map((component) => `component ${component} ${name}`))
  return stated
}

interface AllExports {
  /** Whether the file itself is imported: `export *` skips its default export. */
  readonly isNamed: boolean
  readonly found: Map<string, ExportedValue>
  valuesOf(key: string): readonly number[]
}

function addAll(state: LinkState, file: number, { isNamed, found, valuesOf }: AllExports): void {
  for (const name of state.exports[file].named.keys()) {
    if (!isNamed && isOwn(name)) continue
    const stated: Stated = { values: [], next: [] }
    addStated(state, file, name, stated)
    for (const value of [...stated.values, ...stated.next.flatMap(valuesOf)]) if (spend(state, 1)) found.set(`${value} ${name}`, { name, value })
  }
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
