import { BOUNDS } from '../../model/bounds.ts'
import type { LanguageModels } from '../../model/call-models.ts'
import { OP } from '../../model/program.ts'
import { REQUEST_PROPERTIES } from '../models/request-properties.ts'
import { extraOperandsOf, type Project } from '../program/link-program.ts'
import type { MustAlias } from './must-alias.ts'

/** Which values are objects that a framework passes to many functions: a server, a request, a context. */
export interface FrameworkObjects {
  /** Whether programs share values in properties of the object. */
  isHolder(value: number): boolean
  /** Whether a value is a property of such an object: `req.store.find`. */
  isProperty(value: number): boolean
  /** Whether the object has the methods `get` and `set` for shared values: `c.set('store', store)` of Hono, `app.set('store', store)` of Express. */
  hasGetAndSet(value: number): boolean
}

/** Parameters that hold a server, or what it creates for each request. */
const FRAMEWORK_PARAMETERS = /^_?(?:server|instance|app|request|req|reply|ctx|context)$/
/** Of these those on which programs store functions without a decorator. */
const SERVER_PARAMETERS = /^_?server$/
const CONTEXT_PARAMETERS = /^_?(?:c|ctx|context|app)$/
const RESPONSE_PARAMETERS = /^_?res(?:ponse)?$/
/** Properties that exist for values of the program, or that lead to an object with such properties. */
const STATE_PROPERTIES: ReadonlySet<string> = new Set(['locals', 'state', 'app', 'server', 'context', 'request', 'var'])
/** The position of the context of a GraphQL resolver: `(_, args, { books }) => …`. */
const RESOLVER_CONTEXT_POSITION = 2
/** Nested properties that are followed. */
const MAX_PROPERTY_DEPTH = BOUNDS.frameworkPropertyDepth.value
/** Values that one captured variable may be. */
const MAX_SOURCES = BOUNDS.capturedFrameworkValues.value

interface Context {
  readonly project: Project
  rootOf(value: number): number
}

export function createFrameworkObjects(project: Project, { rootOf }: Pick<MustAlias, 'rootOf'>): FrameworkObjects {
  const context: Context = { project, rootOf }
  return {
    isHolder: (value) => isHolder(context, value, 0),
    isProperty: (value) => isProperty(context, value),
    hasGetAndSet: (value) => value >= 0 && (isParameterNamed(context, value, CONTEXT_PARAMETERS) || isHolder(context, value, 0)),
  }
}

function isHolder(context: Context, value: number, depth: number): boolean {
  const { project, rootOf } = context
  const { op, a, owner, functions, calls, imports } = project
  if (value < 0 || depth > MAX_PROPERTY_DEPTH) return false
  const root = rootOf(value)
  switch (op[root]) {
    case OP.parameter:
      // `this` of a handler is the server.
      return a[root] < 0 ? functions[owner[root]].classIndex < 0 : isHolderParameter(project, root)
    case OP.result:
      return modelsOf(project, root).kindOfResult(calls[a[root]].name) === 'application'
    case OP.load:
      return isHolderProperty(context, root, depth)
    case OP.captured:
      return extraOperandsOf(project, root)
        .subarray(0, MAX_SOURCES)
        .some((each) => isHolder(context, each, depth + 1))
    case OP.imported:
      return modelsOf(project, root).kindOfImport(`${imports[a[root]].specifier}.${imports[a[root]].name}`) !== undefined
    default:
      return false
  }
}

function isHolderParameter(project: Project, root: number): boolean {
  const name = nameOf(project, root)
  return FRAMEWORK_PARAMETERS.test(name) || isApplicationName(project, root) || (project.a[root] === RESOLVER_CONTEXT_POSITION && name === '')
}

function isHolderProperty(context: Context, load: number, depth: number): boolean {
  const { a, key, keys } = context.project
  if (key[load] < 0) return false
  if (isContextOption(context, load)) return true
  if (!STATE_PROPERTIES.has(keys[key[load]])) return false
  return isHolder(context, a[load], depth + 1) || isReceiver(context, a[load]) || isParameterNamed(context, a[load], RESPONSE_PARAMETERS)
}

/** `({ ctx, input }) => …` */
function isContextOption({ project: { op, a, key, keys }, rootOf }: Context, load: number): boolean {
  const options = rootOf(a[load])
  return keys[key[load]] === 'ctx' && op[options] === OP.parameter && a[options] === 0
}

/** `self.request` of a class-based view. */
function isReceiver({ project: { op, a }, rootOf }: Context, value: number): boolean {
  const root = rootOf(value)
  return op[root] === OP.parameter && a[root] < 0
}

function isProperty(context: Context, value: number): boolean {
  const { project, rootOf } = context
  const { op, a, key, keys } = project
  let at = value < 0 ? value : rootOf(value)
  for (let parts = 1; parts <= MAX_PROPERTY_DEPTH && at >= 0 && op[at] === OP.load; parts++) {
    // Properties that the framework itself sets are no objects of the program.
    if (isHolder(context, a[at], 0)) return (parts > 1 || isServer(context, a[at])) && !(key[at] >= 0 && REQUEST_PROPERTIES.has(keys[key[at]]))
    at = rootOf(a[at])
  }
  return false
}

function isServer(context: Context, value: number): boolean {
  const root = parameterOf(context, value)
  return root >= 0 && (SERVER_PARAMETERS.test(nameOf(context.project, root)) || isApplicationName(context.project, root))
}

function isParameterNamed(context: Context, value: number, names: RegExp): boolean {
  const root = parameterOf(context, value)
  return root >= 0 && names.test(nameOf(context.project, root))
}

/** The parameter that a value is, in its function or captured by a nested one; -1 for other values. */
function parameterOf({ project, rootOf }: Context, value: number): number {
  const { op, a } = project
  const alias = rootOf(value)
  const root = op[alias] === OP.captured ? rootOf(extraOperandsOf(project, alias)[0] ?? alias) : alias
  return op[root] === OP.parameter && a[root] >= 0 ? root : -1
}

function isApplicationName(project: Project, parameter: number): boolean {
  return modelsOf(project, parameter).isParameterOf('application', nameOf(project, parameter).replace(/^_/, ''))
}

function nameOf({ functions, owner, a }: Project, parameter: number): string {
  return functions[owner[parameter]].parameters[a[parameter]]?.name ?? ''
}

function modelsOf({ models, fileOf }: Project, value: number): LanguageModels {
  return models[fileOf[value]]
}
