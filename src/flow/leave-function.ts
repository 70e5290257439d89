import { OP } from '../model/program.ts'
import { WHOLE } from './access-paths.ts'
import { arrive, noteExit } from './cross-functions.ts'
import type { FunctionRole } from './function-roles.ts'
import { goesOn, reach, type Solving } from './solving.ts'
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
  for (const { call, callback } of links.sites.get(func) ?? [])
    if (goesOn(s)) arrive(s, from, { call, callback, fact }, { kind, at, path: part, bits: facts.bits[fact], fact: -1 })
  // What a method leaves in its receiver, other methods of the class, and of those below it, find there.
  const { classIndex } = project.functions[func]
  if (kind !== 'self' || from >= s.sources || classIndex < 0) return
  for (const each of [classIndex, ...links.resolver.classesBelow(classIndex)])
    for (const method of project.classes[each].methods.values())
      if (method !== func) reach(s, from, project.functions[method].self, part, facts.bits[fact], fact)
}

/** Files that data may leave by what they export. */
export function leftFiles({ facts, project, roles, sources }: Solving): ReadonlySet<number> {
  const left = new Set<number>()
  for (let fact = 0; fact < facts.count; fact++) {
    const held = facts.value[fact]
    // What a function was given goes back to who gave it; other data goes to whoever calls the function or reads what the module holds.
    if (project.functions[project.owner[held]].parent < 0 || (facts.origin[fact] < sources && roles.byValue[held] >= 0))
      left.add(project.fileOf[held])
  }
  return left
}
