import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'
import type { JumpStep } from '../program/data-flow-edges.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { REQUEST_PROPERTIES } from '../models/request-properties.ts'
import { addToGroup } from '../../model/group-by.ts'

/** Values that functions store in the objects of a request, and the reads of them. */
export interface RequestState {
  readonly jumpSteps: readonly JumpStep[]
  /** Values that are stored in a request: other files may read them. */
  readonly escaping: ReadonlySet<number>
}

/**
 * Parameters that frameworks pass to all handlers of a request, and the properties on which handlers store values for each other. An empty property
 * is the object itself.
 */
const REQUEST_PARAMETERS: readonly { readonly names: RegExp; readonly parts: readonly string[] }[] = [
  { names: /^_?req(?:uest)?$/, parts: ['', 'state'] },
  { names: /^_?res(?:ponse)?$/, parts: ['locals'] },
  { names: /^(?:ctx|context|c)$/, parts: ['state', 'var'] },
]
/** Parameters of functions that pass a request on. */
const NEXT_PARAMETERS = /^_?(?:next|done|call_next|get_response|handler)$/
/** Methods of middleware and guards that run before the handler. */
const HOOKS: ReadonlySet<string> = new Set(['process_request', 'process_view', 'canActivate'])
const MAX_STEPS = BOUNDS.requestStateSteps.value

/**
 * From `req.tenant = x` in a function that passes the request on to `req.tenant` in others; also `res.locals.x`, `ctx.state.x`, `request.state.x` and
 * `c.set('x', …)`.
 */
export function findRequestState(project: Project, links: CallGraph): RequestState {
  const { op, a, b, key, keys, functions, owner, calls, count } = project
  const written = new Map<string, number[]>()
  const hasNext = handOn(project, links)
  if (!hasNext.includes(true)) return NOTHING_KEPT

  /** The key of a property in the state of a request; undefined if it is no state. */
  const placeOf = (object: number, name: string): string | undefined => {
    const root = updateRoot(project, links, object)
    if (op[root] === OP.parameter) return REQUEST_PROPERTIES.has(name) ? undefined : jumpSteps(root, '', name)
    // `context.switchToHttp().getRequest()` of Nest.
    if (op[root] === OP.result && calls[a[root]].spelledName === 'getRequest') return REQUEST_PROPERTIES.has(name) ? undefined : `0 .${name}`
    if (op[root] !== OP.load || key[root] < 0) return undefined
    const holder = updateRoot(project, links, a[root])
    if (op[holder] !== OP.parameter) return undefined
    // `self.request.tenant` of a class-based view.
    if (a[holder] < 0) return keys[key[root]] === 'request' && !REQUEST_PROPERTIES.has(name) ? `0 .${name}` : undefined
    return jumpSteps(holder, keys[key[root]], name)
  }
  const jumpSteps = (parameter: number, part: string, name: string): string | undefined => {
    const own = a[parameter] < 0 ? undefined : functions[owner[parameter]].parameters[a[parameter]]?.name
    if (own === undefined) return undefined
    const at = REQUEST_PARAMETERS.findIndex(({ names, parts }) => names.test(own) && parts.includes(part))
    // `c.var.x` reads what `c.set('x', …)` has stored.
    return at < 0 ? undefined : `${at} ${part === 'var' ? '()' : part}.${name}`
  }
  const record = (place: string | undefined, value: number): void => {
    if (place === undefined) return
    addToGroup(written, place, value)
  }

  for (let value = 0; value < count; value++)
    if (op[value] === OP.store && key[value] >= 0 && hasNext[owner[value]]) record(placeOf(a[value], keys[key[value]]), b[value])
  for (const { spelledName: name, receiver, constantKey, arguments: passed, owner: home } of calls)
    if (name === 'set' && receiver >= 0 && constantKey !== undefined && passed.length === 2 && hasNext[home])
      record(calledPlace(project, links, receiver, constantKey), passed[1].value)
  if (written.size === 0) return NOTHING_KEPT

  const found: JumpStep[] = []
  const read = (place: string | undefined, to: number): void => {
    if (place !== undefined) for (const from of written.get(place) ?? []) if (owner[from] !== owner[to]) found.push({ from, to })
  }
  for (let value = 0; value < count; value++) if (op[value] === OP.load && key[value] >= 0) read(placeOf(a[value], keys[key[value]]), value)
  for (const { spelledName: name, receiver, constantKey: subject, arguments: passed, result } of calls)
    if (name === 'get' && receiver >= 0 && result >= 0 && subject !== undefined && passed.length === 1)
      read(calledPlace(project, links, receiver, subject), result)
  return { jumpSteps: found, escaping: new Set([...written.values()].flat()) }
}

const NOTHING_KEPT: RequestState = { jumpSteps: [], escaping: new Set() }

/** By function: whether it passes the request on, or is called by a function that does. */
function handOn({ functions, classes, calls }: Project, { targets, pointsTo }: CallGraph): readonly boolean[] {
  const takesNext = (func: number): boolean => functions[func].parameters.some(({ name }) => NEXT_PARAMETERS.test(name))
  const hasNext = functions.map(({ name, parent, classIndex }, func) => {
    if (takesNext(func) || HOOKS.has(name)) return true
    const construct = classIndex < 0 ? -1 : classes[classIndex].constructorFunction
    // `def middleware(request)` within `def tenant(get_response)`, and `__call__` of a class whose constructor takes `get_response`.
    return (parent > 0 && takesNext(parent)) || (construct >= 0 && name === '__call__' && takesNext(construct))
  })
  // `app.addHook('preHandler', async (request) => …)`
  for (const { spelledName, receiver, arguments: passed } of calls)
    if (spelledName === 'addHook' && receiver >= 0 && passed[1] !== undefined)
      for (const hook of pointsTo.functionsOf(passed[1].value)) hasNext[hook] = true
  const first = [...hasNext]
  for (const [index, { owner }] of calls.entries())
    if (first[owner])
      for (const target of targets[index] ?? [])
        if (functions[target].parameters.some(({ name }) => REQUEST_PARAMETERS[0].names.test(name))) hasNext[target] = true
  return hasNext
}

/** The key of `c.set('x', …)` and `c.get('x')`. */
function calledPlace(project: Project, links: CallGraph, receiver: number, name: string): string | undefined {
  const { op, a, functions, owner } = project
  const root = updateRoot(project, links, receiver)
  const own = op[root] === OP.parameter && a[root] >= 0 ? functions[owner[root]].parameters[a[root]]?.name : undefined
  return own !== undefined && REQUEST_PARAMETERS[2].names.test(own) ? `2 ().${name}` : undefined
}

/** The value before all stores and checks, on any branch. */
function updateRoot({ op, a }: Project, { pointsTo }: CallGraph, value: number): number {
  let at = pointsTo.rootOf(value)
  for (let steps = 0; steps < MAX_STEPS && at >= 0; steps++) {
    if (op[at] !== OP.postUpdate && op[at] !== OP.store && op[at] !== OP.refine && op[at] !== OP.phi) break
    at = a[at]
  }
  return at
}
