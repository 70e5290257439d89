import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { MAX_RESULTS, EMPTY } from './query-cache.ts'
import { extraOperandsOf, type FlowCall, type Project } from '../program/link-program.ts'
import type { LanguageModels } from '../../model/call-models.ts'
import { REQUEST_PROPERTIES } from '../models/request-properties.ts'
import type { MustAlias } from './must-alias.ts'

/** What programs leave under a name in objects that a framework hands to everything: a server, a request, what they have for that. */
export interface FrameworkProperties {
  /** Values that were left there under the name of a part, where the value is such an object. */
  propertyValues(value: number, part: number): readonly number[]
  /** The same for `c.get('store')`. */
  valuesReturnedBy(call: FlowCall): readonly number[]
  /** Whether a value is a part of such an object: `req.store.find`. */
  isProperty(value: number): boolean
}

/** Parameters that hold a server, or what it makes for each request. */
const FRAMEWORK_PARAMETERS = /^_?(?:server|instance|app|request|req|reply|ctx|context)$/
/** Of these those on which programs leave functions as they are. */
const SERVER_PARAMETERS = /^_?server$/
/** Parts that are made for what others leave in them, or that lead to one that is. */
const STATE_PROPERTIES: ReadonlySet<string> = new Set(['locals', 'state', 'app', 'server', 'context', 'request', 'var'])
const DECORATE_METHODS: ReadonlySet<string> = new Set(['decorate', 'decorateRequest', 'decorateReply'])
/** Parameters that take and give by call: `c.set('store', store)` of Hono, `app.set('store', store)` of Express. */
const CONTEXT_PARAMETERS = /^_?(?:c|ctx|context|app)$/
/** Functions that create the context of each GraphQL resolver and each tRPC procedure. */
const MAKES_CONTEXT = /^(?:(?:create|make|build|get)\w*Context(?:Inner)?|context)$/
/** Where a resolver takes what it needs out of its context: `(_, args, { books }) => …`. */
const RESOLVER_CONTEXT_POSITION = 2
/** Parts of one context, and what a function may give of which one is a context. */
const MAX_CONTEXT_VALUES = BOUNDS.contextObjectValues.value
/** Parts of parts that are looked through. */
const MAX_PROPERTY_DEPTH = BOUNDS.frameworkPropertyDepth.value
/** Values that one variable of an outer function may be. */
const MAX_SOURCES = BOUNDS.capturedFrameworkValues.value

