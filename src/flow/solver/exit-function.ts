import { OP } from '../../model/program.ts'
import { asSureAs, isAll, plainPath } from './access-paths.ts'
import { arrive, noteExit } from './interprocedural-edges.ts'
import type { FunctionOutput } from '../call-graph/function-outputs.ts'
import type { CallSite } from '../call-graph/context-sensitive-calls.ts'
import { type Caller, carriedOn, type Entry, goesOn, reach, type Solving } from './solver-state.ts'
import { findFact } from './fact-table.ts'

/** Data leaves a function by a value that has a role in it. */
export function leave(s: Solving, fact: number, role: FunctionOutput): void {
  const { facts, project, links, paths } = s
  const from = facts.origin[fact]
  const part = facts.path[fact]
  const { kind, at, func } = role
  if (kind === 'self' || kind === 'parameter') {
    const previous = facts.before[fact]
    if (isAll(part) && (previous < 0 || project.op[facts.value[previous]] !== OP.after)) return
    // What came in as it goes out is known to whoever passed it.
    const initial = kind === 'self' ? project.functions[func].self : project.functions[func].parameters[at].value
    if (findFact(facts, from, initial, part) >= 0 || findFact(facts, from, initial, plainPath(part)) >= 0) return
  }
  if (from >= s.sources && s.entries[from - s.sources].func === func) {
    noteExit(s, from, { kind, at, path: part, bits: facts.bits[fact], fact })
    return
  }
  for (const site of links.callSites.get(func) ?? []) {
    if (!goesOn(s)) break
    const { call, callback } = site
    const made = from < s.sources ? -1 : madeFor(s, s.entries[from - s.sources], site)
    if (made >= 0) leaveMade(s, fact, role, site, made)
    else arrive(s, from, { call, callback, fact }, { kind, at, path: part, bits: facts.bits[fact], fact: -1 })
  }
  // What a method leaves in its receiver, other methods of the class, and of those below it, find there.
  const { classIndex } = project.functions[func]
  if (kind !== 'self' || from >= s.sources || classIndex < 0) return
  // A class of a framework is made for each request, and asked for one thing after the other.
  const left = project.classes[classIndex].bases.length > 0 ? part : paths.left(part)
  for (const each of [classIndex, ...links.pointsTo.transitiveSubclassesOf(classIndex)])
    for (const method of project.classes[each].methods.values())
      if (method !== func) reach(s, from, project.functions[method].self, left, facts.bits[fact], fact)
}

/** What leaves functions that one has made, and is told to those who called it. */
const MAX_MADE = 500

/** The call by which the entered function has made what is called at a site; -1 for none, and beyond the bound. */
function madeFor({ callees }: Solving, { onSite, onCaller, func }: Entry, site: CallSite): number {
  return onSite.size + onCaller.size > MAX_MADE ? -1 : callees.creatingCall(site, func)
}

/** Data of one call of a function leaves another one that this call has made: those that others have made do not hold it. */
function leaveMade(s: Solving, fact: number, { kind, at }: FunctionOutput, { call, callback }: CallSite, made: number): void {
  const { facts } = s
  const path = facts.path[fact]
  const entry = s.entries[facts.origin[fact] - s.sources]
  const tell = (caller: Caller): void => {
    const bits = carriedOn(s, facts.bits[caller.fact], facts.bits[fact])
    if (caller.call !== made || bits === 0 || !goesOn(s)) return
    const told = asSureAs(facts.path[caller.fact], path)
    arrive(s, facts.origin[caller.fact], { call, callback, fact: caller.fact }, { kind, at, path: told, bits, fact })
  }
  entry.onCaller.set(`made ${call}:${callback}:${kind}:${at}:${fact}`, tell)
  for (const caller of [...entry.callers]) tell(caller)
}
