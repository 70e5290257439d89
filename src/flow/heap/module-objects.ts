import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { PointsTo } from '../points-to/points-to.ts'
import { extraOperandsOf, type Project } from '../program/link-program.ts'
import { moduleOf } from '../points-to/imported-values.ts'
import type { ModuleLinks } from '../program/link-modules.ts'

/** Tests whether a value is a module: `numpy.add(x, y)` stores nothing in `numpy`. */
export function createModuleTest(project: Project, modules: ModuleLinks, pointsTo: PointsTo): (value: number) => boolean {
  const isImported = (value: number): boolean =>
    project.imports[project.a[value]].name === '' || moduleOf({ project, modules, mustAlias: pointsTo }, value) !== undefined
  const known = new Map<number, boolean>()
  return (value) => {
    if (value < 0) return false
    const root = pointsTo.rootOf(value)
    const answer = known.get(root) ?? isModule(project, root, isImported)
    known.set(root, answer)
    return answer
  }
}

function isModule(project: Project, value: number, isImported: (value: number) => boolean): boolean {
  const { op, a } = project
  const seen = [value]
  const see = (root: number): void => {
    if (root >= 0 && seen.length < MAX_SEEN && !seen.includes(root)) seen.push(root)
  }
  // The variable that holds it, after branches and calls.
  for (const root of seen) {
    if (op[root] === OP.imported) return isImported(root)
    if (!KEEPING.has(op[root])) continue
    see(a[root])
    extraOperandsOf(project, root).subarray(0, MAX_SEEN).forEach(see)
  }
  return false
}

/** Values that are searched for the origin of one. */
const MAX_SEEN = BOUNDS.moduleObjectSteps.value
/** Operations whose result is their operand. */
const KEEPING: ReadonlySet<number> = new Set([OP.captured, OP.phi, OP.refine, OP.postUpdate])
