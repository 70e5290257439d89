import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import { extraOperandsOf, type Project } from '../program/link-program.ts'
import type { PointsTo } from '../points-to/points-to.ts'

/** Values that are searched for the construction of an object. */
const MAX_STEPS = BOUNDS.allocationSiteSteps.value

/** The construction of an object that several files may use. */
export interface AllocationSite {
  readonly id: string
  readonly value: number
  /** Properties that are read from it, innermost first, joined by dots. */
  readonly path: string
}

/** Finds the construction of a value: a value, an export, a field of a class. */
export function allocationSiteOf(project: Project, links: ModuleLinks, pointsTo: PointsTo, value: number): AllocationSite {
  const { op, a, key, keys, imports, functions, owner } = project
  const path: string[] = []
  let at = pointsTo.rootOf(value)
  const named = (id: string): AllocationSite => ({ id: `${id}.${path.join('.')}`, value: at, path: path.join('.') })
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (op[at] === OP.load && key[at] >= 0) {
      path.push(keys[key[at]])
      at = pointsTo.rootOf(a[at])
    } else if (op[at] === OP.captured) {
      const captured = at
      // Calls in nested functions may have updated the object. It is still the same.
      const assigned = new Set(Array.from(extraOperandsOf(project, captured), pointsTo.rootOf).filter((root) => root !== captured))
      const [only] = assigned
      if (only === undefined || assigned.size > 1) break
      at = only
    } else if (op[at] === OP.imported) {
      const { specifier, name, file } = imports[a[at]]
      const target = links.fileOf(file, specifier)
      const exported = target === undefined ? [] : links.exported(target, name)
      if (exported.length !== 1) return named(`${target ?? specifier}#${name}`)
      at = pointsTo.rootOf(exported[0])
    } else if (op[at] === OP.parameter && a[at] < 0) {
      const { classIndex } = functions[owner[at]]
      return named(classIndex < 0 ? String(at) : `class ${classIndex}`)
    } else break
  }
  return named(String(at))
}
