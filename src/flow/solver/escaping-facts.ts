import { OP } from '../../model/program.ts'
import { EDGE } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'
import type { Leaving } from '../program/private-names.ts'
import type { Solving } from './solver-state.ts'

/** By file: what data may leave it by. */
export function findLeaving(s: Solving): ReadonlyMap<number, Leaving> {
  const { facts, project, links, roles, sources } = s
  const leaving = new Map<number, Leaving>()
  const leave = (file: number): Leaving => {
    const known = leaving.get(file) ?? { functions: new Set(), values: new Set(), anywhere: false }
    leaving.set(file, known)
    return known
  }
  const exported = new Map<number, ReadonlySet<number>>()
  const { rootOf } = links.pointsTo
  const isExported = (file: number, value: number): boolean => {
    const known = exported.get(file) ?? new Set(valuesExported(project, file).map(rootOf))
    exported.set(file, known)
    return known.has(rootOf(value))
  }
  const seen = new Uint8Array(project.count)
  for (let fact = 0; fact < facts.count; fact++) {
    const held = facts.value[fact]
    const file = project.fileOf[held]
    const role = roles.byValue[held]
    // What a function was given goes back to who gave it; other data goes to whoever calls the function, or reads what the module exports.
    if (role >= 0 && facts.origin[fact] < sources) leave(file).functions.add(roles.list[role].func)
    if (seen[held] === 1) continue
    seen[held] = 1
    if (project.functions[project.owner[held]].parent < 0 && isExported(file, held)) leave(file).values.add(rootOf(held))
    else if (leaving.get(file)?.anywhere !== true) noteHandedOut(s, held, () => leave(file))
  }
  return leaving
}

/**
 * The value is passed to a function that somebody else passed to one around, `(work) => (req, res) => work({ name: req.query.name })`, or that is looked up among
 * what others may have put there: `handlers[name](x)`.
 */
function noteHandedOut({ project, links, edges }: Solving, held: number, leave: () => Leaving): void {
  const { calls, op, a, key, owner } = project
  for (let edge = edges.start[held]; edge < edges.start[held + 1]; edge++) {
    const index = edges.target[edge]
    if (edges.kind[edge] !== EDGE.argument || links.targets[index].length > 0 || calls[index].callee < 0) continue
    let at = links.pointsTo.rootOf(calls[index].callee)
    if (op[at] === OP.load && key[at] < 0) leave().anywhere = true
    for (let steps = 0; steps < MAX_PARTS && op[at] === OP.load; steps++) at = links.pointsTo.rootOf(a[at])
    if (op[at] === OP.parameter && a[at] >= 0 && owner[at] !== calls[index].owner) leave().functions.add(owner[at])
  }
}

/** Parts of a parameter that are looked through: `({ stores }) => … stores.films.find(x)`. */
const MAX_PARTS = 4

function valuesExported({ files, firstValue }: Project, file: number): readonly number[] {
  return files[file].program.exports.flatMap(({ from, value }) => (from === undefined && value >= 0 ? [firstValue[file] + value] : []))
}
