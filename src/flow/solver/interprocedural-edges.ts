import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { isNamespaceCall } from '../models/call-effects.ts'
import { liesIn } from '../program/nested-in.ts'
import { toMustTaint, withConfidenceOf } from './confidence.ts'
import { addExitFact, addIncomingEdge, createEntryFact, type EntryFact, type ExitFact, type IncomingEdge } from './entry-facts.ts'
import { transferLabels } from './label-sets.ts'
import { ANY_KEY, EMPTY_PATH } from './path-table.ts'
import { propagate } from './propagate.ts'
import { type SolverState, takeStep } from './solver-state.ts'

/** Access paths of one parameter that have an entry fact of their own. Beyond, only first keys are distinguished. */
const MAX_PATHS_PER_PARAMETER = BOUNDS.entryPathsPerParameter.value
/** Beyond, the whole parameter counts as tainted, except for receivers, whose fields the program names. */
const MAX_KEYS_PER_PARAMETER = BOUNDS.entryKeysPerParameter.value
/** Paths with two keys of a receiver. Its fields contain other objects, such as settings, whose fields would all be tainted. */
const MAX_KEY_PAIRS_OF_RECEIVER = BOUNDS.entryKeyPairsOfReceiver.value
/** How often exit facts of one entry fact are applied to incoming edges. */
const MAX_RETURNS_PER_ENTRY_FACT = BOUNDS.returnsPerEntryFact.value

/** Propagates data from a function's facts to a value, which may be outside the function: then the data leaves it. */
export function propagateOrExit(s: SolverState, entry: number, to: number, path: number, labels: number, predecessor: number, calleeFact = -1): void {
  if (to < 0) return
  if (entry < 0 || liesIn(s.project, s.project.owner[to], s.entryFacts[entry].func)) propagate(s, entry, to, path, labels, predecessor, calleeFact)
  else recordExit(s, entry, { kind: 'value', at: to, path, labels, fact: predecessor })
}

/**
 * Enters a function with a tainted parameter or receiver: adds the edge to the incoming set of the entry fact, and applies its end summary. Entry
 * facts are solved as tainted for certain. On return, the confidence of the caller's fact applies.
 */
export function enterFunction(s: SolverState, func: number, parameter: number, passed: number, edge: IncomingEdge): void {
  if (parameter < 0 || passed < 0) return
  const entryFact = s.entryFacts[entryFactFor(s, func, parameter, toMustTaint(passed))]
  const fresh = addIncomingEdge(entryFact, edge, s.facts.labels[edge.fact])
  const { inOrder } = entryFact.endSummary
  s.budget.steps -= inOrder.length
  if (s.budget.steps <= 0) return
  // Exit facts that are added meanwhile are applied by recordExit.
  for (let at = 0, end = inOrder.length; at < end; at++)
    if (transferLabels(s.taint, fresh, inOrder[at].labels) !== 0) applyExitWithinBound(s, entryFact, edge, inOrder[at])
}

/** The entry fact of a parameter and access path, which is shortened if the parameter has many. */
function entryFactFor(s: SolverState, func: number, parameter: number, path: number): number {
  const id = parameter * 2 ** 16 + path
  const known = s.entryFactIds.get(id)
  if (known !== undefined) return known
  const count = s.entryFactsPerValue.get(parameter) ?? 0
  const shortened = count < MAX_PATHS_PER_PARAMETER ? path : shortenPath(s, parameter === s.project.functions[func].receiver, count, path)
  if (shortened !== path) return entryFactFor(s, func, parameter, shortened)
  s.entryFactsPerValue.set(parameter, count + 1)
  const entry = s.entryFacts.push(createEntryFact(func)) - 1
  s.entryFactIds.set(id, entry)
  propagate(s, entry, parameter, path, ALL_LABELS, -1)
  return entry
}

const ALL_LABELS = -1

function shortenPath({ paths }: SolverState, isReceiver: boolean, count: number, path: number): number {
  if (isReceiver) return paths.truncate(path, count < MAX_KEY_PAIRS_OF_RECEIVER ? 2 : 1)
  return count < MAX_KEYS_PER_PARAMETER ? paths.truncate(path, 1) : EMPTY_PATH
}

/** Adds an exit fact to the end summary of an entry fact, and applies it to the incoming set. */
export function recordExit(s: SolverState, entry: number, exit: ExitFact): void {
  const entryFact = s.entryFacts[entry]
  if (!addExitFact(entryFact.endSummary, exit)) return
  const { incoming } = entryFact
  // Edges may be added meanwhile.
  for (let at = 0; at < incoming.length && takeStep(s); at++) applyExitWithinBound(s, entryFact, incoming[at], exit)
}

function applyExitWithinBound(s: SolverState, entryFact: EntryFact, edge: IncomingEdge, exit: ExitFact): void {
  if (entryFact.appliedExits++ < MAX_RETURNS_PER_ENTRY_FACT) applyExit(s, edge, exit)
  else s.cutFiles.add(s.project.functions[entryFact.func].file)
}

