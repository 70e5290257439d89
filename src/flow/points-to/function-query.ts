import { SYNTHETIC_KEY, OP } from '../../model/program.ts'
import { union, EMPTY } from './query-cache.ts'
import type { Project } from '../program/link-program.ts'
import { transitiveSubclassesOf, methodsNamed } from './class-members.ts'
import { takesElement } from '../program/collection-methods.ts'
import { importedValues } from './imported-values.ts'
import { ANY_PROPERTY, type QueryContext } from './query-context.ts'

/** Functions that a value may be, from its operands. */
export function queryFunctions(r: QueryContext, value: number): readonly number[] {
  const { op, a } = r.project
  switch (op[value]) {
    case OP.function:
      return [a[value]]
    case OP.phi:
    case OP.refine:
    case OP.captured:
      return functionsOfAny(r, r.mustAlias.operandsOf(value))
    case OP.postUpdate:
    case OP.store:
      return r.functionsOf(a[value])
    case OP.parameter:
      return ofParameter(r, value)
    case OP.imported:
      return functionsOfAny(r, importedValues(r, value))
    case OP.load:
      return ofPart(r, value)
    case OP.result:
      return ofResult(r, value)
    default:
      return EMPTY
  }
}

/** Functions that any of the values may be. */
export function functionsOfAny(r: QueryContext, values: readonly number[]): readonly number[] {
  let found = EMPTY
  for (const each of values) found = union(found, r.functionsOf(each))
  return found
}

function ofParameter(r: QueryContext, value: number): readonly number[] {
  const { a, owner, functions, classes } = r.project
  const { classIndex, name } = functions[owner[value]]
  // `cls(…)` creates an instance, `self(…)` calls the instance.
  if (a[value] < 0 && classIndex >= 0) {
    // Python calls it with each subclass.
    if (name === '__init_subclass__') return transitiveSubclassesOf(r, classIndex).map((each) => classes[each].constructorFunction)
    const called = r.membersOf(classIndex, 'methods', '__call__')
    return called.length > 0 ? called : [classes[classIndex].constructorFunction]
  }
  return union(r.functionsPassedTo(value), functionsOfAny(r, r.valuesPassedTo(value)))
}

function ofPart(r: QueryContext, value: number): readonly number[] {
  const { a, key, keys, classes } = r.project
  // `handlers[name](x)`
  if (key[value] < 0) return functionsOfAny(r, r.propertyValues(a[value], ANY_PROPERTY))
  const name = keys[key[value]]
  const methods = methodsNamed(r, a[value], name)
  if (methods.length > 0) return methods
  if (name !== SYNTHETIC_KEY.super) return functionsOfAny(r, r.propertyValues(a[value], key[value]))
  let found = EMPTY
  for (const each of r.instancesOf(a[value])) found = union(found, functionsOfAny(r, classes[each].bases))
  return found
}

function ofResult(r: QueryContext, value: number): readonly number[] {
  const { a, calls, functions } = r.project
  const call = calls[a[value]]
  const targets = r.functionsOf(call.callee)
  // `handlers.get(name)`, of a dictionary or a map.
  if (targets.length === 0 && takesElement(call) && isTable(r, call.receiver)) {
    const instead = call.spelledName === 'get' ? call.arguments.slice(1, 2).map((other) => other.value) : EMPTY
    const named = call.spelledName === 'get' && call.constantKey !== undefined ? r.project.findKey(call.constantKey) : -1
    const known = named < 0 ? EMPTY : functionsOfAny(r, r.propertyValues(call.receiver, named))
    return known.length > 0 ? known : functionsOfAny(r, [...r.propertyValues(call.receiver, ANY_PROPERTY), ...instead])
  }
  const wraps = call.spelledName.startsWith('@')
  if (targets.length > 0) {
    let instances = calledInstances(r, value)
    if (instances.length === 0) for (const target of targets) instances = union(instances, r.functionsOf(functions[target].result))
    if (instances.length > 0 || !wraps) return instances
  }
  if (!wraps && !WRAPPING_CALLS.test(call.spelledName) && !wrapsHandler(r, call)) return EMPTY
  let found = call.spelledName === 'bind' ? r.functionsOf(call.receiver) : EMPTY
  for (const argument of call.arguments) found = union(found, r.functionsOf(argument.value))
  return found
}

/** Whether a function of another file is called with an inline request handler, whatever its name is: it returns the handler. */
function wrapsHandler({ project }: QueryContext, { callee, arguments: passed }: Project['calls'][number]): boolean {
  const { op, a, functions } = project
  if (passed.length !== 1 || callee < 0 || (op[callee] !== OP.imported && op[callee] !== OP.load)) return false
  const { value } = passed[0]
  return op[value] === OP.function && HANDLER_PARAMETER.test(functions[a[value]].parameters[0]?.name ?? '')
}

/** Names of the first parameter of request handlers. */
const HANDLER_PARAMETER = /^_?(?:req|request|ctx)$/

/** Whether the receiver is a dictionary or map of the program that no parameter can change. */
function isTable(r: QueryContext, receiver: number): boolean {
  const { op } = r.project
  const identity = r.mustAlias.rootOf(receiver)
  return op[identity] !== OP.parameter && r.instancesOf(receiver).length === 0
}

/** `instance(…)` of a Python class with `__call__`. */
function calledInstances(r: QueryContext, value: number): readonly number[] {
  let found = EMPTY
  if (!r.hasCallableInstances) return found
  for (const each of r.instancesOf(value)) found = union(found, r.membersOf(each, 'methods', '__call__'))
  return found
}

/** Calls that return a function which is passed to them, possibly wrapped. */
const WRAPPING_CALLS =
  /^(?:bind|promisify|callbackify|useCallback|useMemo|memo|p?[mM]emoize|memoizeOne|unstable_cache|debounce|throttle|once|partial|wrap|wrapAsync|asyncHandler|expressAsyncHandler|catchAsync|catchAsyncErrors|tryCatch|forwardRef|cache|lru_cache|wraps|sync_to_async|async_to_sync|withAuth|handler)$/
