import { OP } from '../../model/program.ts'
import type { FlowCall, Project } from './link-program.ts'

/** Methods that insert their last argument into the receiver. */
const INSERTS: ReadonlySet<string> = new Set(['push', 'unshift', 'add', 'set', 'append', 'appendleft', 'insert', 'enqueue', 'put', 'setdefault'])

/** Methods that return one element of the receiver. */
const TAKES: ReadonlySet<string> = new Set(['get', 'find', 'findLast', 'at', 'pop', 'shift', 'popleft'])

/** Methods that return the receiver or a collection of its elements. */
const KEEPS: ReadonlySet<string> = new Set(['values', 'filter', 'slice', 'sort', 'reverse', 'toSorted', 'toReversed', 'concat', 'flat', 'copy'])

/** Functions that do the same with their first argument. */
const KEEPING_FUNCTIONS: ReadonlySet<string> = new Set([
  'Object.values',
  'Array.from',
  'Set',
  'Object.freeze',
  'list',
  'tuple',
  'set',
  'sorted',
  'reversed',
  'collections.deque',
  'collections.OrderedDict',
  'dict',
])

/** Methods that return pairs of a key and an element. */
const PAIRS: ReadonlySet<string> = new Set(['items', 'entries'])

/** Methods that call a callback for each element, and the parameter that receives the element. */
export const ELEMENT_PARAMETERS: ReadonlyMap<string, number> = new Map([
  ...['forEach', 'map', 'flatMap', 'filter', 'find', 'findLast', 'some', 'every'].map((name) => [name, 0] as const),
  ...['reduce', 'reduceRight'].map((name) => [name, 1] as const),
])

/** Whether a name is a method of collections. A property that is stored under an unknown name is not taken for it. */
export function isContainerMethod(name: string): boolean {
  return INSERTS.has(name) || TAKES.has(name) || KEEPS.has(name) || PAIRS.has(name) || ELEMENT_PARAMETERS.has(name) || name === 'keys'
}

/** Whether a key is an element: a number, or (-1) unknown. */
export function isElement({ keys }: Project, part: number): boolean {
  if (part < 0) return true
  const first = keys[part].charCodeAt(0)
  return first >= ZERO && first <= NINE
}

const [ZERO, NINE] = [0x30, 0x39]

/** The value that a call inserted into its receiver; -1 for none. */
export function insertedBy({ op, b, key, calls }: Project, after: number): number {
  if (op[after] !== OP.postUpdate || key[after] !== -1) return -1
  const { spelledName, arguments: passed } = calls[b[after]]
  return INSERTS.has(spelledName) ? (passed.at(-1)?.value ?? -1) : -1
}

/** Whether a call returns one element of its receiver. */
export function takesElement({ spelledName, receiver }: FlowCall): boolean {
  return receiver >= 0 && TAKES.has(spelledName)
}

/** The collection whose elements a call returns; -1 for none. */
export function collectionKeptBy({ spelledName, name, receiver, arguments: passed }: FlowCall): number {
  if (KEEPING_FUNCTIONS.has(name)) return passed[0]?.value ?? -1
  return KEEPS.has(spelledName) ? receiver : -1
}

/** The collection whose elements a call returns in pairs with their keys; -1 for none. */
export function collectionPairedBy({ spelledName, name, receiver, arguments: passed }: FlowCall): number {
  if (name === 'Object.entries') return passed[0]?.value ?? -1
  return PAIRS.has(spelledName) ? receiver : -1
}

/** Whether a call builds a map from pairs: `new Map([['a', f]])`, `Object.fromEntries(pairs)`. */
export function isMapFromPairs({ isConstruct, name }: FlowCall): boolean {
  return (isConstruct && name === 'Map') || name === 'Object.fromEntries'
}
