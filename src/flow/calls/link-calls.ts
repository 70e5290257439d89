import { OP } from '../../model/program.ts'
import { type FlowCall, joinsOf, type Project } from '../project/build-project.ts'
import { type ChosenCall, findChosenCalls, type Site } from './chosen-calls.ts'
import { ELEMENT_PARAMETERS } from '../project/element-calls.ts'
import { callOfListeners, type HiddenCall, hiddenCalls, passedAhead } from './hidden-calls.ts'
import { callbackOf, type Callback } from './library-calls.ts'
import { linkEvents } from './link-events.ts'
import { linkQueues } from './link-queues.ts'
import { type Handler, linkRejections } from './link-rejections.ts'
import { createFunctionResolver, type FunctionResolver } from './resolve-functions.ts'
import { throughBuses } from './message-handlers.ts'
import type { ModuleLinks } from '../project/link-modules.ts'

export interface CallLinks {
  /** All calls of the project, and after them those that are made without being written. */
  readonly calls: readonly FlowCall[]
  /** Calls that others stand for. */
  readonly replaced: ReadonlySet<number>
  /** By call: how many arguments were passed ahead. */
  readonly ahead: ReadonlyMap<number, number>
  /** By value of a result: functions that get it back, as first parameter, when they are called next. */
  readonly accumulated: ReadonlyMap<number, readonly { readonly call: number; readonly position: number; readonly functions: readonly number[] }[]>
  /** Functions that each call may reach. */
  readonly targets: readonly (readonly number[])[]
  /** Functions passed to calls of which it is known what they do with them, by call. */
  readonly callbacks: ReadonlyMap<number, readonly { readonly position: number; readonly functions: readonly number[]; readonly does: Callback }[]>
  /** Sites by function. */
  readonly sites: ReadonlyMap<number, readonly Site[]>
  /** Calls of the `resolve` and `reject` of a promise: the value that gets the argument. */
  readonly settles: ReadonlyMap<number, number>
  /** By call: functions that get what it throws once its promise is rejected. */
  readonly rejected: ReadonlyMap<number, readonly Handler[]>
  /** By call, for those of which who calls their function chooses what they reach. */
  readonly chosen: ReadonlyMap<number, ChosenCall>
  readonly resolver: FunctionResolver
}

/** Functions passed to functions that call them: this many levels of passing on are followed. */
const MAX_ROUNDS = 4

const NOTHING: readonly number[] = []

