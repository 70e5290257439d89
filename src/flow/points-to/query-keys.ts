import { BOUNDS } from '../../model/bounds.ts'
import type { MemberKind } from './query-context.ts'

/** The query of a key. */
export type Query =
  /** Functions that a value may be. */
  | { readonly kind: 'functions'; readonly value: number }
  /** Classes that a value may be an instance of. */
  | { readonly kind: 'instances'; readonly value: number }
  /** Values that a property of a value may have. */
  | { readonly kind: 'property'; readonly value: number; readonly property: number }
  /** Direct subclasses of all classes. The result is the side table of `points-to.ts`. */
  | { readonly kind: 'subclasses' }
  /** Method resolution order of a class; empty if it has none. */
  | { readonly kind: 'resolution-order'; readonly classIndex: number }
  /** Members of a class and its superclasses by name. */
  | { readonly kind: 'member'; readonly classIndex: number; readonly member: MemberKind; readonly name: string }

/** Keys of queries and of facts in the query cache: one series of numbers from 0. */
export interface QueryKeys {
  functions(value: number): number
  instances(value: number): number
  property(value: number, property: number): number
  readonly subclasses: number
  resolutionOrder(classIndex: number): number
  member(classIndex: number, member: MemberKind, name: string): number
  /** A fact: the arguments for the parameter. */
  parameter(value: number): number
  /** The query of a key that is no fact. */
  queryOf(key: number): Query
  /** Keys that exist from the start. Those of properties and members are added when they are first needed. */
  readonly count: number
}

/** Property ids are below this, so that a value and a property make one number. */
const MAX_PROPERTIES = BOUNDS.queryKeyProperties.value

/** Creates the keys for a number of values and classes. */
export function createQueryKeys(values: number, classes: number): QueryKeys {
  const subclasses = 3 * values
  const firstClass = subclasses + 1
  const count = firstClass + classes
  const added: Query[] = []
  const properties = new Map<number, number>()
  const members = new Map<string, number>()
  const add = (query: Query): number => count + added.push(query) - 1
  return {
    functions: (value) => value,
    instances: (value) => values + value,
    parameter: (value) => 2 * values + value,
    subclasses,
    resolutionOrder: (classIndex) => firstClass + classIndex,
    property: (value, property) => {
      // -1 is a property too.
      const id = value * MAX_PROPERTIES + property + 1
      const key = properties.get(id) ?? add({ kind: 'property', value, property })
      properties.set(id, key)
      return key
    },
    member: (classIndex, member, name) => {
      const id = `${classIndex} ${member} ${name}`
      const key = members.get(id) ?? add({ kind: 'member', classIndex, member, name })
      members.set(id, key)
      return key
    },
    queryOf: (key) => {
      if (key >= count) return added[key - count]
      if (key >= firstClass) return { kind: 'resolution-order', classIndex: key - firstClass }
      if (key === subclasses) return { kind: 'subclasses' }
      return { kind: key < values ? 'functions' : 'instances', value: key % values }
    },
    count,
  }
}
