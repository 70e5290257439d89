import { OP } from '../../model/program.ts'
import type { FlowCall, Project } from '../project/build-project.ts'
import type { ModuleLinks } from '../project/link-modules.ts'
import type { FunctionResolver } from './resolve-functions.ts'

const LISTENS: ReadonlySet<string> = new Set(['on', 'once', 'addListener', 'subscribe'])
const EMITS: ReadonlySet<string> = new Set(['emit', 'publish'])
/** Values that are looked through for where an emitter was made. */
const MAX_STEPS = 30

/** Listeners by call of `emit` or `publish`: functions that were given to `on` of the same emitter for the same event. */
export function linkEvents(project: Project, links: ModuleLinks, resolver: FunctionResolver): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, readonly number[]>()
  const emits: number[] = []
  for (const [index, call] of project.calls.entries())
    if (EMITS.has(call.written) && call.subject !== undefined && call.receiver >= 0) emits.push(index)
  if (emits.length === 0) return found
  const listeners = new Map<string, number[]>()
  for (const call of project.calls) {
    const handler = call.arguments[1]
    if (call.subject === undefined || !LISTENS.has(call.written) || call.receiver < 0 || handler === undefined) continue
    const functions = resolver.functionsOf(handler.value)
    if (functions.length === 0) continue
    const id = eventOf(project, links, resolver, call)
    const known = listeners.get(id)
    if (known === undefined) listeners.set(id, [...functions])
    else known.push(...functions)
  }
  for (const index of emits) {
    const reached = listeners.get(eventOf(project, links, resolver, project.calls[index]))
    if (reached !== undefined) found.set(index, [...new Set(reached)])
  }
  return found
}

function eventOf(project: Project, links: ModuleLinks, resolver: FunctionResolver, call: FlowCall): string {
  return `${emitterOf(project, links, resolver, call.receiver).id} ${call.subject ?? ''}`
}

/** Where an object that several files may have was made. */
export interface Emitter {
  readonly id: string
  readonly value: number
  /** Parts of the value, from the inside out, joined by dots. */
  readonly path: string
}

/** Names where the value was made: a value, an export, a field of a class. */
export function emitterOf(
  { op, a, key, keys, imports, functions, owner }: Project,
  links: ModuleLinks,
  resolver: FunctionResolver,
  value: number,
): Emitter {
  const path: string[] = []
  let at = resolver.identityOf(value)
  const named = (id: string): Emitter => ({ id: `${id}.${path.join('.')}`, value: at, path: path.join('.') })
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (op[at] === OP.load && key[at] >= 0) {
      path.push(keys[key[at]])
      at = resolver.identityOf(a[at])
    } else if (op[at] === OP.imported) {
      const { specifier, name, file } = imports[a[at]]
      const target = links.fileOf(file, specifier)
      const exported = target === undefined ? [] : links.exported(target, name)
      if (exported.length !== 1) return named(`${target ?? specifier}#${name}`)
      at = resolver.identityOf(exported[0])
    } else if (op[at] === OP.parameter && a[at] < 0) {
      const { classIndex } = functions[owner[at]]
      return named(classIndex < 0 ? String(at) : `class ${classIndex}`)
    } else break
  }
  return named(String(at))
}
