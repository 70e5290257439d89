import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { CallSite } from '../call-graph/context-sensitive-calls.ts'
import type { FunctionOutput } from '../call-graph/function-outputs.ts'
import { isEmptyPath } from './access-paths.ts'
import { toMustTaint, withConfidenceOf } from './confidence.ts'
import type { EntryFact, IncomingEdge } from './entry-facts.ts'
import { findFact } from './fact-table.ts'
import { recordExit, returnToCall } from './interprocedural-edges.ts'
import { transferLabels } from './label-sets.ts'
import { propagate } from './propagate.ts'
import { type SolverState, takeStep } from './solver-state.ts'

/** A fact reaches an output of its function. Data of an entry fact goes to its callers; other data goes to every call of the function. */
export function exitFunction(s: SolverState, fact: number, output: FunctionOutput): void {
  const { facts, links } = s
  const { kind, at, func } = output
  const entry = facts.entry[fact]
  const path = facts.path[fact]
  const labels = facts.labels[fact]
  if (isUnchangedInput(s, fact, output)) return
  if (entry >= 0 && s.entryFacts[entry].func === func) {
    recordExit(s, entry, { kind, at, path, labels, fact })
    return
  }
  for (const site of links.callSites.get(func) ?? []) {
    if (!takeStep(s)) break
    const creator = entry < 0 ? -1 : creatingCall(s, s.entryFacts[entry], site)
    if (creator >= 0) exitReturnedFunction(s, fact, output, site, creator)
    else returnToCall(s, entry, { call: site.call, callback: site.callback, fact }, { kind, at, path, labels, fact: -1 })
  }
  if (kind === 'self' && entry < 0) propagateToMethods(s, fact, func)
}

/** Whether a receiver or parameter leaves the function unchanged, so that the caller has the data already. */
function isUnchangedInput({ facts, project }: SolverState, fact: number, { kind, at, func }: FunctionOutput): boolean {
  if (kind !== 'self' && kind !== 'parameter') return false
  const entry = facts.entry[fact]
  const path = facts.path[fact]
  const predecessor = facts.predecessor[fact]
  if (isEmptyPath(path) && (predecessor < 0 || project.op[facts.value[predecessor]] !== OP.postUpdate)) return true
  const input = kind === 'self' ? project.functions[func].receiver : project.functions[func].parameters[at].value
  return findFact(facts, entry, input, path) >= 0 || findFact(facts, entry, input, toMustTaint(path)) >= 0
}

/** Data that a method stores in its receiver reaches the other methods of the class and of its subclasses. */
function propagateToMethods(s: SolverState, fact: number, func: number): void {
  const { facts, project, links, paths } = s
  const { classIndex } = project.functions[func]
  if (classIndex < 0) return
  const path = facts.path[fact]
  // A framework makes an instance of its class for each request, and calls one method after the other.
  const stored = project.classes[classIndex].bases.length > 0 ? path : paths.toSharedState(path)
  for (const each of [classIndex, ...links.pointsTo.transitiveSubclassesOf(classIndex)])
    for (const method of project.classes[each].methods.values())
      if (method !== func) propagate(s, facts.entry[fact], project.functions[method].receiver, stored, facts.labels[fact], fact)
}

/** Listeners of one entry fact. Beyond, contexts are not distinguished. */
const MAX_LISTENERS = BOUNDS.exitListeners.value

/** The call of the entered function that has created the function which is called at a site; -1 for none, and beyond the bound. */
function creatingCall({ callees }: SolverState, { siteListeners, incomingListeners, func }: EntryFact, site: CallSite): number {
  return siteListeners.size + incomingListeners.size > MAX_LISTENERS ? -1 : callees.creatingCall(site, func)
}

/** Data of one call of a function leaves a function that this call has created. Functions that other calls have created do not have it. */
function exitReturnedFunction(s: SolverState, fact: number, { kind, at }: FunctionOutput, { call, callback }: CallSite, creator: number): void {
  const { facts } = s
  const entryFact = s.entryFacts[facts.entry[fact]]
  const apply = (edge: IncomingEdge): void => {
    const labels = transferLabels(s.taint, facts.labels[edge.fact], facts.labels[fact])
    if (edge.call !== creator || labels === 0 || !takeStep(s)) return
    const path = withConfidenceOf(facts.path[edge.fact], facts.path[fact])
    returnToCall(s, facts.entry[edge.fact], { call, callback, fact: edge.fact }, { kind, at, path, labels, fact })
  }
  entryFact.incomingListeners.set(`created ${call}:${callback}:${kind}:${at}:${fact}`, apply)
  for (const edge of [...entryFact.incoming]) apply(edge)
}
