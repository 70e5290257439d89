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

export function linkModules(project: Project, resolve: (from: string, specifier: string) => string | undefined): ModuleLinks {
  const indexes = new Map(project.files.map(({ path }, index) => [path, index]))
  const fileOf = (file: number, specifier: string): number | undefined => indexes.get(resolve(project.files[file].path, specifier) ?? '')
  const exported = (file: number, name: string, hops = 0): readonly number[] => {
    if (hops > MAX_HOPS) return []
    const base = project.firstValue[file]
    const found: number[] = []
    for (const each of project.files[file].program.exports) {
      if (each.from === undefined) {
        if (each.name === name && each.value >= 0) found.push(base + each.value)
        continue
      }
      if (each.name !== name && each.name !== '*') continue
      const source = fileOf(file, each.from)
      if (source === undefined || (each.name === '*' && (name === '' || name === 'default'))) continue
      found.push(...exported(source, each.name === '*' ? name : (each.imported ?? ''), hops + 1))
    }
    return found
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

  return { fileOf, exported: (file, name) => exported(file, name), all: (file) => all(file) }
}
