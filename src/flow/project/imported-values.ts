import { OP } from '../../model/program.ts'
import type { Project } from './build-project.ts'
import type { ModuleLinks } from './link-modules.ts'
import { NOTHING } from './answers.ts'

/** What an import gives: exports of another file. */
export function importedValues({ a, imports }: Project, modules: ModuleLinks, value: number): readonly number[] {
  const { specifier, name, file } = imports[a[value]]
  const target = modules.fileOf(file, specifier)
  if (target === undefined) {
    const inner = name === '' ? undefined : modules.fileOf(file, innerModule(specifier, name))
    return inner === undefined ? NOTHING : modules.exported(inner, '')
  }
  if (name === '') return modules.exported(target, '')
  const found = modules.exported(target, name)
  return found.length > 0 || name !== 'default' ? found : modules.exported(target, '')
}

/** The file that an import is the module object of. */
export function moduleOf({ op, a, imports }: Project, modules: ModuleLinks, value: number): number | undefined {
  if (op[value] !== OP.imported) return undefined
  const { specifier, name, file } = imports[a[value]]
  const target = modules.fileOf(file, specifier)
  if (name === '' || (name === 'default' && target !== undefined && modules.exported(target, 'default').length === 0)) return target
  // `from . import inner` in a package exports itself.
  if (target !== undefined && modules.exported(target, name).some((each) => each !== value)) return undefined
  return modules.fileOf(file, innerModule(specifier, name))
}

/** `from package import module`: what is imported may be a module itself. */
export function innerModule(specifier: string, name: string): string {
  return specifier.endsWith('.') ? `${specifier}${name}` : `${specifier}.${name}`
}
