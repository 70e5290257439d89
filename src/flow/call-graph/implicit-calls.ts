import { OP, type ProgramArgument } from '../../model/program.ts'
import type { FlowCall, Project } from '../program/link-program.ts'
import { isArgument } from '../../model/match-arguments.ts'
import type { PointsTo } from '../points-to/points-to.ts'

/** A call that the program makes without call syntax. */
export interface ImplicitCall {
  readonly call: FlowCall
  readonly targets: readonly number[]
  /** The call in the code that it replaces; -1 if that call also has its own effect. */
  readonly replaces: number
  /** The store of a property that calls the setter. */
  readonly store?: number
}

/** `Base.run(self, x)`: the receiver is the first argument. */
function throughClass(
  { op, a, functions }: Project,
  call: FlowCall,
  index: number,
  pointsTo: PointsTo,
  reached: readonly number[],
): ImplicitCall | undefined {
  const [first, ...others] = call.arguments
  if (call.receiver < 0 || first === undefined || call.isConstruct) return undefined
  const self = pointsTo.rootOf(first.value)
  if (op[self] !== OP.parameter || a[self] >= 0) return undefined
  if (!pointsTo.functionsOf(call.receiver).some((each) => functions[each].isConstructor)) return undefined
  return {
    call: { ...call, receiver: first.value, receiverPostUpdate: first.postUpdate, arguments: others, name: '', hasExplicitReceiver: true },
    targets: reached,
    replaces: index,
  }
}

/** Finds calls through `f.call(…)`, `f.apply(…)` and `f.delay(…)`, arguments of `bind` and `partial`, getters and setters. */
export function findImplicitCalls(project: Project, pointsTo: PointsTo, targets: readonly (readonly number[])[]): ImplicitCall[] {
  const found: ImplicitCall[] = []
  for (const [index, call] of project.calls.entries()) {
    const reached = targets[index]
    const made = reached.length > 0 ? throughClass(project, call, index, pointsTo, reached) : throughFunction(project, call, index, pointsTo)
    if (made !== undefined) found.push(made)
  }
  return [...found, ...accessors(project, pointsTo)]
}

function throughFunction(project: Project, call: FlowCall, index: number, pointsTo: PointsTo): ImplicitCall | undefined {
  const [first, ...others] = call.arguments
  if (call.spelledName === 'partial' || call.spelledName === 'partialmethod') {
    const passed = first === undefined ? [] : pointsTo.functionsOf(first.value)
    if (passed.length === 0) return undefined
    // The caller that passes `callback` decides what `partial(callback, x)` calls.
    return {
      call: { ...call, result: -1, callee: first.value, receiver: -1, receiverPostUpdate: -1, arguments: others },
      targets: passed,
      replaces: -1,
    }
  }
  if (call.receiver >= 0 && call.spelledName === 'start') return throughThread(call, pointsTo)
  if (call.receiver >= 0 && ENQUEUE_METHODS.has(call.spelledName)) return throughQueue(project, call, pointsTo)
  if (call.receiver < 0 || (call.spelledName !== 'call' && call.spelledName !== 'apply' && call.spelledName !== 'bind')) return undefined
  const reached = pointsTo.functionsOf(call.receiver)
  if (reached.length === 0) return undefined
  return throughReceiver(call, index, first, others, reached)
}

/** `job.start()` of a class that extends `Thread` calls its `run`. */
function throughThread(call: FlowCall, pointsTo: PointsTo): ImplicitCall | undefined {
  const targets = pointsTo.instancesOf(call.receiver).flatMap((each) => pointsTo.membersOf(each, 'methods', 'run'))
  return targets.length === 0 ? undefined : { call: { ...call, result: -1, callee: -1, arguments: [] }, targets: [...new Set(targets)], replaces: -1 }
}

/** Methods of functions by which a worker calls them later, with a list and a dictionary of arguments: `task.apply_async(args=[x])`. */
const LIST_METHODS: ReadonlySet<string> = new Set(['apply_async', 'send_with_options', 'schedule'])
/** All such methods, also with the arguments themselves: `task.delay(x)`, `task.s(x)`, `actor.send(x)`. */
const ENQUEUE_METHODS: ReadonlySet<string> = new Set(['delay', 's', 'si', 'send', ...LIST_METHODS])

function throughQueue({ functions }: Project, call: FlowCall, pointsTo: PointsTo): ImplicitCall | undefined {
  const reached = pointsTo.functionsOf(call.receiver)
  if (reached.length === 0) return undefined
  const passed = LIST_METHODS.has(call.spelledName) ? call.arguments.flatMap(queuedArgument) : call.arguments
  // With `@task(bind=True)` the task itself is the first argument.
  const bound = reached.every((each) => functions[each].parameters[0]?.name === 'self')
  const self = { kind: 'positional' as const, value: call.receiver, postUpdate: -1 }
  return {
    call: { ...call, result: -1, callee: -1, receiver: -1, receiverPostUpdate: -1, arguments: bound ? [self, ...passed] : passed },
    targets: reached,
    replaces: -1,
  }
}

