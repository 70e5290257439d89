import { OP } from '../../model/program.ts'
import { liesIn } from '../program/nested-in.ts'
import { isNamespaceCall } from '../models/library-calls.ts'
import { ANY, asSureAs, plainPath, WHOLE } from './access-paths.ts'
import { type Caller, carriedOn, type Entry, type Exit, goesOn, reach, type Solving, type ToldList } from './solver-state.ts'
import { applySinkFact } from './propagate-sink-facts.ts'
import { createSinkSummary } from './sink-summary.ts'
import { siteKey } from '../call-graph/context-sensitive-callees.ts'

/** Ways into a function by one parameter that are told apart; beyond, by the first key of what is tainted alone. */
const MAX_ENTRIES_PER_VALUE = 8
/** Beyond, all of the parameter counts as tainted; but a receiver, whose fields the program names. */
const MAX_KEYS_PER_VALUE = 32
/** Ways by a receiver that are told apart by two keys: objects keep others in their fields, the settings for one, of which every field would be tainted. */
const MAX_PAIRS_OF_RECEIVER = 96
/** What leaves one function for those that call it, each time counted. */
const MAX_RETURNS_PER_ENTRY = 8_000

/** Like `reach`, from a function's own facts to values that may lie outside of it. */
export function reachBeyond(s: Solving, from: number, to: number, part: number, carried: number, previous: number, within = -1): void {
  if (to < 0) return
  if (from < s.sources || liesIn(s.project, s.project.owner[to], s.entries[from - s.sources].func))
    reach(s, from, to, part, carried, previous, within)
  else noteExit(s, from, { kind: 'value', at: to, path: part, bits: carried, fact: previous })
}

/** Enters a function with a tainted parameter or receiver. What it does with weak data it does with any: how sure what comes of it is, the caller's fact says too. */
export function enter(s: Solving, func: number, parameter: number, passed: number, caller: Caller): void {
  if (parameter < 0 || passed < 0) return
  const part = plainPath(passed)
  const id = parameter * 2 ** 16 + part
  let index = s.entryIds.get(id)
  if (index === undefined) {
    const ways = s.entriesPerValue.get(parameter) ?? 0
    const told = ways < MAX_ENTRIES_PER_VALUE ? part : partTold(s, parameter === s.project.functions[func].self, ways, part)
    if (told !== part) {
      enter(s, func, parameter, told, caller)
      return
    }
    s.entriesPerValue.set(parameter, ways + 1)
    index = s.entries.length
    s.entryIds.set(id, index)
    s.entries.push({
      func,
      callers: [],
      places: new Map(),
      sites: new Map(),
      onSite: new Map(),
      onCaller: new Map(),
      exits: createToldList(),
      sinks: createSinkSummary(),
      returns: 0,
    })
    reach(s, s.sources + index, parameter, part, -1, -1)
  }
  const entry = s.entries[index]
  const fresh = addCaller(entry, caller, s.facts.bits[caller.fact])
  const { exits, sinks } = entry
  s.budget.steps -= exits.inOrder.length + sinks.inOrder.length
  if (s.budget.steps <= 0) return
  // What is told meanwhile is told to this caller, too.
  for (let at = 0, end = exits.inOrder.length; at < end; at++)
    if (carriedOn(s, fresh, exits.inOrder[at].bits) !== 0) giveBack(s, entry, caller, exits.inOrder[at])
  for (let at = 0, end = sinks.inOrder.length; at < end; at++)
    if (carriedOn(s, fresh, sinks.inOrder[at].bits) !== 0) applySinkFact(s, entry, caller, sinks.inOrder[at])
}

/** What is told of a part where many ways lead into a function. */
function partTold({ paths }: Solving, isReceiver: boolean, ways: number, part: number): number {
  if (isReceiver) return paths.first(part, ways < MAX_PAIRS_OF_RECEIVER ? 2 : 1)
  return ways < MAX_KEYS_PER_VALUE ? paths.first(part, 1) : WHOLE
}

/** Those of the bits that the place has not come with before. Calls back for one that is new. */
function addCaller({ callers, places, sites, onSite, onCaller }: Entry, caller: Caller, bits: number): number {
  const known = places.get(caller.fact) ?? []
  if (known.length === 0) places.set(caller.fact, known)
  for (const place of known) {
    if (place.call !== caller.call || place.callback !== caller.callback) continue
    const fresh = bits & ~place.bits
    place.bits |= bits
    return fresh
  }
  known.push({ call: caller.call, callback: caller.callback, bits })
  callers.push(caller)
  const site = siteKey(caller)
  if (!sites.has(site)) {
    sites.set(site, caller)
    for (const apply of [...onSite.values()]) apply(caller)
  }
  for (const apply of [...onCaller.values()]) apply(caller)
  return bits
}

/** What leaves a function that was entered goes to all who did. */
export function noteExit(s: Solving, from: number, exit: Exit): void {
  const entry = s.entries[from - s.sources]
  const kind =
    exit.kind === 'result' ? 0 : exit.kind === 'self' ? 1 : exit.kind === 'thrown' ? 2 : exit.kind === 'parameter' ? 3 + exit.at : 100 + exit.at
  const id = kind * 2 ** 16
  if (!noteTold(entry.exits, { key: id + exit.path, surer: id + plainPath(exit.path) }, exit)) return
  // Callers may be added while these are served.
  for (let at = 0; at < entry.callers.length && goesOn(s); at++) giveBack(s, entry, entry.callers[at], exit)
}

