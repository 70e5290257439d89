import { SYNTHETIC_KEY, OP } from '../../model/program.ts'
import { union, EMPTY } from './query-cache.ts'
import { superclassesOf, fieldsNamed } from './class-members.ts'
import { classesOf } from './method-resolution-order.ts'
import type { FlowCall } from '../program/link-program.ts'
import { collectionKeptBy, takesElement } from '../program/collection-methods.ts'
import { importedValues } from './imported-values.ts'
import { ANY_PROPERTY, type QueryContext } from './query-context.ts'

/** Classes that a value may be an instance of, from its operands. */
export function queryInstances(r: QueryContext, value: number): readonly number[] {
  const { op, a, b } = r.project
  switch (op[value]) {
    case OP.result:
      return ofResult(r, value)
    case OP.parameter:
      return ofParameter(r, value)
    case OP.phi: {
      const instances = instancesOfAny(r, r.mustAlias.operandsOf(value))
      return instances.length > 0 || b[value] < 0 ? instances : instancesOfType(r, b[value])
    }
    case OP.refine:
    case OP.captured:
      return instancesOfAny(r, r.mustAlias.operandsOf(value))
    case OP.postUpdate:
    case OP.store:
      return r.instancesOf(a[value])
    case OP.imported:
      return instancesOfAny(r, importedValues(r, value))
    case OP.load:
      return ofPart(r, value)
    default:
      return EMPTY
  }
}

/** Classes of a value according to its type: the class that the type names, or those of the value that describes the type. */
function instancesOfType(r: QueryContext, type: number): readonly number[] {
  let found = EMPTY
  for (const each of classesOf(r, type)) {
    for (const { value } of r.project.classes[each].fields.get(SYNTHETIC_KEY.exemplar) ?? []) found = union(found, r.instancesOf(value))
    found = union(found, [each])
  }
  return found
}

function instancesOfAny(r: QueryContext, values: readonly number[]): readonly number[] {
  let found = EMPTY
  for (const each of values) found = union(found, r.instancesOf(each))
  return found
}

function ofResult(r: QueryContext, value: number): readonly number[] {
  const { a, calls, functions } = r.project
  const { callee } = calls[a[value]]
  const made = classesOf(r, callee)
  if (made.length > 0) return made
  const managed = ofManager(r, calls[a[value]])
  if (managed.length > 0) return managed
  const targets = r.functionsOf(callee)
  if (targets.length === 0) return ofForeignCall(r, calls[a[value]])
  let found = EMPTY
  for (const target of targets) found = union(found, r.instancesOf(functions[target].result))
  if (found.length > 0) return found
  for (const target of targets) if (functions[target].returnType >= 0) found = union(found, instancesOfType(r, functions[target].returnType))
  return found
}

function ofForeignCall(r: QueryContext, call: FlowCall): readonly number[] {
  const element = ofElementCall(r, call)
  const first = call.arguments[0]
  return element.length > 0 || first === undefined || !INJECTOR_METHODS.has(call.spelledName) ? element : classesOf(r, first.value)
}

/**
 * A Django manager has the methods of the query class that it is created from: `PostQuery.as_manager()`, `Manager.from_queryset(PostQuery)()`.
 * Methods that narrow a query return a query of the same class: `posts.filter(…)`.
 */
function ofManager(r: QueryContext, { spelledName, receiver, callee }: FlowCall): readonly number[] {
  const { op, a, calls } = r.project
  if (spelledName === 'as_manager') return classesOf(r, receiver)
  if (QUERYSET_METHODS.has(spelledName)) return r.functionsOf(callee).length > 0 ? EMPTY : r.instancesOf(receiver)
  if (callee < 0 || op[callee] !== OP.result) return EMPTY
  const maker = calls[a[callee]]
  const [queries] = maker.arguments
  return maker.spelledName === 'from_queryset' && queries !== undefined ? classesOf(r, queries.value) : EMPTY
}

/** Methods of Django that return their receiver with a narrower query. */
const QUERYSET_METHODS: ReadonlySet<string> = new Set([
  'all',
  'filter',
  'exclude',
  'order_by',
  'distinct',
  'using',
  'select_related',
  'prefetch_related',
  'annotate',
  'alias',
  'extra',
  'only',
  'defer',
  'reverse',
  'union',
  'values',
  'select_for_update',
  'get_queryset',
])

