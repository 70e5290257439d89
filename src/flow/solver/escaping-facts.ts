import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { EDGE } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'
import type { EscapingData } from '../program/unaffected-exports.ts'
import type { SolverState } from './solver-state.ts'

/** By file: the functions and values through which data may leave it. */
export function findEscapingFacts(s: SolverState): ReadonlyMap<number, EscapingData> {
  const { facts, project, links, roles } = s
  const escapes = new Map<number, EscapingData>()
  const escapesOf = (file: number): EscapingData => {
    const known = escapes.get(file) ?? { functions: new Set(), values: new Set(), escapesUnknown: false }
    escapes.set(file, known)
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
    const value = facts.value[fact]
    const file = project.fileOf[value]
    const role = roles.byValue[value]
    // Data of an entry fact returns to its callers. Other data goes to all callers of the function, and to readers of the module's exports.
    if (role >= 0 && facts.entry[fact] < 0) escapesOf(file).functions.add(roles.list[role].func)
    if (seen[value] === 1) continue
    seen[value] = 1
    if (project.functions[project.owner[value]].parent < 0 && isExported(file, value)) escapesOf(file).values.add(rootOf(value))
    else if (escapes.get(file)?.escapesUnknown !== true) recordEscapeByCall(s, value, () => escapesOf(file))
  }
  return escapes
}

/**
 * Records that a value is passed to a parameter of an enclosing function, `(work) => (req, res) => work({ name: req.query.name })`, or to a
 * function of a table that other files may fill: `handlers[name](x)`.
 */
function recordEscapeByCall({ project, links, edges }: SolverState, value: number, escapesOf: () => EscapingData): void {
  const { calls, op, a, key, owner } = project
  for (let edge = edges.start[value]; edge < edges.start[value + 1]; edge++) {
    const index = edges.target[edge]
    if (edges.kind[edge] !== EDGE.argument || links.targets[index].length > 0 || calls[index].callee < 0) continue
    let at = links.pointsTo.rootOf(calls[index].callee)
    if (op[at] === OP.load && key[at] < 0) escapesOf().escapesUnknown = true
    for (let steps = 0; steps < MAX_PROPERTIES && op[at] === OP.load; steps++) at = links.pointsTo.rootOf(a[at])
    if (op[at] === OP.parameter && a[at] >= 0 && owner[at] !== calls[index].owner) escapesOf().functions.add(owner[at])
  }
}

/** Nested properties of a parameter whose function is called: `({ stores }) => … stores.films.find(x)`. */
const MAX_PROPERTIES = BOUNDS.escapingProperties.value

function valuesExported({ files, firstValue }: Project, file: number): readonly number[] {
  return files[file].program.exports.flatMap(({ from, value }) => (from === undefined && value >= 0 ? [firstValue[file] + value] : []))
}
