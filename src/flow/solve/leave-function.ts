import { OP } from '../../model/program.ts'
import { WHOLE } from './access-paths.ts'
import { arrive, noteExit } from './cross-functions.ts'
import { EDGE } from '../project/build-edges.ts'
import type { Project } from '../project/build-project.ts'
import type { FunctionRole } from '../calls/function-roles.ts'
import { madeBy, type Site } from '../calls/chosen-calls.ts'
import { type Caller, goesOn, reach, type Solving } from './solving.ts'
import { findFact } from './taint-facts.ts'

/** Data leaves a function by a value that has a role in it. */
export function leave(s: Solving, fact: number, role: FunctionRole): void {
  const { facts, project, links } = s
  const from = facts.origin[fact]
  const part = facts.path[fact]
  const { kind, at, func } = role
  if (kind === 'self' || kind === 'parameter') {
    const previous = facts.before[fact]
    if (part === WHOLE && (previous < 0 || project.op[facts.value[previous]] !== OP.after)) return
    // What came in as it goes out is known to whoever passed it.
    const initial = kind === 'self' ? project.functions[func].self : project.functions[func].parameters[at].value
    if (findFact(facts, from, initial, part) >= 0) return
  }
  if (from >= s.sources && s.entries[from - s.sources].func === func) {
    noteExit(s, from, { kind, at, path: part, bits: facts.bits[fact], fact })
    return
  }
  for (const site of links.sites.get(func) ?? []) {
    if (!goesOn(s)) break
    const { call, callback } = site
    const made =
      from < s.sources || s.entries[from - s.sources].calledBack.size > MAX_MADE ? -1 : madeBy(project, links, site, s.entries[from - s.sources].func)
    if (made >= 0) leaveMade(s, fact, role, site, made)
    else arrive(s, from, { call, callback, fact }, { kind, at, path: part, bits: facts.bits[fact], fact: -1 })
  }
  // What a method leaves in its receiver, other methods of the class, and of those below it, find there.
  const { classIndex } = project.functions[func]
  if (kind !== 'self' || from >= s.sources || classIndex < 0) return
  for (const each of [classIndex, ...links.resolver.classesBelow(classIndex)])
    for (const method of project.classes[each].methods.values())
      if (method !== func) reach(s, from, project.functions[method].self, part, facts.bits[fact], fact)
}

/** What leaves functions that one has made, and is told to those who called it. */
const MAX_MADE = 500

/** Data of one call of a function leaves another one that this call has made: those that others have made do not hold it. */
function leaveMade(s: Solving, fact: number, { kind, at }: FunctionRole, { call, callback }: Site, made: number): void {
  const { facts } = s
  const path = facts.path[fact]
  const entry = s.entries[facts.origin[fact] - s.sources]
  const tell = (caller: Caller): void => {
    const bits = facts.bits[caller.fact] & facts.bits[fact]
    if (caller.call !== made || bits === 0 || !goesOn(s)) return
    arrive(s, facts.origin[caller.fact], { call, callback, fact: caller.fact }, { kind, at, path, bits, fact })
  }
  entry.calledBack.set(`made ${call}:${callback}:${kind}:${at}:${fact}`, tell)
  for (const caller of [...entry.callers]) tell(caller)
}

/** Files that data may leave by what they export. */
export function leftFiles(s: Solving): ReadonlySet<number> {
  const { facts, project, links, roles, sources } = s
  const left = new Set<number>()
  const exported = new Map<number, ReadonlySet<number>>()
  const { identityOf } = links.resolver
  const isExported = (file: number, value: number): boolean => {
    const known = exported.get(file) ?? new Set(valuesExported(project, file).map(identityOf))
    exported.set(file, known)
    return known.has(identityOf(value))
  }
  for (let fact = 0; fact < facts.count; fact++) {
    const held = facts.value[fact]
    const file = project.fileOf[held]
    if (left.has(file)) continue
    // What a function was given goes back to who gave it; other data goes to whoever calls the function, or reads what the module exports.
    if (facts.origin[fact] < sources && roles.byValue[held] >= 0) left.add(file)
    else if (project.functions[project.owner[held]].parent < 0 && isExported(file, held)) left.add(file)
    else if (isHandedOut(s, held)) left.add(file)
  }
  return left
}

/** Whether the value is passed to a function that somebody else passed to one around: `(work) => (req, res) => work({ name: req.query.name })`. */
function isHandedOut({ project, links, edges }: Solving, held: number): boolean {
  const { calls, op, a, owner } = project
  for (let edge = edges.start[held]; edge < edges.start[held + 1]; edge++) {
    const index = edges.target[edge]
    if (edges.kind[edge] !== EDGE.argument || links.targets[index].length > 0 || calls[index].callee < 0) continue
    let at = links.resolver.identityOf(calls[index].callee)
    for (let steps = 0; steps < MAX_PARTS && op[at] === OP.load; steps++) at = links.resolver.identityOf(a[at])
    if (op[at] === OP.parameter && a[at] >= 0 && owner[at] !== calls[index].owner) return true
  }
  return false
}

/** Parts of a parameter that are looked through: `({ stores }) => … stores.films.find(x)`. */
const MAX_PARTS = 4

function valuesExported({ files, firstValue }: Project, file: number): readonly number[] {
  return files[file].program.exports.flatMap(({ from, value }) => (from === undefined && value >= 0 ? [firstValue[file] + value] : []))
}
