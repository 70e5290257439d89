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

const NOTHING: readonly number[] = []

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
  const exported = (file: number, name: string, hops = 0): readonly number[] => {
    if (hops > MAX_HOPS) return NOTHING
    const base = project.firstValue[file]
    const values: number[] = []
    for (const each of exportsOf(file, name)) {
      if (each.from === undefined) {
        if (each.value >= 0) values.push(base + each.value)
        continue
      }
      const source = fileOf(file, each.from)
      if (source === undefined || (each.name === '*' && (name === '' || name === 'default'))) continue
      values.push(...exported(source, each.name === '*' ? name : (each.imported ?? ''), hops + 1))
    }
    return values
  }
  const answers = project.files.map(() => new Map<string, readonly number[]>())
  const exportedOnce = (file: number, name: string): readonly number[] => {
    const known = answers[file].get(name)
    if (known !== undefined) return known
    const values = exported(file, name)
    answers[file].set(name, values)
    return values
  }

  const all = (file: number, hops = 0): { name: string; value: number }[] => {
    if (hops > MAX_HOPS) return []
    const base = project.firstValue[file]
    return project.files[file].program.exports.flatMap((each) => {
      if (each.from === undefined) return each.value < 0 ? [] : [{ name: each.name, value: base + each.value }]
      const source = fileOf(file, each.from)
      if (source === undefined) return []
      if (each.name === '*') return all(source, hops + 1).filter(({ name }) => name !== '' && name !== 'default')
      return exported(source, each.imported ?? '', hops + 1).map((value) => ({ name: each.name, value }))
    })
  }

  return { fileOf, exported: exportedOnce, all: (file) => all(file) }
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