/** Methods of dependency-injection containers that take a class: `container.resolve(Links)`, `moduleRef.get(Links)`, `inject(Links)`. */
const INJECTOR_METHODS: ReadonlySet<string> = new Set(['resolve', 'get', 'inject'])

/** `handlers.get(name)`, `handlers.values()` of standard containers. */
function ofElementCall(r: QueryContext, call: FlowCall): readonly number[] {
  if (takesElement(call)) return union(elementsOf(r, call.receiver), instancesOfAny(r, r.framework.valuesReturnedBy(call)))
  if (call.spelledName === '__enter__') return ofEntered(r, call.receiver)
  const kept = collectionKeptBy(call)
  return kept < 0 ? EMPTY : r.instancesOf(kept).filter((each) => r.project.classes[each].fields.has(SYNTHETIC_KEY.element))
}

/** The value that `with` binds if the program has no `__enter__` for it: the manager itself, or what a function with `@contextmanager` yields. */
function ofEntered(r: QueryContext, manager: number): readonly number[] {
  const own = r.instancesOf(manager)
  return own.length > 0 ? own : elementsOf(r, manager)
}

/** Instances that are stored as elements of a value, or that its element type names. */
function elementsOf(r: QueryContext, holder: number): readonly number[] {
  const stored = instancesOfAny(r, r.propertyValues(holder, ANY_PROPERTY))
  if (stored.length > 0) return stored
  let found = EMPTY
  for (const each of r.instancesOf(holder))
    for (const field of r.project.classes[each].fields.get(SYNTHETIC_KEY.element) ?? []) found = union(found, instancesOfType(r, field.value))
  return found
}

function ofParameter(r: QueryContext, value: number): readonly number[] {
  const { a, owner, functions } = r.project
  const { classIndex, parameters } = functions[owner[value]]
  if (a[value] < 0) return classIndex >= 0 ? [classIndex] : EMPTY
  const type = parameters[a[value]]?.type ?? -1
  const typed = type < 0 ? EMPTY : instancesOfType(r, type)
  if (typed.length > 0 && !areInterfaces(r, typed)) return typed
  const passed = instancesOfAny(r, r.valuesPassedTo(value))
  return passed.length > 0 ? passed : typed
}

/** Whether the classes are interfaces only. Then the passed values are more precise. */
function areInterfaces(r: QueryContext, classes: readonly number[]): boolean {
  return classes.every((each) => r.project.classes[each].isInterface || isProtocol(r, each))
}

/** Whether a class is a structural interface that others implement without naming it: `class Store(Protocol)`. */
function isProtocol({ project, mustAlias }: QueryContext, classIndex: number): boolean {
  const { op, a, classes, imports } = project
  return classes[classIndex].bases.some((base) => {
    let at = mustAlias.rootOf(base)
    // `Protocol[T]`
    if (at >= 0 && op[at] === OP.load) at = mustAlias.rootOf(a[at])
    return at >= 0 && op[at] === OP.imported && imports[a[at]].name === 'Protocol'
  })
}

/** The result of a getter with that name: `@property def store(self): return Store()`. */
function ofGetters(r: QueryContext, holder: number, name: string): readonly number[] {
  let found = EMPTY
  for (const each of r.instancesOf(holder)) {
    for (const getter of r.membersOf(each, 'getters', name)) {
      const { result, returnType } = r.project.functions[getter]
      const returned = r.instancesOf(result)
      found = union(found, returned.length > 0 || returnType < 0 ? returned : classesOf(r, returnType))
    }
  }
  return found
}

function ofPart(r: QueryContext, value: number): readonly number[] {
  const { a, key, keys } = r.project
  if (key[value] < 0) return elementsOf(r, a[value])
  if (keys[key[value]] === SYNTHETIC_KEY.super) return superclassesOf(r, a[value])
  let known = EMPTY
  let described = EMPTY
  for (const { isType, value: declared } of fieldsNamed(r, a[value], key[value])) {
    const found = isType ? instancesOfType(r, declared) : r.instancesOf(declared)
    if (areInterfaces(r, found)) described = union(described, found)
    else known = union(known, found)
  }
  known = union(known, ofGetters(r, a[value], keys[key[value]]))
  if (known.length > 0) return known
  const stored = instancesOfAny(r, r.propertyValues(a[value], key[value]))
  if (stored.length > 0 || described.length > 0) return stored.length > 0 ? stored : described
  return /^\d+$/.test(keys[key[value]]) ? elementsOf(r, a[value]) : EMPTY
}