export function linkCalls(project: Project, links: ModuleLinks): CallLinks {
  const resolver = createFunctionResolver(project, links)
  const { calls, functions, a } = project
  const targets = findTargets(project, resolver)
  const callbacks = new Map<number, { position: number; functions: readonly number[]; does: Callback }[]>()
  const settling = new Map<number, number>()
  const sites = new Map<number, Site[]>()
  const addSite = (target: number, site: Site): void => {
    const known = sites.get(target)
    if (known === undefined) sites.set(target, [site])
    else known.push(site)
  }
  const accumulated = new Map<number, { call: number; position: number; functions: readonly number[] }[]>()
  for (const [index, call] of calls.entries()) {
    for (const target of targets[index]) addSite(target, { call: index, callback: -1 })
    if (targets[index].length > 0) continue
    if (call.construct && call.name === 'Promise' && call.arguments[0] !== undefined) {
      for (const executor of resolver.functionsOf(call.arguments[0].value)) {
        const [settle, reject] = functions[executor].parameters
        if (settle !== undefined) settling.set(settle.value, call.result)
        if (reject !== undefined && call.caught >= 0) settling.set(reject.value, call.caught)
      }
      continue
    }
    const does = callbackOf(call.name, call.written, call.receiver >= 0)
    if (does === undefined && !isThread(call.written)) continue
    for (const [position, argument] of call.arguments.entries()) {
      const passed = resolver.functionsOf(argument.value)
      if (passed.length === 0) continue
      const known = callbacks.get(index) ?? []
      callbacks.set(index, known)
      known.push({ position, functions: passed, does: position === 1 && call.written === 'then' ? REJECTED : (does ?? THREAD) })
      for (const target of passed) addSite(target, { call: index, callback: position })
      if (does?.accumulates === true)
        accumulated.set(call.result, [...(accumulated.get(call.result) ?? []), { call: index, position, functions: passed }])
    }
  }
  const emitted: HiddenCall[] = []
  for (const [index, listeners] of linkEvents(project, links, resolver)) {
    if (targets[index].length > 0) {
      emitted.push(callOfListeners(calls[index], listeners))
      continue
    }
    callbacks.set(index, [{ position: 0, functions: listeners, does: EVENT }])
    for (const target of listeners) addSite(target, { call: index, callback: 0 })
  }
  for (const [index, workers] of linkQueues(project, links, resolver)) {
    if (targets[index].length > 0) continue
    callbacks.set(index, [{ position: 0, functions: workers, does: QUEUE }])
    for (const target of workers) addSite(target, { call: index, callback: 0 })
  }
  const all = [...calls]
  const replaced = new Set<number>()
  for (const hidden of [...hiddenCalls(project, resolver, targets), ...throughBuses(project, resolver, targets), ...emitted]) {
    for (const target of hidden.targets) addSite(target, { call: all.length, callback: -1 })
    all.push(hidden.call)
    targets.push(hidden.targets)
    if (hidden.instead >= 0) replaced.add(hidden.instead)
  }
  const ahead = new Map<number, number>()
  for (const [index, call] of calls.entries()) {
    const count = targets[index].length === 0 ? 0 : passedAhead(project, resolver, call)
    if (count > 0) ahead.set(index, count)
  }
  const settles = new Map<number, number>()
  if (settling.size > 0) {
    for (const [index, call] of calls.entries()) {
      if (targets[index].length > 0) continue
      const settled = settledBy(call.callee, settling, project, a)
      if (settled !== undefined) settles.set(index, settled)
    }
  }
  return {
    calls: all,
    replaced,
    ahead,
    accumulated,
    targets,
    callbacks,
    sites,
    settles,
    rejected: linkRejections(project, resolver),
    chosen: findChosenCalls({ ...project, calls: all }, { resolver, targets }),
    resolver,
  }
}

/** Functions that each call may reach: they tell what parameters are, and that tells of further calls what they reach. */
function findTargets(project: Project, resolver: FunctionResolver): (readonly number[])[] {
  const { calls } = project
  const calledOn = parametersCalledOn(project, resolver)
  const targets: (readonly number[])[] = new Array<readonly number[]>(calls.length).fill(NOTHING)
  const handing = calls.filter(
    ({ written, receiver, arguments: passed }) => receiver >= 0 && passed.length > 0 && (written === 'then' || ELEMENT_PARAMETERS.has(written)),
  )
  const all = calls.map((_, index) => index)
  let open = all
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const index of open) targets[index] = resolver.functionsOf(calls[index].callee)
    let news = false
    for (const index of open) if (targets[index].length > 0 && tellParameters(project, resolver, calledOn, calls[index], targets[index])) news = true
    for (const call of handing) if (tellHanded(project, resolver, calledOn, call)) news = true
    if (!news) break
    resolver.forget()
    // Where all answers still hold there is nothing new to tell.
    open = all.filter((index) => !isKnown(project, resolver, calls[index], targets[index]))
  }
  return targets
}

function isKnown({ op }: Project, resolver: FunctionResolver, call: FlowCall, targets: readonly number[]): boolean {
  if (!resolver.isKnown(call.callee)) return false
  return targets.length === 0 || call.arguments.every(({ value }) => isPlain(op[value]) || resolver.isKnown(value))
}

/** Whether values of this kind are never functions, nor hold any. */
function isPlain(op: number): boolean {
  return op === OP.unknown || op === OP.combine
}