function giveBack(s: Solving, entry: Entry, caller: Caller, exit: Exit): void {
  if (entry.returns++ < MAX_RETURNS_PER_ENTRY) applyExit(s, caller, exit)
  else s.cut.add(s.project.functions[entry.func].file)
}

function applyExit(s: Solving, caller: Caller, exit: Exit): void {
  const from = s.facts.origin[caller.fact]
  const carried = carriedOn(s, s.facts.bits[caller.fact], exit.bits)
  if (carried === 0) return
  const path = asSureAs(s.facts.path[caller.fact], exit.path)
  if (exit.kind === 'value') reachBeyond(s, from, exit.at, path, carried, caller.fact, exit.fact)
  else arrive(s, from, caller, { kind: exit.kind, at: exit.at, path, bits: carried, fact: exit.fact })
}

/** What leaves a function reaches the place that called it. */
export function arrive(s: Solving, from: number, { call: index, callback, fact: previous }: Caller, exit: Exit): void {
  const { project, links, paths } = s
  const call = project.calls[index]
  const { kind, path: part, bits: carried, fact: within } = exit
  if (kind === 'thrown') reject(s, index, part, previous)
  if (callback >= 0) {
    const does = links.callbacks.get(index)?.find(({ position }) => position === callback)?.does
    if (kind === 'parameter' && does?.passes === 'element' && does.parameters.includes(exit.at))
      reachBeyond(
        s,
        from,
        isNamespaceCall(call) ? (call.arguments[0]?.after ?? -1) : call.receiverAfter,
        paths.prefix(ANY, part),
        carried,
        previous,
        within,
      )
    if (kind !== 'result' || does === undefined || does.returns === 'none') return
    reachBeyond(s, from, call.result, does.returns === 'element' ? paths.prefix(ANY, part) : part, carried, previous, within)
    return
  }
  if (kind === 'result') {
    // A decorator gives a function, and no data: what that gives it gives when it is called.
    if (!call.written.startsWith('@')) reachBeyond(s, from, call.result, part, carried, previous, within)
  } else if (kind === 'thrown') reachBeyond(s, from, call.caught, part, carried, previous, within)
  else if (kind === 'self') arriveInReceiver(s, from, index, previous, exit)
  else reachBeyond(s, from, argumentFor(s, index, exit.at), part, carried, previous, within)
}

/** What is thrown rejects the promise that a call gives: those who handle that get it. */
function reject(s: Solving, index: number, part: number, fact: number): void {
  for (const { call, position, functions } of s.links.rejectionHandlers.get(index) ?? [])
    for (const target of functions) {
      const parameter = s.project.functions[target].parameters[0]
      if (parameter !== undefined) enter(s, target, parameter.value, part, { call, callback: position, fact })
    }
}

/** What a method has left in its receiver is there after the call; of an object that others get too, their methods find it. */
function arriveInReceiver(s: Solving, from: number, index: number, previous: number, { path: part, bits: carried, fact: within }: Exit): void {
  const { calls, op, key, functions, classes } = s.project
  const { paths } = s
  const call = calls[index]
  const reached = s.links.targets[index]
  const isSuper = call.receiver >= 0 && key[call.receiver] === s.keys.super && op[call.receiver] === OP.load
  const makes = !isSuper && call.byHand !== true && (call.construct || reached.some((target) => functions[target].isConstructor))
  const isShared = !makes && call.receiver >= 0 && s.isShared(call.receiver)
  // What is put into fields by names that nobody knows would be in each of them, wherever the object is read.
  if (isShared && paths.headOf(part) === s.keys.fields) return
  reachBeyond(s, from, makes ? call.result : call.receiverAfter, part, carried, previous, within)
  if (!isShared) return
  for (const target of reached) {
    const { classIndex } = functions[target]
    if (classIndex < 0) continue
    for (const method of classes[classIndex].methods.values())
      reachBeyond(s, from, functions[method].self, paths.left(part), carried, previous, within)
  }
}

/** The value that what was passed for a parameter has after the call. */
function argumentFor({ project, links, budget }: Solving, index: number, parameter: number): number {
  const call = project.calls[index]
  const position = parameter - (links.partialArguments.get(index) ?? 0)
  const isNamed = (name: string): boolean => links.targets[index].some((target) => project.functions[target].parameters[parameter]?.name === name)
  budget.steps -= call.arguments.length
  const argument = call.arguments.find((each, at) =>
    each.kind === 'keyword' ? each.name !== undefined && isNamed(each.name) : each.kind === 'positional' && at === position,
  )
  return argument?.after ?? -1
}

function createToldList<T>(): ToldList<T> {
  return { byKey: new Map(), inOrder: [] }
}

/** Adds what carries bits that none does yet under the same key, nor under that of the same with surer data; false when none are new. */
function noteTold<T extends { readonly bits: number }>(
  { byKey, inOrder }: ToldList<T>,
  { key, surer }: { readonly key: number | string; readonly surer: number | string },
  told: T,
): boolean {
  const known = byKey.get(key) ?? 0
  const bits = told.bits & ~known & ~(byKey.get(surer) ?? 0)
  if (bits === 0) return false
  byKey.set(key, known | bits)
  inOrder.push(bits === told.bits ? told : { ...told, bits })
  return true
}
