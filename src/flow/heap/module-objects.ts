import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { PointsTo } from '../points-to/points-to.ts'
import { extraOperandsOf, type Project } from '../program/link-program.ts'
import { moduleOf } from '../points-to/imported-values.ts'
import type { ModuleLinks } from '../program/link-modules.ts'

/** Tells whether a value is a whole module: `numpy.add(x, y)` puts nothing into `numpy`. */
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
  // The variable that keeps it, after branches and after what it was passed to.
  for (const root of seen) {
    if (op[root] === OP.imported) return isImported(root)
    if (!KEEPING.has(op[root])) continue
    see(a[root])
    extraOperandsOf(project, root).subarray(0, MAX_SEEN).forEach(see)
  }
  return false
}

/** Values looked at for where one comes from. */
const MAX_SEEN = BOUNDS.moduleObjectSteps.value
/** Instructions that give the thing they are given. */
const KEEPING: ReadonlySet<number> = new Set([OP.captured, OP.phi, OP.refine, OP.postUpdate])