/** Reads all files once. */
export function findFrameworkProperties(project: Project, { rootOf }: MustAlias): FrameworkProperties {
  const { op, a, b, key, keys, count, owner, functions, calls, imports, models, fileOf, keyId } = project
  const found = new Map<number, number[]>()
  const record = (part: number, value: number): void => {
    if (op[value] === OP.unknown || op[value] === OP.combine) return
    const known = found.get(part)
    if (known === undefined) found.set(part, [value])
    else if (known.length < MAX_RESULTS) known.push(value)
  }
  const isHolder = (value: number, depth = 0): boolean => {
    if (value < 0 || depth > MAX_PROPERTY_DEPTH) return false
    const root = rootOf(value)
    switch (op[root]) {
      case OP.parameter:
        // `this` of a handler is the server.
        if (a[root] < 0) return functions[owner[root]].classIndex < 0
        return FRAMEWORK_PARAMETERS.test(nameOf(root)) || isApplicationName(root) || (a[root] === RESOLVER_CONTEXT_POSITION && nameOf(root) === '')
      case OP.result:
        return modelsOf(root).kindOfResult(calls[a[root]].name) === 'application'
      case OP.load:
        if (key[root] >= 0 && isContext(root)) return true
        return key[root] >= 0 && STATE_PROPERTIES.has(keys[key[root]]) && (isHolder(a[root], depth + 1) || isReceiver(a[root]) || isResponse(a[root]))
      case OP.captured:
        return extraOperandsOf(project, root)
          .subarray(0, MAX_SOURCES)
          .some((each) => isHolder(each, depth + 1))
      case OP.imported:
        return modelsOf(root).kindOfImport(`${imports[a[root]].specifier}.${imports[a[root]].name}`) !== undefined
      default:
        return false
    }
  }
  const modelsOf = (value: number): LanguageModels => models[fileOf[value]]
  const isApplicationName = (value: number): boolean => modelsOf(value).isParameterOf('application', nameOf(value).replace(/^_/, ''))
  const nameOf = (parameter: number): string => functions[owner[parameter]].parameters[a[parameter]]?.name ?? ''
  const parameterOf = (value: number): number => {
    const identity = rootOf(value)
    // A function within has it from the one around it.
    const root = op[identity] === OP.captured ? rootOf(extraOperandsOf(project, identity)[0] ?? identity) : identity
    return op[root] === OP.parameter && a[root] >= 0 ? root : -1
  }
  const isParameter = (value: number, names: RegExp): boolean => {
    const root = parameterOf(value)
    return root >= 0 && names.test(nameOf(root))
  }
  /** Whether it is a parameter that is a server. */
  const isServer = (value: number): boolean => {
    const root = parameterOf(value)
    return root >= 0 && (SERVER_PARAMETERS.test(nameOf(root)) || isApplicationName(root))
  }
  /** `self.request` of a view that is a class. */
  const isReceiver = (value: number): boolean => {
    const root = rootOf(value)
    return op[root] === OP.parameter && a[root] < 0
  }
  const isResponse = (value: number): boolean => isParameter(value, /^_?res(?:ponse)?$/)
  /** `({ ctx, input }) => …` */
  const isContext = (load: number): boolean => {
    const options = rootOf(a[load])
    return keys[key[load]] === 'ctx' && op[options] === OP.parameter && a[options] === 0
  }
  const recordAssignment = (result: number): void => {
    const waiting = [...extraOperandsOf(project, result)]
    for (let steps = 0; waiting.length > 0 && steps < MAX_CONTEXT_VALUES; steps++) {
      const contextObject = waiting.pop() ?? -1
      if (op[contextObject] === OP.store) {
        if (key[contextObject] >= 0) record(key[contextObject], b[contextObject])
        waiting.push(a[contextObject])
      } else if (op[contextObject] === OP.phi) waiting.push(...extraOperandsOf(project, contextObject).subarray(0, MAX_RESULTS))
    }
  }
  const takes = (receiver: number): boolean => receiver >= 0 && (isParameter(receiver, CONTEXT_PARAMETERS) || isHolder(receiver))

  for (let value = 0; value < count; value++) if (op[value] === OP.store && key[value] >= 0 && isHolder(a[value])) record(key[value], b[value])
  for (const { name, result } of functions) if (MAKES_CONTEXT.test(name)) recordAssignment(result)
  for (const { spelledName, receiver, constantKey, arguments: passed } of calls) {
    if (receiver < 0 || constantKey === undefined || passed.length < 2) continue
    if (DECORATE_METHODS.has(spelledName) || (spelledName === 'set' && passed.length === 2 && takes(receiver)))
      record(keyId(constantKey), passed[1].value)
  }
  return {
    propertyValues: (value, part) => {
      const known = found.get(part)
      return known !== undefined && isHolder(value) ? known : EMPTY
    },
    valuesReturnedBy: ({ spelledName, receiver, constantKey, arguments: passed }) => {
      if (spelledName !== 'get' || constantKey === undefined || passed.length !== 1) return EMPTY
      const known = found.get(keyId(constantKey))
      return known !== undefined && takes(receiver) ? known : EMPTY
    },
    isProperty: (value) => {
      let at = value < 0 ? value : rootOf(value)
      for (let parts = 1; parts <= MAX_PROPERTY_DEPTH && at >= 0 && op[at] === OP.load; parts++) {
        // What the framework puts there itself is no object of the program.
        if (isHolder(a[at])) return (parts > 1 || isServer(a[at])) && !(key[at] >= 0 && REQUEST_PROPERTIES.has(keys[key[at]]))
        at = rootOf(a[at])
      }
      return false
    },
  }
}
