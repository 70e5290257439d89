import type { ProgramExport } from '../../model/program.ts'
import type { Project } from './build-project.ts'

/** What imports refer to among the files of the project. */
export interface ModuleLinks {
  /** File of an import; undefined when it is not among the files. */
  fileOf(file: number, specifier: string): number | undefined
  /** Values that a module exports under a name; with the empty name the module itself. */
  exported(file: number, name: string): readonly number[]
  /** Names and values of everything a module exports. */
  all(file: number): readonly { readonly name: string; readonly value: number }[]
}

/** Re-exports of re-exports: a longer chain is a cycle or hostile. */
const MAX_HOPS = 12

/** Finds what imports stand for among the files. `resolve` gives the path of the file that a specifier names. */
export function linkModules(project: Project, resolve: (from: string, specifier: string) => string | undefined): ModuleLinks {
  const indexes = new Map(project.files.map(({ path }, index) => [path, index]))
  const found = project.files.map(() => new Map<string, number | undefined>())
  const fileOf = (file: number, specifier: string): number | undefined => {
    const known = found[file]
    if (known.has(specifier)) return known.get(specifier)
    const index = indexes.get(resolve(project.files[file].path, specifier) ?? '')
    known.set(specifier, index)
    return index
  }
  const exportsOf = exportsByName(project)
  const addExported = (file: number, name: string, hops: number, found: Found<number>): void => {
    if (!isNew(found, `${file} ${name}`, hops)) return
    const base = project.firstValue[file]
    for (const each of exportsOf(file, name)) {
      if (each.from === undefined) {
        if (each.value >= 0) found.values.add(base + each.value)
        continue
      }
      const source = fileOf(file, each.from)
      if (source === undefined || (each.name === '*' && (name === '' || name === 'default'))) continue
      addExported(source, each.name === '*' ? name : (each.imported ?? ''), hops + 1, found)
    }
  }
  const exported = (file: number, name: string, hops = 0): readonly number[] => {
    const found: Found<number> = { values: new Set(), places: new Map() }
    addExported(file, name, hops, found)
    return [...found.values]
  }
  const answers = project.files.map(() => new Map<string, readonly number[]>())
  const exportedOnce = (file: number, name: string): readonly number[] => {
    const known = answers[file].get(name)
    if (known !== undefined) return known
    const values = exported(file, name)
    answers[file].set(name, values)
    return values
  }

  const addAll = (file: number, hops: number, found: Found<string>): void => {
    if (!isNew(found, String(file), hops)) return
    const base = project.firstValue[file]
    const add = (name: string, value: number): void => {
      if (hops === 0 || (name !== '' && name !== 'default')) found.values.add(`${value} ${name}`)
    }
    for (const each of project.files[file].program.exports) {
      const source = each.from === undefined ? undefined : fileOf(file, each.from)
      if (each.from === undefined) {
        if (each.value >= 0) add(each.name, base + each.value)
      } else if (source !== undefined && each.name === '*') addAll(source, hops + 1, found)
      else if (source !== undefined) for (const value of exported(source, each.imported ?? '', hops + 1)) add(each.name, value)
    }
  }
  const all = (file: number): { name: string; value: number }[] => {
    const found: Found<string> = { values: new Set(), places: new Map() }
    addAll(file, 0, found)
    return [...found.values].map((each) => {
      const end = each.indexOf(' ')
      return { name: each.slice(end + 1), value: Number(each.slice(0, end)) }
    })
  }

  return { fileOf, exported: exportedOnce, all }
}

/** What is gathered over re-exports, and where it was looked for, by the fewest hops to there: of files that all hand on each other there are more ways than can be gone. */
interface Found<T> {
  readonly values: Set<T>
  readonly places: Map<string, number>
}

/** Whether a place is yet to be looked at, or was reached by more hops than now and so not gone on from as far. */
function isNew({ places }: Found<unknown>, place: string, hops: number): boolean {
  if (hops > MAX_HOPS || (places.get(place) ?? MAX_HOPS + 1) <= hops) return false
  places.set(place, hops)
  return true
}

/** Exports of a file under a name, and those of everything that another module exports, in their order. */
function exportsByName(project: Project): (file: number, name: string) => readonly ProgramExport[] {
  const byFile: (ReadonlyMap<string, readonly ProgramExport[]> | undefined)[] = project.files.map(() => undefined)
  return (file, name) => {
    const { exports } = project.files[file].program
    const isAny = (each: ProgramExport): boolean => each.name === '*' && each.from !== undefined
    if (exports.some(isAny)) return exports.filter((each) => each.name === name || isAny(each))
    const grouped = (byFile[file] ??= groupByName(exports))
    return grouped.get(name) ?? []
  }
}

function groupByName(exports: readonly ProgramExport[]): ReadonlyMap<string, readonly ProgramExport[]> {
  const grouped = new Map<string, ProgramExport[]>()
  for (const each of exports) {
    const list = grouped.get(each.name)
    if (list === undefined) grouped.set(each.name, [each])
    else list.push(each)
  }
  return grouped
}
