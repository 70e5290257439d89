import { SYNTHETIC_KEY, OP } from '../../model/program.ts'
import { type FlowCall, extraOperandsOf, type Project } from '../program/link-program.ts'
import { argumentFor } from '../../model/match-arguments.ts'
import { constantArgument } from './constant-arguments.ts'
import type { PointsTo } from '../points-to/points-to.ts'

/** A call whose callees depend on the caller of its function. */
export interface ContextSensitiveCall {
  /** The function that contains the call. */
  readonly func: number
  readonly calleeFrom: CalleeParameter | CalleeMethod | CalleeField | CalleeEntry
}

/** `function each(list, show) { … show(x) … }`, also by the enclosing function: `(run) => (...list) => run(...list)`. */
interface CalleeParameter {
  readonly kind: 'parameter'
  /** The function that has the parameter. */
  readonly of: number
  /** Its index. */
  readonly at: number
}

/** `this.run(x)` in a class with subclasses that override `run`. */
interface CalleeMethod {
  readonly kind: 'method'
  readonly name: string
}

/** `self.work(x)` in a class whose constructor was passed `work`. */
interface CalleeField {
  readonly kind: 'field'
  /** The constructor. */
  readonly of: number
  /** The index of its parameter. */
  readonly at: number
}

/** `TOOLS[name](x)`, `tools.get(name)(x)`: an entry of a table, chosen by a parameter of the function. */
interface CalleeEntry {
  readonly kind: 'entry'
  readonly table: number
  /** The parameter that is the key. */
  readonly named: number
}

/** Where a function is called: by a call, or as a callback that is the argument of a call. */
export interface CallSite {
  readonly call: number
  /** The position of the callback; -1 if the call itself calls the function. */
  readonly callback: number
}

const NOTHING: readonly number[] = []

interface Links {
  readonly pointsTo: PointsTo
  /** By call. */
  readonly targets: readonly (readonly number[])[]
  /** By call: the number of arguments that its function got before. */
  readonly partialArguments: ReadonlyMap<number, number>
}

/** Finds the calls whose callees depend on the caller of their function, by call. */
export function findContextSensitiveCalls(
  project: Project,
  { pointsTo, targets }: Pick<Links, 'pointsTo' | 'targets'>,
): ReadonlyMap<number, ContextSensitiveCall> {
  const found = new Map<number, ContextSensitiveCall>()
  for (const [index, { callee, owner: func }] of project.calls.entries()) {
    if (callee < 0 || targets[index].length === 0) continue
    const called = pointsTo.rootOf(callee)
    const by =
      parameterAt(project, called, func) ??
      (targets[index].length > 1 ? (memberAt(project, pointsTo, called, func) ?? entryAt(project, pointsTo, called, func)) : undefined)
    if (by !== undefined) found.set(index, { func, calleeFrom: by })
  }
  return found
}

function parameterAt({ functions, op, a, owner }: Project, called: number, func: number): CalleeParameter | undefined {
  if (op[called] !== OP.parameter || a[called] < 0) return undefined
  const of = owner[called]
  return of === func || of === functions[func].parent ? { kind: 'parameter', of, at: a[called] } : undefined
}

function memberAt(project: Project, pointsTo: PointsTo, called: number, func: number): CalleeMethod | CalleeField | undefined {
  const { op, a, owner, key, keys, functions, classes } = project
  if (op[called] !== OP.load || key[called] < 0) return undefined
  const self = pointsTo.rootOf(a[called])
  const name = keys[key[called]]
  if (op[self] !== OP.parameter || a[self] >= 0 || owner[self] !== func || name === SYNTHETIC_KEY.super) return undefined
  for (const { value } of classes[functions[func].classIndex]?.fields.get(name) ?? []) {
    const root = pointsTo.rootOf(value)
    if (op[root] === OP.parameter && a[root] >= 0 && functions[owner[root]].isConstructor) return { kind: 'field', of: owner[root], at: a[root] }
  }
  return { kind: 'method', name }
}

function entryAt(project: Project, pointsTo: PointsTo, called: number, func: number): CalleeEntry | undefined {
  const { op, a, calls, dynamicKeys } = project
  const call = op[called] === OP.result ? calls[a[called]] : undefined
  const index = call === undefined ? dynamicKeys.get(called) : call.spelledName === 'get' ? call.arguments[0]?.value : undefined
  const table = call === undefined ? a[called] : call.receiver
  if (index === undefined || index < 0 || table < 0) return undefined
  const named = parameterOrDefault(project, pointsTo.rootOf(index))
  return named >= 0 && project.owner[named] === func ? { kind: 'entry', table, named } : undefined
}

/** The parameter that a value is, also if a default may replace it; -1 for other values. */
function parameterOrDefault(project: Project, value: number): number {
  const { op, a } = project
  const isParameter = (each: number): boolean => op[each] === OP.parameter && a[each] >= 0
  if (op[value] !== OP.phi || a[value] >= 0) return isParameter(value) ? value : -1
  const [first, second, ...others] = extraOperandsOf(project, value)
  const isDefault = others.length === 0 && (op[second] === OP.unknown || op[second] === OP.combine)
  return isDefault && isParameter(first) ? first : -1
}

/**
 * How the callers of an entered function choose the callees of a call in it or in a nested function: `def later(run, *args): async def task():
 * run(*args)`.
 */
