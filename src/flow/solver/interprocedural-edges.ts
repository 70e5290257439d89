import { OP } from '../../model/program.ts'
import { liesIn } from '../program/nested-in.ts'
import { isNamespaceCall } from '../models/library-calls.ts'
import { ANY_KEY, withConfidenceOf, toMustTaint, EMPTY_PATH } from './access-paths.ts'
import {
  type IncomingEdge,
  transferLabels,
  type EntryFact,
  type ExitFact,
  takeStep,
  propagate,
  type SolverState,
  type EndSummary,
} from './solver-state.ts'
import { applySinkFact } from './propagate-sink-facts.ts'
import { createSinkSummary } from './sink-summary.ts'
import { siteKey } from '../call-graph/context-sensitive-callees.ts'

/** Ways into a function by one parameter that are told apart; beyond, by the first key of what is tainted alone. */
const MAX_PATHS_PER_PARAMETER = 8
/** Beyond, all of the parameter counts as tainted; but a receiver, whose fields the program names. */
const MAX_KEYS_PER_PARAMETER = 32
/** Ways by a receiver that are told apart by two keys: objects keep others in their fields, the settings for one, of which every field would be tainted. */
const MAX_KEY_PAIRS_OF_RECEIVER = 96
/** What leaves one function for those that call it, each time counted. */
const MAX_RETURNS_PER_ENTRY_FACT = 8_000

/** Like `reach`, from a function's own facts to values that may lie outside of it. */
export function propagateOrExit(s: SolverState, entry: number, to: number, path: number, labels: number, predecessor: number, within = -1): void {
  if (to < 0) return
  if (entry < s.sourceGroupCount || liesIn(s.project, s.project.owner[to], s.entryFacts[entry - s.sourceGroupCount].func))
    propagate(s, entry, to, path, labels, predecessor, within)
  else recordExit(s, entry, { kind: 'value', at: to, path, labels, fact: predecessor })
}

/** Enters a function with a tainted parameter or receiver. What it does with weak data it does with any: how sure what comes of it is, the caller's fact says too. */
export function enterFunction(s: SolverState, func: number, parameter: number, passed: number, caller: IncomingEdge): void {
  if (parameter < 0 || passed < 0) return
  const path = toMustTaint(passed)
  const id = parameter * 2 ** 16 + path
  let index = s.entryFactIds.get(id)
  if (index === undefined) {
    const entryFacts = s.entryFactsPerValue.get(parameter) ?? 0
    const exit = entryFacts < MAX_PATHS_PER_PARAMETER ? path : widenedPath(s, parameter === s.project.functions[func].receiver, entryFacts, path)
    if (exit !== path) {
      enterFunction(s, func, parameter, exit, caller)
      return
    }
    s.entryFactsPerValue.set(parameter, entryFacts + 1)
    index = s.entryFacts.length
    s.entryFactIds.set(id, index)
    s.entryFacts.push({
      func,
      incoming: [],
      incomingByFact: new Map(),
      callSites: new Map(),
      siteListeners: new Map(),
      incomingListeners: new Map(),
      endSummary: createEndSummary(),
      sinkSummary: createSinkSummary(),
      appliedExits: 0,
    })
    propagate(s, s.sourceGroupCount + index, parameter, path, -1, -1)
  }
  const entry = s.entryFacts[index]
  const fresh = addIncomingEdge(entry, caller, s.facts.labels[caller.fact])
  const { endSummary: exits, sinkSummary: sinks } = entry
  s.budget.steps -= exits.inOrder.length + sinks.inOrder.length
  if (s.budget.steps <= 0) return
  // What is told meanwhile is told to this caller, too.
  for (let at = 0, end = exits.inOrder.length; at < end; at++)
    if (transferLabels(s, fresh, exits.inOrder[at].labels) !== 0) applyExitWithinBound(s, entry, caller, exits.inOrder[at])
  for (let at = 0, end = sinks.inOrder.length; at < end; at++)
    if (transferLabels(s, fresh, sinks.inOrder[at].labels) !== 0) applySinkFact(s, entry, caller, sinks.inOrder[at])
}