/** Tells the parameters of called functions what is passed for them. True when that is news. */
function tellParameters(
  { functions, op }: Project,
  resolver: FunctionResolver,
  calledOn: ReadonlySet<number>,
  call: FlowCall,
  targets: readonly number[],
): boolean {
  let news = false
  // Functions of an object call each other through it: `get(x) { return this.request(x) }`.
  for (const target of call.receiver < 0 ? NOTHING : targets) {
    const { self } = functions[target]
    if (calledOn.has(self) && resolver.addAlias(self, call.receiver)) news = true
  }
  for (const [position, argument] of call.arguments.entries()) {
    if (isPlain(op[argument.value])) continue
    const passed = resolver.functionsOf(argument.value)
    for (const target of targets) {
      const { parameters } = functions[target]
      const parameter = argument.kind === 'keyword' ? parameters.find(({ name }) => name === argument.name) : parameters[position]
      if (parameter === undefined) continue
      if (passed.length > 0 && resolver.addToParameter(parameter.value, passed)) news = true
      if (passed.length === 0 && calledOn.has(parameter.value) && resolver.addAlias(parameter.value, argument.value)) news = true
    }
  }
  return news
}

/** What `then` passes on is what it is called on, what `forEach` does are its elements. */
function tellHanded({ functions }: Project, resolver: FunctionResolver, calledOn: ReadonlySet<number>, call: FlowCall): boolean {
  let news = false
  const at = ELEMENT_PARAMETERS.get(call.written)
  for (const target of resolver.functionsOf(call.arguments[0].value)) {
    const parameter = functions[target].parameters[at ?? 0]
    if (parameter === undefined) continue
    const isCalledOn = calledOn.has(parameter.value)
    if (at === undefined) {
      if (isCalledOn && resolver.addAlias(parameter.value, call.receiver)) news = true
      continue
    }
    for (const element of resolver.elementsOf(call.receiver)) {
      const passed = resolver.functionsOf(element)
      if (passed.length > 0 ? resolver.addToParameter(parameter.value, passed) : isCalledOn && resolver.addAlias(parameter.value, element))
        news = true
    }
  }
  return news
}

/** Parameters on whose parts functions are called: `service.find(x)`, also when they are kept in a field. */
function parametersCalledOn({ calls, classes, functions, op, a, owner }: Project, resolver: FunctionResolver): ReadonlySet<number> {
  const found = new Set<number>()
  const note = (value: number): void => {
    let at = resolver.identityOf(value)
    for (let steps = 0; steps < 4 && op[at] === OP.load; steps++) at = resolver.identityOf(a[at])
    if (op[at] === OP.parameter && (a[at] >= 0 || functions[owner[at]].classIndex < 0)) found.add(at)
  }
  for (const { receiver, callee } of calls) {
    if (receiver >= 0) note(receiver)
    // `({ onPick }) => onPick(x)`
    else if (callee >= 0 && op[resolver.identityOf(callee)] === OP.load) note(callee)
  }
  for (const { fields } of classes) for (const held of fields.values()) for (const { value } of held) if (value >= 0) note(value)
  return found
}

/** `promise.then(show, explain)`: the second function gets what the promise is rejected with. */
const REJECTED: Callback = { gives: 'none', parameters: [], returns: 'same' }

/** `emit(event, x)` */
const EVENT: Callback = { gives: 'none', parameters: [], returns: 'none', passesRest: 0 }

/** `queue.add(name, x)` */
const QUEUE: Callback = { gives: 'none', parameters: [], returns: 'none', within: 'data' }

/** `Thread(target=f, args=(x,))`, `scheduler.add_job(f, 'cron', args=[x])`. */
const THREAD: Callback = { gives: 'none', parameters: [], returns: 'none', passesRest: -1 }

function isThread(written: string): boolean {
  return written === 'Thread' || written === 'Process' || written === 'Timer' || written === 'add_job'
}

/** What calling this value gives the argument to: the promise, or what catches it. */
function settledBy(callee: number, settling: ReadonlyMap<number, number>, project: Project, a: Int32Array): number | undefined {
  const open = new Set([callee])
  for (const at of open) {
    const found = settling.get(at)
    if (found !== undefined) return found
    if (open.size > MAX_SETTLERS) return undefined
    const kind = at < 0 ? OP.unknown : project.op[at]
    if (kind === OP.after) open.add(a[at])
    if (kind !== OP.cell && kind !== OP.join && kind !== OP.refine) continue
    open.add(a[at])
    for (const each of joinsOf(project, at)) open.add(each)
  }
  return undefined
}

/** Values looked at behind what may settle a promise. */
const MAX_SETTLERS = 16
