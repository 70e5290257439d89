import { OP } from '../../model/program.ts'
import { withConfidenceOf, isEmptyPath, toMustTaint } from './access-paths.ts'
import { returnToCall, recordExit } from './interprocedural-edges.ts'
import type { FunctionOutput } from '../call-graph/function-outputs.ts'
import type { CallSite } from '../call-graph/context-sensitive-calls.ts'
import { type IncomingEdge, transferLabels, type EntryFact, takeStep, propagate, type SolverState } from './solver-state.ts'
import { findFact } from './fact-table.ts'

/** Data leaves a function by a value that has a role in it. */
export function exitFunction(s: SolverState, fact: number, role: FunctionOutput): void {
  const { facts, project, links, paths } = s
  const entry = facts.entry[fact]
  const path = facts.path[fact]
  const { kind, at, func } = role
  if (kind === 'self' || kind === 'parameter') {
    const predecessor = facts.predecessor[fact]
    if (isEmptyPath(path) && (predecessor < 0 || project.op[facts.value[predecessor]] !== OP.postUpdate)) return
    // What came in as it goes out is known to whoever passed it.
    const initialValue = kind === 'self' ? project.functions[func].receiver : project.functions[func].parameters[at].value
    if (findFact(facts, entry, initialValue, path) >= 0 || findFact(facts, entry, initialValue, toMustTaint(path)) >= 0) return
  }
  if (entry >= s.sourceGroupCount && s.entryFacts[entry - s.sourceGroupCount].func === func) {
    recordExit(s, entry, { kind, at, path, labels: facts.labels[fact], fact })
    return
  }
  for (const site of links.callSites.get(func) ?? []) {
    if (!takeStep(s)) break
    const { call, callback } = site
    const createdBy = entry < s.sourceGroupCount ? -1 : creatingCall(s, s.entryFacts[entry - s.sourceGroupCount], site)
    if (createdBy >= 0) exitReturnedFunction(s, fact, role, site, createdBy)
    else returnToCall(s, entry, { call, callback, fact }, { kind, at, path, labels: facts.labels[fact], fact: -1 })
  }
  // What a method leaves in its receiver, other methods of the class, and of those below it, find there.
  const { classIndex } = project.functions[func]
  if (kind !== 'self' || entry >= s.sourceGroupCount || classIndex < 0) return
  // A class of a framework is made for each request, and asked for one thing after the other.
  const sharedPath = project.classes[classIndex].bases.length > 0 ? path : paths.toSharedState(path)
  for (const each of [classIndex, ...links.pointsTo.transitiveSubclassesOf(classIndex)])
    for (const method of project.classes[each].methods.values())
      if (method !== func) propagate(s, entry, project.functions[method].receiver, sharedPath, facts.labels[fact], fact)
}

/** What leaves functions that one has made, and is told to those who called it. */
const MAX_LISTENERS = 500

/** The call by which the entered function has made what is called at a site; -1 for none, and beyond the bound. */
function creatingCall({ callees }: SolverState, { siteListeners: onSite, incomingListeners: onCaller, func }: EntryFact, site: CallSite): number {
  return onSite.size + onCaller.size > MAX_LISTENERS ? -1 : callees.creatingCall(site, func)
}

/** Data of one call of a function leaves another one that this call has made: those that others have made do not hold it. */
function exitReturnedFunction(s: SolverState, fact: number, { kind, at }: FunctionOutput, { call, callback }: CallSite, createdBy: number): void {
  const { facts } = s
  const path = facts.path[fact]
  const entry = s.entryFacts[facts.entry[fact] - s.sourceGroupCount]
  const returnTo = (caller: IncomingEdge): void => {
    const bits = transferLabels(s, facts.labels[caller.fact], facts.labels[fact])
    if (caller.call !== createdBy || bits === 0 || !takeStep(s)) return
    const resultPath = withConfidenceOf(facts.path[caller.fact], path)
    returnToCall(s, facts.entry[caller.fact], { call, callback, fact: caller.fact }, { kind, at, path: resultPath, labels: bits, fact })
  }
  entry.incomingListeners.set(`made ${call}:${callback}:${kind}:${at}:${fact}`, returnTo)
  for (const caller of [...entry.incoming]) returnTo(caller)
}
