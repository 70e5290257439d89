import type { FlowCall, Project } from '../program/link-program.ts'
import { type ContextSensitiveCall, findContextSensitiveCalls, type CallSite } from './context-sensitive-calls.ts'
import { resolveCallTargets } from './call-targets.ts'
import { type ImplicitCall, findImplicitCalls, countPartialArguments } from './implicit-calls.ts'
import type { Callback } from '../../model/call-models.ts'
import { callbackOf } from '../models/callback-of.ts'
import { findJumps, type Jump, type Jumps } from './find-jumps.ts'
import { findJumpCallbacks, readerCall } from './jump-callbacks.ts'
import { type RejectionHandler, findRejectionHandlers } from './rejection-calls.ts'
import { findPromiseSettlers, isPromiseConstruction } from './promise-calls.ts'
import { createPointsTo, type PointsTo } from '../points-to/points-to.ts'
import { findMessageHandlerCalls } from './message-handler-calls.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import { addToGroup } from '../../model/group-by.ts'

export interface CallGraph {
  /** All calls of the project. Implicit calls follow after the calls that are in the code. */
  readonly calls: readonly FlowCall[]
  /** Calls in the code that implicit calls replace. */
  readonly replaced: ReadonlySet<number>
  /** Stores of properties that call a setter. */
  readonly setterStores: ReadonlySet<number>
  /** By call: the number of arguments that `bind` or `partial` passed before. */
  readonly partialArguments: ReadonlyMap<number, number>
  /** By value of a result: callbacks that get it as first parameter when they are called next. */
  readonly accumulators: ReadonlyMap<number, readonly { readonly call: number; readonly position: number; readonly functions: readonly number[] }[]>
  /** Functions that each call may reach. */
  readonly targets: readonly (readonly number[])[]
  /** By call: functions that are passed to it and that it calls as a model describes. */
  readonly callbacks: ReadonlyMap<number, readonly { readonly position: number; readonly functions: readonly number[]; readonly does: Callback }[]>
  /** Sites by function. */
  readonly callSites: ReadonlyMap<number, readonly CallSite[]>
  /** Calls of the `resolve` and `reject` of a promise: the value that gets the argument. */
  readonly promiseSettlers: ReadonlyMap<number, number>
  /** By call: functions that are called with what it throws, after its promise is rejected. */
  readonly rejectionHandlers: ReadonlyMap<number, readonly RejectionHandler[]>
  /** By call: how callers of its function choose its callees. Only for calls whose callees depend on the caller. */
  readonly contextSensitiveCalls: ReadonlyMap<number, ContextSensitiveCall>
  /** Calls that store values, with the calls that read them. */
  readonly jumps: Jumps
  readonly pointsTo: PointsTo
}

export function buildCallGraph(project: Project, links: ModuleLinks): CallGraph {
  const pointsTo = createPointsTo(project, links)
  const targets = resolveCallTargets(project, pointsTo)
  const sites = new Map<number, CallSite[]>()
  const linking: Linking = { project, links, pointsTo, targets, sites, callbacks: new Map() }
  for (const [index, reached] of targets.entries()) addSites(linking, reached, { call: index, callback: -1 })
  const accumulated = linkPassed(linking)
  const jumps = findJumps(project, links, pointsTo)
  const emitted = linkReaders(linking, jumps.pairs)
  const hidden = [...findImplicitCalls(project, pointsTo, targets), ...findMessageHandlerCalls(project, pointsTo, targets), ...emitted]
  const calls = [...project.calls]
  for (const { call, targets: reached } of hidden) {
    addSites(linking, reached, { call: calls.length, callback: -1 })
    calls.push(call)
    targets.push(reached)
  }
  return {
    calls,
    replaced: new Set(hidden.flatMap(({ replaces: instead }) => (instead >= 0 ? [instead] : []))),
    setterStores: new Set(hidden.flatMap(({ store = -1 }) => (store >= 0 ? [store] : []))),
    partialArguments: findPartialArguments(linking),
    accumulators: accumulated,
    targets,
    callbacks: linking.callbacks,
    callSites: sites,
    promiseSettlers: findPromiseSettlers(project, pointsTo, targets),
    rejectionHandlers: findRejectionHandlers(project, pointsTo),
    contextSensitiveCalls: findContextSensitiveCalls({ ...project, calls }, { pointsTo, targets }),
    jumps,
    pointsTo,
  }
}