function applyExit(s: SolverState, edge: IncomingEdge, exit: ExitFact): void {
  const { facts } = s
  const labels = transferLabels(s.taint, facts.labels[edge.fact], exit.labels)
  if (labels === 0) return
  const entry = facts.entry[edge.fact]
  const path = withConfidenceOf(facts.path[edge.fact], exit.path)
  if (exit.kind === 'value') propagateOrExit(s, entry, exit.at, path, labels, edge.fact, exit.fact)
  else returnToCall(s, entry, edge, { kind: exit.kind, at: exit.at, path, labels, fact: exit.fact })
}

/** Propagates data that leaves a function to the values of the call that have it afterwards. */
export function returnToCall(s: SolverState, entry: number, edge: IncomingEdge, exit: ExitFact): void {
  const { kind, path, labels, fact: calleeFact } = exit
  const { call: index, fact: predecessor } = edge
  const call = s.project.calls[index]
  if (kind === 'thrown') propagateRejection(s, index, path, predecessor)
  if (edge.callback >= 0) returnFromCallback(s, entry, edge, exit)
  else if (kind === 'result') {
    // The result of a decorator is a function: its data is that function's, when it is called.
    if (!call.spelledName.startsWith('@')) propagateOrExit(s, entry, call.result, path, labels, predecessor, calleeFact)
  } else if (kind === 'thrown') propagateOrExit(s, entry, call.catchTarget, path, labels, predecessor, calleeFact)
  else if (kind === 'self') returnToReceiver(s, entry, index, predecessor, exit)
  else propagateOrExit(s, entry, postArgumentOf(s, index, exit.at), path, labels, predecessor, calleeFact)
}

function returnFromCallback(
  s: SolverState,
  entry: number,
  { call: index, callback, fact: predecessor }: IncomingEdge,
  { kind, at, path, labels, fact }: ExitFact,
): void {
  const call = s.project.calls[index]
  const does = s.links.callbacks.get(index)?.find(({ position }) => position === callback)?.does
  if (does === undefined) return
  if (kind === 'parameter' && does.passes.some(({ parameter, from }) => parameter === at && from.parts[0]?.kind === 'element')) {
    const collection = isNamespaceCall(s.project, call) ? (call.arguments[0]?.postUpdate ?? -1) : call.receiverPostUpdate
    propagateOrExit(s, entry, collection, s.paths.prefix(ANY_KEY, path), labels, predecessor, fact)
  }
  if (kind !== 'result' || does.returns === 'none') return
  propagateOrExit(s, entry, call.result, does.returns === 'element' ? s.paths.prefix(ANY_KEY, path) : path, labels, predecessor, fact)
}

/** An exception rejects the promise that the call returns: its handlers are called with it. */
function propagateRejection(s: SolverState, index: number, path: number, fact: number): void {
  for (const { call, position, functions } of s.links.rejectionHandlers.get(index) ?? [])
    for (const target of functions) {
      const parameter = s.project.functions[target].parameters[0]
      if (parameter !== undefined) enterFunction(s, target, parameter.value, path, { call, callback: position, fact })
    }
}

/** Data that a method stores in its receiver is in the receiver after the call. If others share the object, its other methods have it too. */
function returnToReceiver(s: SolverState, entry: number, index: number, predecessor: number, { path, labels, fact }: ExitFact): void {
  const { calls, op, key, functions, classes } = s.project
  const call = calls[index]
  const targets = s.links.targets[index]
  const isSuper = call.receiver >= 0 && key[call.receiver] === s.keys.super && op[call.receiver] === OP.load
  const constructs = !isSuper && call.hasExplicitReceiver !== true && (call.isConstruct || targets.some((target) => functions[target].isConstructor))
  const isShared = !constructs && call.receiver >= 0 && s.isShared(call.receiver)
  // A field under an unknown name would taint all fields in every read of the object.
  if (isShared && s.paths.firstKey(path) === s.keys.fields) return
  propagateOrExit(s, entry, constructs ? call.result : call.receiverPostUpdate, path, labels, predecessor, fact)
  if (!isShared) return
  for (const target of targets) {
    const { classIndex } = functions[target]
    if (classIndex < 0) continue
    for (const method of classes[classIndex].methods.values())
      propagateOrExit(s, entry, functions[method].receiver, s.paths.toSharedState(path), labels, predecessor, fact)
  }
}

/** The post-update node of the argument for a parameter: its value after the call; -1 for none. */
function postArgumentOf({ project, links, budget }: SolverState, index: number, parameter: number): number {
  const call = project.calls[index]
  const position = parameter - (links.partialArguments.get(index) ?? 0)
  const isParameterName = (name: string): boolean =>
    links.targets[index].some((target) => project.functions[target].parameters[parameter]?.name === name)
  budget.steps -= call.arguments.length
  const argument = call.arguments.find((each, at) =>
    each.kind === 'keyword' ? each.name !== undefined && isParameterName(each.name) : each.kind === 'positional' && at === position,
  )
  return argument?.postUpdate ?? -1
}
