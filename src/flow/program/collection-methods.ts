import { OP } from '../../model/program.ts'
import type { FlowCall, Project } from './link-program.ts'

/** Methods that put their last argument into what they are called on. */
const INSERTS: ReadonlySet<string> = new Set(['push', 'unshift', 'add', 'set', 'append', 'appendleft', 'insert', 'enqueue', 'put', 'setdefault'])

/** Methods that take one element out. */
const TAKES: ReadonlySet<string> = new Set(['get', 'find', 'findLast', 'at', 'pop', 'shift', 'popleft'])

/** Methods that give what they are called on, or what it holds, in another form. */
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

/** Methods that give pairs of a name and an element. */
const PAIRS: ReadonlySet<string> = new Set(['items', 'entries'])

/** Methods that call a function with each element, and the parameter that gets it. */
export const ELEMENT_PARAMETERS: ReadonlyMap<string, number> = new Map([
  ...['forEach', 'map', 'flatMap', 'filter', 'find', 'findLast', 'some', 'every'].map((name) => [name, 0] as const),
  ...['reduce', 'reduceRight'].map((name) => [name, 1] as const),
])

/** Whether a name is that of a method of containers: what is kept in one under a name that is not known is not taken for it. */
export function isContainerMethod(name: string): boolean {
  return INSERTS.has(name) || TAKES.has(name) || KEEPS.has(name) || PAIRS.has(name) || ELEMENT_PARAMETERS.has(name) || name === 'keys'
}

/** Whether a part is an element: a number for a name, or (-1) any part. */
export function isElement({ keys }: Project, part: number): boolean {
  if (part < 0) return true
  const first = keys[part].charCodeAt(0)
  return first >= ZERO && first <= NINE
}

const [ZERO, NINE] = [0x30, 0x39]

/** What a call has put into the value that it was called on; -1 for nothing. */
export function insertedBy({ op, b, key, calls }: Project, after: number): number {
  if (op[after] !== OP.postUpdate || key[after] !== -1) return -1
  const { spelledName, arguments: passed } = calls[b[after]]
  return INSERTS.has(spelledName) ? (passed.at(-1)?.value ?? -1) : -1
}

/** Whether a call takes one element out of what it is called on. */
export function takesElement({ spelledName, receiver }: FlowCall): boolean {
  return receiver >= 0 && TAKES.has(spelledName)
}

/** The value whose elements a call gives; -1 for none. */
export function collectionKeptBy({ spelledName, name, receiver, arguments: passed }: FlowCall): number {
  if (KEEPING_FUNCTIONS.has(name)) return passed[0]?.value ?? -1
  return KEEPS.has(spelledName) ? receiver : -1
}

/** The value whose elements a call gives in pairs with their names; -1 for none. */
export function collectionPairedBy({ spelledName, name, receiver, arguments: passed }: FlowCall): number {
  if (name === 'Object.entries') return passed[0]?.value ?? -1
  return PAIRS.has(spelledName) ? receiver : -1
}

/** Whether a call makes a map of pairs: `new Map([['a', f]])`, `Object.fromEntries(pairs)`. */
export function isMapFromPairs({ isConstruct, name }: FlowCall): boolean {
  return (isConstruct && name === 'Map') || name === 'Object.fromEntries'
}
