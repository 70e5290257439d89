import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import { EMPTY } from './query-cache.ts'
import type { MustAlias } from './must-alias.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** What is needed to resolve imports. */
interface Imported {
  readonly project: Project
  readonly modules: ModuleLinks
  readonly mustAlias: Pick<MustAlias, 'rootOf'>
}

/** The values that an import may be: exports of another file. */
export function importedValues(input: Imported, value: number): readonly number[] {
  const { project, modules } = input
  const { specifier, name, file } = project.imports[project.a[value]]
  const target = modules.fileOf(file, specifier)
  if (name === '') return target === undefined ? EMPTY : modules.exported(target, '')
  const found = target === undefined ? EMPTY : exportedBy(input, target, value)
  if (found.length > 0) return found
  if (target !== undefined && name === 'default') return modules.exported(target, '')
  if (target !== undefined && semanticsOf(project.files[file].language).statesExports) return EMPTY
  const inner = modules.fileOf(file, submodule(specifier, name))
  return inner === undefined ? EMPTY : modules.exported(inner, '')
}

/** The file that an import is the module object of. */
export function moduleOf(input: Imported, value: number): number | undefined {
  const { project, modules } = input
  if (project.op[value] !== OP.imported) return undefined
  const { specifier, name, file } = project.imports[project.a[value]]
  const target = modules.fileOf(file, specifier)
  if (name === '' || (name === 'default' && target !== undefined && modules.exported(target, 'default').length === 0)) return target
  if (target !== undefined && exportedBy(input, target, value).length > 0) return undefined
  return modules.fileOf(file, submodule(specifier, name))
}

/**
 * The exports of a file under the name of an import, except imports of the same name: `from . import inner` in a package exports both itself and the
 * module.
 */
function exportedBy({ project, modules, mustAlias }: Imported, target: number, value: number): readonly number[] {
  const { op, a, imports, files } = project
  const { name } = imports[a[value]]
  return modules.exported(target, name).filter((each) => {
    const root = mustAlias.rootOf(each)
    if (op[root] !== OP.imported || semanticsOf(files[target].language).statesExports) return true
    const { specifier: from, name: own } = imports[a[root]]
    return root !== value && !(own === name && modules.fileOf(target, from) === target)
  })
}

/** `from package import module`: the imported name may be a module. */
export function submodule(specifier: string, name: string): string {
  return specifier.endsWith('.') ? `${specifier}${name}` : `${specifier}.${name}`
}
