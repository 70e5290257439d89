import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { addToGroup } from '../../model/group-by.ts'
import type { FlowCall, Project } from '../program/link-program.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import type { PointsTo } from '../points-to/points-to.ts'

const LISTENS: ReadonlySet<string> = new Set(['on', 'once', 'addListener', 'subscribe'])
const EMITS: ReadonlySet<string> = new Set(['emit', 'publish'])
/** Values that are searched for the construction of an emitter. */
const MAX_STEPS = BOUNDS.eventEmitterSteps.value

/** By call of `emit` or `publish`: the functions that were passed to `on` of the same emitter for the same event. */
export function findEventListeners(project: Project, links: ModuleLinks, pointsTo: PointsTo): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, readonly number[]>()
  const emits: number[] = []
  for (const [index, call] of project.calls.entries())
    if (EMITS.has(call.spelledName) && call.constantKey !== undefined && call.receiver >= 0) emits.push(index)
  if (emits.length === 0) return found
  const listeners = new Map<string, number[]>()
  for (const call of project.calls) {
    const handler = call.arguments[1]
    if (call.constantKey === undefined || !LISTENS.has(call.spelledName) || call.receiver < 0 || handler === undefined) continue
    const functions = pointsTo.functionsOf(handler.value)
    if (functions.length === 0) continue
    for (const name of namesOf(project, links, pointsTo, call).listening) for (const each of functions) addToGroup(listeners, name, each)
  }
  if (listeners.size === 0) return found
  for (const index of emits) {
    const reached = namesOf(project, links, pointsTo, project.calls[index]).emitting.flatMap((name) => listeners.get(name) ?? [])
    if (reached.length > 0) found.set(index, [...new Set(reached)])
  }
  return found
}

interface EventNames {
  /** Keys under which the call registers a listener. */
  readonly listening: readonly string[]
  /** Keys under which the call notifies listeners. */
  readonly emitting: readonly string[]
}

/**
 * The keys of a call: emitter and event. An emitter that is an instance of a class of the program also has a key with its class if one side uses
 * `this` or a field, where the instance is unknown.
 */
function namesOf(project: Project, links: ModuleLinks, pointsTo: PointsTo, { receiver, constantKey = '' }: FlowCall): EventNames {
  const { id, value } = allocationSiteOf(project, links, pointsTo, receiver)
  const own = `${id} ${constantKey}`
  const isThis = project.op[value] === OP.parameter && project.a[value] < 0
  const instance = pointsTo.instancesOf(receiver)
  if (instance.length === 0) return { listening: [own], emitting: [own] }
  const classes = [...new Set(instance.flatMap((each) => [each, ...(isThis ? pointsTo.transitiveSubclassesOf(each) : [])]))]
  const any = classes.map((each) => `any ${each} ${constantKey}`)
  const unknown = classes.map((each) => `unknown ${each} ${constantKey}`)
  return isThis ? { listening: [own, ...any, ...unknown], emitting: [own, ...any] } : { listening: [own, ...any], emitting: [own, ...unknown] }
}

/** The construction of an object that several files may use. */
export interface AllocationSite {
  readonly id: string
  readonly value: number
  /** Properties that are read from it, innermost first, joined by dots. */
  readonly path: string
}

/** Finds the construction of a value: a value, an export, a field of a class. */
export function allocationSiteOf(
  { op, a, key, keys, imports, functions, owner }: Project,
  links: ModuleLinks,
  pointsTo: PointsTo,
  value: number,
): AllocationSite {
  const path: string[] = []
  let at = pointsTo.rootOf(value)
  const named = (id: string): AllocationSite => ({ id: `${id}.${path.join('.')}`, value: at, path: path.join('.') })
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (op[at] === OP.load && key[at] >= 0) {
      path.push(keys[key[at]])
      at = pointsTo.rootOf(a[at])
    } else if (op[at] === OP.imported) {
      const { specifier, name, file } = imports[a[at]]
      const target = links.fileOf(file, specifier)
      const exported = target === undefined ? [] : links.exported(target, name)
      if (exported.length !== 1) return named(`${target ?? specifier}#${name}`)
      at = pointsTo.rootOf(exported[0])
    } else if (op[at] === OP.parameter && a[at] < 0) {
      const { classIndex } = functions[owner[at]]
      return named(classIndex < 0 ? String(at) : `class ${classIndex}`)
    } else break
  }
  return named(String(at))
}
