import { OP } from '../model/program.ts'
import { joinsOf, type Project } from './build-project.ts'
import type { FunctionResolver } from './resolve-functions.ts'

/** Names of parameters that hold the server of Fastify, or what it makes for each request. */
const SERVER = /^_?(?:fastify|server|instance|app|request|req|reply)$/
/** Calls that give the server. */
const MAKES_SERVER = /^fastify(?:\.fastify)?$/
const DECORATES: ReadonlySet<string> = new Set(['decorate', 'decorateRequest', 'decorateReply'])

/** By key: values that a program adds to a server under a name, for whoever has the server: `fastify.decorate('store', store)`. */
export function findDecorated({ calls, keyId }: Project): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const { written, receiver, subject, arguments: passed } of calls) {
    if (receiver < 0 || subject === undefined || passed[1] === undefined || !DECORATES.has(written)) continue
    const key = keyId(subject)
    found.set(key, [...(found.get(key) ?? []), passed[1].value])
  }
  return found
}

/** Whether a value may be the server, or what it makes: the value before calls and stores. */
export function isServer({ op, a, key, keys, owner, functions, calls }: Project, value: number): boolean {
  switch (op[value]) {
    case OP.parameter: {
      const { parameters, classIndex } = functions[owner[value]]
      // `this` of a handler is the server.
      return a[value] < 0 ? classIndex < 0 : SERVER.test(parameters[a[value]]?.name ?? '')
    }
    case OP.result:
      return MAKES_SERVER.test(calls[a[value]].name)
    case OP.load:
      return key[value] >= 0 && keys[key[value]] === 'server'
    default:
      return false
  }
}

/** Parts of parts of a server. */
const MAX_PARTS = 3

/** Whether a value is a part of a parameter that is named as the server is: `fastify.store.find`. */
export function isOnServer(project: Project, resolver: FunctionResolver, value: number): boolean {
  const { op, a, owner, functions } = project
  let at = value < 0 ? value : resolver.identityOf(value)
  for (let steps = 0; steps < MAX_PARTS && at >= 0 && op[at] === OP.load; steps++) at = resolver.identityOf(a[at])
  // A function within has it from the one around it.
  if (at >= 0 && op[at] === OP.cell) at = resolver.identityOf(joinsOf(project, at)[0] ?? at)
  return at >= 0 && at !== value && op[at] === OP.parameter && a[at] >= 0 && HELD.test(functions[owner[at]].parameters[a[at]]?.name ?? '')
}

/** Parameters that nothing else but a server is called as. */
const HELD = /^_?(?:fastify|server)$/
