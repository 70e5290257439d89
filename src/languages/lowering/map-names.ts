import type { Symbols } from '../../model/symbols.ts'
import { type FlatTree, NODE_NAMED } from '../../model/tree.ts'
import { receiverVariable } from './variable-ids.ts'

/** Which function every node lies in, what every name refers to, and which variables functions take from outside. */
export interface NameMap {
  /** Node of the enclosing function by node; 0, the module, at the top. */
  readonly functionOf: Int32Array
  /** Declaration by node of a name; -1 where nothing declares it. Only for names. */
  readonly declarationOf: Int32Array
  /** Variables of outer functions that a function, or one within it, uses. */
  readonly free: ReadonlyMap<number, ReadonlySet<number>>
  /** Variables that a function other than their own assigns to. */
  readonly writtenInside: ReadonlySet<number>
  /** Variables of which a function other than their own changes a part: `list.push(x)`, `o.x = y`. */
  readonly changedInside: ReadonlySet<number>
  /** Whether the node is a name that is assigned to here, or of which a part is changed. */
  isAltered(node: number): boolean
  /** Function nodes by function index, and back. Indexes are given as functions are met. */
  readonly nodes: number[]
  readonly indexOf: Map<number, number>
}

export interface NameSource {
  readonly tree: FlatTree
  readonly symbols: Symbols
  isFunction(node: number): boolean
  /** Whether the node is a name that refers to a variable. */
  isName(node: number): boolean
  /** Whether the name is assigned to here, after its declaration. */
  isWritten(node: number): boolean
  /** Whether a part of what the name holds is changed here. */
  isChanged(node: number): boolean
  /** Whether the node is the receiver: `this`. */
  isReceiver(node: number): boolean
  /** Whether the function has a receiver of its own. */
  hasReceiver(functionNode: number): boolean
  /** The declaration of a name; by default what the symbols say. */
  declarationOf?(node: number): number
  /** Whether the function says that this name is the module's. */
  isGlobal?(node: number, functionNode: number): boolean
  /** The child that is a function's own name and belongs outside, -1 for none. */
  outerName(functionNode: number): number
}

/** One pass over the tree. */
export function mapNames(source: NameSource): NameMap {
  const { tree, symbols } = source
  const find = source.declarationOf ?? symbols.declarationOf
  const functionOf = new Int32Array(tree.count)
  /** The function that children lie in. */
  const within = new Int32Array(tree.count)
  const declarationOf = new Int32Array(tree.count).fill(-1)
  const free = new Map<number, Set<number>>()
  const writtenInside = new Set<number>()
  const changedInside = new Set<number>()
  const outerNames = new Set<number>()
  const names: number[] = []
  for (let node = 0; node < tree.count; node++) {
    const parent = tree.parent[node]
    const home = parent < 0 ? 0 : within[parent] === parent && outerNames.has(node) ? functionOf[parent] : within[parent]
    functionOf[node] = home
    within[node] = home
    if ((tree.flags[node] & NODE_NAMED) === 0) continue
    if (source.isFunction(node)) {
      within[node] = node
      const name = source.outerName(node)
      if (name >= 0) outerNames.add(name)
    }
    if (source.isName(node) || source.isReceiver(node)) names.push(node)
  }
  for (const node of source.isGlobal === undefined ? [] : names) {
    const declaration = find(node)
    if (declaration < 0 || functionOf[declaration] === 0 || source.isGlobal?.(declaration, functionOf[declaration]) !== true) continue
    functionOf[declaration] = 0
    writtenInside.add(declaration)
  }
  const take = (variable: number, home: number, node: number): void => {
    for (let at = functionOf[node]; at !== home && at > 0; at = functionOf[at]) {
      const known = free.get(at)
      if (known?.has(variable)) return
      if (known === undefined) free.set(at, new Set([variable]))
      else known.add(variable)
    }
  }
  for (const node of names) {
    if (source.isReceiver(node)) {
      let home = functionOf[node]
      while (home > 0 && !source.hasReceiver(home)) home = functionOf[home]
      declarationOf[node] = home
      take(receiverVariable(home), home, node)
      continue
    }
    const declaration = find(node)
    declarationOf[node] = declaration
    if (declaration < 0 || functionOf[declaration] === functionOf[node]) continue
    take(declaration, functionOf[declaration], node)
    if (source.isWritten(node)) writtenInside.add(declaration)
    else if (!changedInside.has(declaration) && source.isChanged(node)) changedInside.add(declaration)
  }
  const isAltered = (node: number): boolean => source.isName(node) && (source.isWritten(node) || source.isChanged(node))
  return { functionOf, declarationOf, free, writtenInside, changedInside, isAltered, nodes: [], indexOf: new Map() }
}