/** What is told of a part where many ways lead into a function. */
function widenedPath({ paths }: SolverState, isReceiver: boolean, entryFacts: number, path: number): number {
  if (isReceiver) return paths.truncate(path, entryFacts < MAX_KEY_PAIRS_OF_RECEIVER ? 2 : 1)
  return entryFacts < MAX_KEYS_PER_PARAMETER ? paths.truncate(path, 1) : EMPTY_PATH
}

/** Those of the bits that the place has not come with before. Calls back for one that is new. */
function addIncomingEdge(
  { incoming: callers, incomingByFact: places, callSites: sites, siteListeners: onSite, incomingListeners: onCaller }: EntryFact,
  caller: IncomingEdge,
  labels: number,
): number {
  const known = places.get(caller.fact) ?? []
  if (known.length === 0) places.set(caller.fact, known)
  for (const place of known) {
    if (place.call !== caller.call || place.callback !== caller.callback) continue
    const fresh = labels & ~place.labels
    place.labels |= labels
    return fresh
  }
  known.push({ call: caller.call, callback: caller.callback, labels })
  callers.push(caller)
  const site = siteKey(caller)
  if (!sites.has(site)) {
    sites.set(site, caller)
    for (const apply of [...onSite.values()]) apply(caller)
  }
  for (const apply of [...onCaller.values()]) apply(caller)
  return labels
}

/** What leaves a function that was entered goes to all who did. */
export function recordExit(s: SolverState, entry: number, exit: ExitFact): void {
  const entryFact = s.entryFacts[entry - s.sourceGroupCount]
  const kind =
    exit.kind === 'result' ? 0 : exit.kind === 'self' ? 1 : exit.kind === 'thrown' ? 2 : exit.kind === 'parameter' ? 3 + exit.at : 100 + exit.at
  const id = kind * 2 ** 16
  if (!addExitFact(entryFact.endSummary, { key: id + exit.path, mustTaintKey: id + toMustTaint(exit.path) }, exit)) return
  // Callers may be added while these are served.
  for (let at = 0; at < entryFact.incoming.length && takeStep(s); at++) applyExitWithinBound(s, entryFact, entryFact.incoming[at], exit)
}

function applyExitWithinBound(s: SolverState, entryFact: EntryFact, caller: IncomingEdge, exit: ExitFact): void {
  if (entryFact.appliedExits++ < MAX_RETURNS_PER_ENTRY_FACT) applyExit(s, caller, exit)
  else s.cutFiles.add(s.project.functions[entryFact.func].file)
}

function applyExit(s: SolverState, caller: IncomingEdge, exit: ExitFact): void {
  const entry = s.facts.entry[caller.fact]
  const labels = transferLabels(s, s.facts.labels[caller.fact], exit.labels)
  if (labels === 0) return
  const path = withConfidenceOf(s.facts.path[caller.fact], exit.path)
  if (exit.kind === 'value') propagateOrExit(s, entry, exit.at, path, labels, caller.fact, exit.fact)
  else returnToCall(s, entry, caller, { kind: exit.kind, at: exit.at, path, labels, fact: exit.fact })
}