/** The links of calls, while they are being resolved. */
interface Linking {
  readonly project: Project
  readonly links: ModuleLinks
  readonly pointsTo: PointsTo
  readonly targets: (readonly number[])[]
  readonly sites: Map<number, CallSite[]>
  readonly callbacks: Map<number, PassedFunctions[]>
}

interface PassedFunctions {
  readonly position: number
  readonly functions: readonly number[]
  readonly does: Callback
}

function addSites({ sites }: Linking, functions: readonly number[], site: CallSite): void {
  for (const target of functions) {
    addToGroup(sites, target, site)
  }
}

/** Records that a call without known callee calls functions that are passed to it. */
function addCallbacks(linking: Linking, call: number, passed: PassedFunctions): void {
  addToGroup(linking.callbacks, call, passed)
  addSites(linking, passed.functions, { call, callback: passed.position })
}

/** Links callbacks that are passed to library functions with a model. Returns the accumulators: callbacks that get their own last result. */
function linkPassed(linking: Linking): CallGraph['accumulators'] {
  const { project, pointsTo, targets } = linking
  const accumulated = new Map<number, { call: number; position: number; functions: readonly number[] }[]>()
  for (const [index, call] of project.calls.entries()) {
    if (targets[index].length > 0 || isPromiseConstruction(call)) continue
    const does = callbackOf(project, call)
    if (does === undefined && !isThread(call.spelledName)) continue
    for (const [position, argument] of call.arguments.entries()) {
      const functions = pointsTo.functionsOf(argument.value)
      if (functions.length === 0) continue
      addCallbacks(linking, index, { position, functions, does: position === 1 && call.spelledName === 'then' ? REJECTED : (does ?? THREAD) })
      if (does?.accumulates === true) addToGroup(accumulated, call.result, { call: index, position, functions })
    }
  }
  return accumulated
}

/**
 * Links functions that read a stored value to the calls that store it: event listeners, queue workers. Returns those of calls that also call a
 * function of the program.
 */
function linkReaders(linking: Linking, jumps: readonly Jump[]): readonly ImplicitCall[] {
  const { project, pointsTo, targets } = linking
  const stored: ImplicitCall[] = []
  for (const [call, readers] of findJumpCallbacks(project, pointsTo, jumps)) {
    if (targets[call].length > 0) stored.push(...readers.flatMap((each) => readerCall(project.calls[call], each)))
    else {
      linking.callbacks.delete(call)
      for (const { functions, jumps: passed } of readers)
        addCallbacks(linking, call, { position: 0, functions, does: { passes: [], returns: 'none', jumps: passed } })
    }
  }
  return stored
}

/** By call in the code: the number of arguments that its function got before. */
function findPartialArguments({ project, pointsTo, targets }: Linking): CallGraph['partialArguments'] {
  const ahead = new Map<number, number>()
  for (const [index, call] of project.calls.entries()) {
    const count = targets[index].length === 0 ? 0 : countPartialArguments(project, pointsTo, call)
    if (count > 0) ahead.set(index, count)
  }
  return ahead
}

/** `promise.then(show, explain)`: the second function gets the reason of the rejection. */
const REJECTED: Callback = { passes: [], returns: 'same' }

/** `Thread(target=f, args=(x,))`, `scheduler.add_job(f, 'cron', args=[x])`. */
const THREAD: Callback = { passes: [], returns: 'none', passesRest: -1 }

function isThread(written: string): boolean {
  return written === 'Thread' || written === 'Process' || written === 'Timer' || written === 'add_job'
}