export function contextSensitiveIn(chosen: ContextSensitiveCall | undefined, entered: number): ContextSensitiveCall | undefined {
  if (chosen === undefined || chosen.func === entered) return chosen
  return chosen.calleeFrom.kind === 'parameter' && chosen.calleeFrom.of === entered ? { ...chosen, func: entered } : undefined
}

/** The callees of the call as the caller at a site chooses them; undefined if they are unknown. */
export function calleesAtSite(
  project: Project,
  links: Links,
  site: CallSite,
  { func, calleeFrom: by }: ContextSensitiveCall,
): readonly number[] | undefined {
  if (by.kind === 'method') return methodsOf(project, links.pointsTo, site, by.name)
  if (by.kind === 'field') return passedToConstructor(project, links, site, by)
  if (by.kind === 'entry')
    return site.callback >= 0 || links.partialArguments.has(site.call) ? undefined : entriesNamed(project, links.pointsTo, site.call, func, by)
  if (by.of !== func) {
    const made = creatingCall(project, links, site, by.of)
    return made < 0 ? undefined : passedIn(project, links.pointsTo, project.calls[made], by)
  }
  return site.callback >= 0 || links.partialArguments.has(site.call) ? undefined : passedIn(project, links.pointsTo, project.calls[site.call], by)
}

/** The functions in a table under the key that a call passes. */
function entriesNamed(
  { functions, calls, findKey }: Project,
  pointsTo: PointsTo,
  call: number,
  func: number,
  { table, named }: CalleeEntry,
): readonly number[] | undefined {
  const name = constantArgument({ parameter: named }, functions[func], calls[call])
  const key = typeof name === 'string' ? findKey(name) : -1
  if (key < 0) return undefined
  const found = pointsTo.propertyValues(table, key).flatMap((each) => pointsTo.functionsOf(each))
  return found.length === 0 ? undefined : [...new Set(found)]
}

/** The call that created the function which is called at a site: `make(x)` in `const run = make(x)`, also in another file; -1 if it is unknown. */
export function creatingCall(
  project: Project,
  { pointsTo, targets }: Pick<Links, 'pointsTo' | 'targets'>,
  { call, callback }: CallSite,
  maker: number,
): number {
  const { op, a, calls } = project
  const called = callback < 0 ? calls[call].callee : (calls[call].arguments[callback]?.value ?? -1)
  if (called < 0) return -1
  const root = pointsTo.rootOf(called)
  const callee = op[root] === OP.load ? pointsTo.rootOf(a[root]) : root
  const made = [callee, exportedAs(project, pointsTo, root)].find((each) => each >= 0 && op[each] === OP.result && targets[a[each]].includes(maker))
  return made === undefined ? -1 : a[made]
}

/** The exported value that an import or a read of a module refers to: `from .files import load`, `files.load`. */
function exportedAs({ op, a, key }: Project, pointsTo: PointsTo, value: number): number {
  let at = value
  for (let steps = 0; steps < 4; steps++) {
    const passed =
      op[at] === OP.imported ? pointsTo.importedValues(at) : op[at] === OP.load && key[at] >= 0 ? pointsTo.propertyValues(a[at], key[at]) : NOTHING
    if (passed.length !== 1) break
    at = pointsTo.rootOf(passed[0])
  }
  return at
}

/** Functions that a call passes for a parameter. */
function passedIn(project: Project, pointsTo: PointsTo, call: FlowCall, { of, at }: CalleeParameter | CalleeField): readonly number[] | undefined {
  const argument = argumentFor(project.functions[of].parameters, call.arguments, at)
  if (argument === undefined) return undefined
  const passed = pointsTo.functionsOf(argument.value)
  return passed.length === 0 && !isForeign(project, pointsTo, argument.value) ? undefined : passed
}

/** The construction that a method is called on, if the caller contains it; -1 otherwise. A `this` may be of any subclass. */
function madeReceiver({ calls, op }: Project, pointsTo: PointsTo, { call: index, callback }: CallSite): number {
  const { isConstruct, result, receiver, callee } = calls[index]
  // A callable value may be an instance.
  const holder = callback >= 0 ? -1 : isConstruct ? result : receiver >= 0 ? receiver : callee
  const made = holder < 0 ? holder : pointsTo.rootOf(holder)
  return made >= 0 && op[made] === OP.result ? made : -1
}

/** The functions that were passed to the constructor of the instance on which a method is called. */
function passedToConstructor(project: Project, links: Links, site: CallSite, by: CalleeField): readonly number[] | undefined {
  const made = madeReceiver(project, links.pointsTo, site)
  const call = made < 0 ? made : project.a[made]
  return call >= 0 && links.targets[call].includes(by.of) ? passedIn(project, links.pointsTo, project.calls[call], by) : undefined
}

/** The method with that name of the receiver's class. */
function methodsOf(project: Project, pointsTo: PointsTo, site: CallSite, name: string): readonly number[] | undefined {
  const made = madeReceiver(project, pointsTo, site)
  if (made < 0) return undefined
  const found = pointsTo.instancesOf(made).flatMap((each) => pointsTo.membersOf(each, 'methods', name))
  return found.length === 0 ? undefined : [...new Set(found)]
}

/** Whether a value is defined outside the project: `print`, `console.log`. */
function isForeign({ op, a }: Project, pointsTo: PointsTo, value: number): boolean {
  let at = pointsTo.rootOf(value)
  for (let steps = 0; steps < 4 && op[at] === OP.load; steps++) at = pointsTo.rootOf(a[at])
  return op[at] === OP.unknown || op[at] === OP.imported
}