/** What leaves a function reaches the place that called it. */
export function returnToCall(s: SolverState, entry: number, { call: index, callback, fact: predecessor }: IncomingEdge, exit: ExitFact): void {
  const { project, links, paths } = s
  const call = project.calls[index]
  const { kind, path, labels, fact: within } = exit
  if (kind === 'thrown') propagateRejection(s, index, path, predecessor)
  if (callback >= 0) {
    const does = links.callbacks.get(index)?.find(({ position }) => position === callback)?.does
    if (kind === 'parameter' && does?.passes === 'element' && does.parameters.includes(exit.at))
      propagateOrExit(
        s,
        entry,
        isNamespaceCall(call) ? (call.arguments[0]?.postUpdate ?? -1) : call.receiverPostUpdate,
        paths.prefix(ANY_KEY, path),
        labels,
        predecessor,
        within,
      )
    if (kind !== 'result' || does === undefined || does.returns === 'none') return
    propagateOrExit(s, entry, call.result, does.returns === 'element' ? paths.prefix(ANY_KEY, path) : path, labels, predecessor, within)
    return
  }
  if (kind === 'result') {
    // A decorator gives a function, and no data: what that gives it gives when it is called.
    if (!call.spelledName.startsWith('@')) propagateOrExit(s, entry, call.result, path, labels, predecessor, within)
  } else if (kind === 'thrown') propagateOrExit(s, entry, call.catchTarget, path, labels, predecessor, within)
  else if (kind === 'self') returnToReceiver(s, entry, index, predecessor, exit)
  else propagateOrExit(s, entry, postArgumentOf(s, index, exit.at), path, labels, predecessor, within)
}

/** What is thrown rejects the promise that a call gives: those who handle that get it. */
function propagateRejection(s: SolverState, index: number, path: number, fact: number): void {
  for (const { call, position, functions } of s.links.rejectionHandlers.get(index) ?? [])
    for (const target of functions) {
      const parameter = s.project.functions[target].parameters[0]
      if (parameter !== undefined) enterFunction(s, target, parameter.value, path, { call, callback: position, fact })
    }
}

/** What a method has left in its receiver is there after the call; of an object that others get too, their methods find it. */
function returnToReceiver(s: SolverState, entry: number, index: number, predecessor: number, { path, labels, fact: within }: ExitFact): void {
  const { calls, op, key, functions, classes } = s.project
  const { paths } = s
  const call = calls[index]
  const reached = s.links.targets[index]
  const isSuper = call.receiver >= 0 && key[call.receiver] === s.keys.super && op[call.receiver] === OP.load
  const makes = !isSuper && call.hasExplicitReceiver !== true && (call.isConstruct || reached.some((target) => functions[target].isConstructor))
  const isShared = !makes && call.receiver >= 0 && s.isShared(call.receiver)
  // What is put into fields by names that nobody knows would be in each of them, wherever the object is read.
  if (isShared && paths.firstKey(path) === s.keys.fields) return
  propagateOrExit(s, entry, makes ? call.result : call.receiverPostUpdate, path, labels, predecessor, within)
  if (!isShared) return
  for (const target of reached) {
    const { classIndex } = functions[target]
    if (classIndex < 0) continue
    for (const method of classes[classIndex].methods.values())
      propagateOrExit(s, entry, functions[method].receiver, paths.toSharedState(path), labels, predecessor, within)
  }
}

/** The value that what was passed for a parameter has after the call. */
function postArgumentOf({ project, links, budget }: SolverState, index: number, parameter: number): number {
  const call = project.calls[index]
  const position = parameter - (links.partialArguments.get(index) ?? 0)
  const isNamed = (name: string): boolean => links.targets[index].some((target) => project.functions[target].parameters[parameter]?.name === name)
  budget.steps -= call.arguments.length
  const argument = call.arguments.find((each, at) =>
    each.kind === 'keyword' ? each.name !== undefined && isNamed(each.name) : each.kind === 'positional' && at === position,
  )
  return argument?.postUpdate ?? -1
}

function createEndSummary<T>(): EndSummary<T> {
  return { labelsByKey: new Map(), inOrder: [] }
}

/** Adds what carries bits that none does yet under the same key, nor under that of the same with surer data; false when none are new. */
function addExitFact<T extends { readonly labels: number }>(
  { labelsByKey: byKey, inOrder }: EndSummary<T>,
  { key, mustTaintKey: surer }: { readonly key: number | string; readonly mustTaintKey: number | string },
  told: T,
): boolean {
  const known = byKey.get(key) ?? 0
  const labels = told.labels & ~known & ~(byKey.get(surer) ?? 0)
  if (labels === 0) return false
  byKey.set(key, known | labels)
  inOrder.push(labels === told.labels ? told : { ...told, labels })
  return true
}