/** `apply_async((x,), { name: y })`, also with keywords: positional arguments in a list, keyword arguments in a dictionary. */
function queuedArgument(argument: ProgramArgument, position: number): readonly ProgramArgument[] {
  if (isArgument(argument, position, { position: 0, name: 'args' })) return [{ ...argument, kind: 'spread' }]
  if (isArgument(argument, position, { position: 1, name: 'kwargs' })) return [{ ...argument, kind: 'keyword-spread' }]
  return []
}

function throughReceiver(
  call: FlowCall,
  index: number,
  first: ProgramArgument | undefined,
  others: readonly ProgramArgument[],
  reached: readonly number[],
): ImplicitCall {
  const self = { receiver: first?.value ?? -1, receiverPostUpdate: first?.postUpdate ?? -1, callee: call.receiver }
  if (call.spelledName === 'bind') return { call: { ...call, ...self, result: -1, receiver: -1, arguments: others }, targets: reached, replaces: -1 }
  const passed = call.spelledName === 'call' ? others : others.slice(0, 1).map((list) => ({ ...list, kind: 'spread' as const }))
  return { call: { ...call, ...self, arguments: passed }, targets: reached, replaces: index }
}

/** Reading `o.x` runs the getter, writing it the setter. */
function accessors(project: Project, pointsTo: PointsTo): ImplicitCall[] {
  const { op, a, b, key, keys, classes } = project
  const getters = keysOf(
    project,
    classes.flatMap((each) => [...each.getters.keys()]),
  )
  const setters = keysOf(
    project,
    classes.flatMap((each) => [...each.setters.keys()]),
  )
  const found: ImplicitCall[] = []
  const hasItems = classes.some(({ methods }) => methods.has('__getitem__'))
  const hasElements = classes.some(({ methods }) => methods.has('__iter__'))
  if (getters.size === 0 && setters.size === 0 && !hasItems && !hasElements) return found
  for (let value = 0; value < project.count; value++) {
    if (hasItems && op[value] === OP.load && !getters.has(key[value])) {
      const items = itemGetters(project, pointsTo, value)
      if (items.length > 0) found.push({ call: readCall(project, value, '__getitem__'), targets: items, replaces: -1 })
      continue
    }
    if (hasElements && op[value] === OP.load && key[value] < 0) {
      const reached = pointsTo.instancesOf(a[value]).flatMap((each) => pointsTo.membersOf(each, 'methods', '__iter__'))
      // Elements that it yields count as elements of the object.
      if (reached.length > 0)
        found.push({ call: { ...readCall(project, value, '__iter__'), result: a[value] }, targets: [...new Set(reached)], replaces: -1 })
      continue
    }
    const isRead = op[value] === OP.load && getters.has(key[value])
    if (!isRead && !(op[value] === OP.store && setters.has(key[value]))) continue
    const written = keys[key[value]]
    const instances = pointsTo.instancesOf(a[value])
    const reached = instances.flatMap((each) => pointsTo.membersOf(each, isRead ? 'getters' : 'setters', written))
    if (reached.length === 0) continue
    const read = readCall(project, value, written)
    const call = isRead
      ? read
      : { ...read, result: -1, receiverPostUpdate: value, arguments: [{ kind: 'positional' as const, value: b[value], postUpdate: -1 }] }
    // Without a getter, readers of the property are unknown.
    const isPair = (each: number): boolean => MEMBERS.every((kind) => pointsTo.membersOf(each, kind, written).length > 0)
    found.push({ call, targets: [...new Set(reached)], replaces: -1, store: !isRead && instances.every(isPair) ? value : -1 })
  }
  return found
}

const MEMBERS = ['getters', 'setters'] as const

function readCall({ fileOf, a, owner }: Project, value: number, spelledName: string): FlowCall {
  return {
    file: fileOf[value],
    result: value,
    callee: -1,
    receiver: a[value],
    receiverPostUpdate: -1,
    name: '',
    spelledName,
    arguments: [],
    isConstruct: false,
    isTaggedTemplate: false,
    catchTarget: -1,
    hasExplicitReceiver: false,
    constantKey: undefined,
    owner: owner[value],
    start: 0,
    end: 0,
  }
}

/** `o[key]` of a class that defines `__getitem__`, unless it has a member with that name. */
function itemGetters({ a, key, keys, classes }: Project, pointsTo: PointsTo, value: number): readonly number[] {
  const name = key[value] < 0 ? undefined : keys[key[value]]
  if (name?.startsWith('%') === true) return []
  return pointsTo.instancesOf(a[value]).flatMap((each) => {
    if (name !== undefined && (classes[each].fields.has(name) || pointsTo.membersOf(each, 'methods', name).length > 0)) return []
    return pointsTo.membersOf(each, 'methods', '__getitem__')
  })
}

function keysOf(project: Project, names: readonly string[]): ReadonlySet<number> {
  return new Set(names.map((name) => project.keyId(name)))
}

/** By call: the number of arguments that `bind` and `partial` passed to its function before. */
export function countPartialArguments(project: Project, pointsTo: PointsTo, call: FlowCall): number {
  if (call.callee < 0) return 0
  const callee = pointsTo.rootOf(call.callee)
  if (project.op[callee] !== OP.result) return 0
  const made = project.calls[project.a[callee]]
  if (made.spelledName !== 'bind' && made.spelledName !== 'partial') return 0
  return Math.max(0, made.arguments.filter(({ kind }) => kind === 'positional').length - 1)
}
