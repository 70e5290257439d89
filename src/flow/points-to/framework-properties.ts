import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { extraOperandsOf, type FlowCall, type Project } from '../program/link-program.ts'
import { createFrameworkObjects, type FrameworkObjects } from './framework-objects.ts'
import type { MustAlias } from './must-alias.ts'
import { EMPTY, MAX_RESULTS } from './query-cache.ts'

/** What programs store in objects that a framework passes to many functions: a server, a request, a context. */
export interface FrameworkProperties {
  /** Values that were stored in a property, if the value is such an object. */
  propertyValues(value: number, part: number): readonly number[]
  /** The same for `c.get('store')`. */
  valuesReturnedBy(call: FlowCall): readonly number[]
  /** Whether a value is a property of such an object: `req.store.find`. */
  isProperty(value: number): boolean
}

const DECORATE_METHODS: ReadonlySet<string> = new Set(['decorate', 'decorateRequest', 'decorateReply'])
/** Functions that create the context of each GraphQL resolver and each tRPC procedure. */
const MAKES_CONTEXT = /^(?:(?:create|make|build|get)\w*Context(?:Inner)?|context)$/
/** Properties of one context, and alternatives that a function may return. */
const MAX_CONTEXT_VALUES = BOUNDS.contextObjectValues.value

/** Reads all files once. */
export function findFrameworkProperties(project: Project, mustAlias: MustAlias): FrameworkProperties {
  const objects = createFrameworkObjects(project, mustAlias)
  const found = findStoredValues(project, objects)
  return {
    propertyValues: (value, part) => {
      const known = found.get(part)
      return known !== undefined && objects.isHolder(value) ? known : EMPTY
    },
    valuesReturnedBy: ({ spelledName, receiver, constantKey, arguments: passed }) => {
      if (spelledName !== 'get' || constantKey === undefined || passed.length !== 1) return EMPTY
      const known = found.get(project.keyId(constantKey))
      return known !== undefined && objects.hasGetAndSet(receiver) ? known : EMPTY
    },
    isProperty: objects.isProperty,
  }
}

/** By property: the values that are stored under its name in any such object. */
function findStoredValues(project: Project, { isHolder, hasGetAndSet }: FrameworkObjects): ReadonlyMap<number, readonly number[]> {
  const { op, a, b, key, count, functions, calls, keyId } = project
  const found = new Map<number, number[]>()
  const record = (part: number, value: number): void => {
    if (op[value] === OP.unknown || op[value] === OP.combine) return
    const known = found.get(part)
    if (known === undefined) found.set(part, [value])
    else if (known.length < MAX_RESULTS) known.push(value)
  }
  for (let value = 0; value < count; value++) if (op[value] === OP.store && key[value] >= 0 && isHolder(a[value])) record(key[value], b[value])
  for (const { name, result } of functions) if (MAKES_CONTEXT.test(name)) recordContext(project, result, record)
  for (const { spelledName, receiver, constantKey, arguments: passed } of calls) {
    if (receiver < 0 || constantKey === undefined || passed.length < 2) continue
    if (DECORATE_METHODS.has(spelledName) || (spelledName === 'set' && passed.length === 2 && hasGetAndSet(receiver)))
      record(keyId(constantKey), passed[1].value)
  }
  return found
}

/** Records the properties of the object that a function returns. */
function recordContext(project: Project, result: number, record: (part: number, value: number) => void): void {
  const { op, a, b, key } = project
  const open = [...extraOperandsOf(project, result)]
  for (let steps = 0; open.length > 0 && steps < MAX_CONTEXT_VALUES; steps++) {
    const value = open.pop() ?? -1
    if (op[value] === OP.store) {
      if (key[value] >= 0) record(key[value], b[value])
      open.push(a[value])
    } else if (op[value] === OP.phi) open.push(...extraOperandsOf(project, value).subarray(0, MAX_RESULTS))
  }
}
