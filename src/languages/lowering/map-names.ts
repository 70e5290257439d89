import type { Symbols } from '../../model/symbols.ts'
import { type FlatTree, NODE_NAMED } from '../../model/tree.ts'
import { receiverVariable } from './variable-ids.ts'

/** Name resolution of a file: enclosing functions, declarations and free variables. */
export interface NameMap {
  /** The enclosing function node by node; 0 for the module. */
  readonly functionOf: Int32Array
  /** The declaration by node of a name; -1 for none. */
  readonly declarationOf: Int32Array
  /** Free variables by function, including those of nested functions. */
  readonly freeVariables: ReadonlyMap<number, ReadonlySet<number>>
  /** Variables that a nested function assigns. */
  readonly assignedByNested: ReadonlySet<number>
  /** Variables whose object a nested function updates: `list.push(x)`, `o.x = y`. */
  readonly updatedByNested: ReadonlySet<number>
  /** Whether the node is a name that is assigned, or whose object is updated, at this place. */
  isAltered(node: number): boolean
  /** Function nodes by function index, and the inverse. */
  readonly nodes: number[]
  readonly indexOf: Map<number, number>
}

export interface NameSource {
  readonly tree: FlatTree
  readonly symbols: Symbols
  isFunction(node: number): boolean
  /** Whether the node is a reference to a variable. */
  isName(node: number): boolean
  /** Whether this is an assignment to the name, after its declaration. */
  isAssigned(node: number): boolean
  /** Whether this updates a property of the variable's object. */
  isUpdated(node: number): boolean
  /** Whether the node is the receiver: `this`. Absent where the receiver is a parameter. */
  isReceiver?(node: number): boolean
  /** Whether the function has its own receiver. */
  hasReceiver?(functionNode: number): boolean
  /** The declaration of a name. The default is the symbol table. */
  declarationOf?(node: number): number
  /** Whether the function declares the name as a module variable (`global`). */
  isGlobal?(node: number, functionNode: number): boolean
  /** The child that is the function's own name and belongs to the enclosing scope; -1 for none. */
  outerName(functionNode: number): number
}

/** Resolves all names in one pass over the tree. */
export function mapNames(source: NameSource): NameMap {
  const { tree, symbols } = source
  const find = source.declarationOf ?? symbols.declarationOf
  const functionOf = new Int32Array(tree.count)
  /** The function that contains the children of a node. */
  const within = new Int32Array(tree.count)
  const declarationOf = new Int32Array(tree.count).fill(-1)
  const freeVariables = new Map<number, Set<number>>()
  const assignedByNested = new Set<number>()
  const updatedByNested = new Set<number>()
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
    if (source.isName(node) || source.isReceiver?.(node) === true) names.push(node)
  }
  for (const node of source.isGlobal === undefined ? [] : names) {
    const declaration = find(node)
    if (declaration < 0 || functionOf[declaration] === 0 || source.isGlobal?.(declaration, functionOf[declaration]) !== true) continue
    functionOf[declaration] = 0
    assignedByNested.add(declaration)
  }
  const take = (variable: number, home: number, node: number): void => {
    for (let at = functionOf[node]; at !== home && at > 0; at = functionOf[at]) {
      const known = freeVariables.get(at)
      if (known?.has(variable)) return
      if (known === undefined) freeVariables.set(at, new Set([variable]))
      else known.add(variable)
    }
  }
  for (const node of names) {
    if (source.isReceiver?.(node) === true) {
      let home = functionOf[node]
      while (home > 0 && source.hasReceiver?.(home) !== true) home = functionOf[home]
      declarationOf[node] = home
      take(receiverVariable(home), home, node)
      continue
    }
    const declaration = find(node)
    declarationOf[node] = declaration
    if (declaration < 0 || functionOf[declaration] === functionOf[node]) continue
    take(declaration, functionOf[declaration], node)
    if (source.isAssigned(node)) assignedByNested.add(declaration)
    else if (!updatedByNested.has(declaration) && source.isUpdated(node)) updatedByNested.add(declaration)
  }
  const isAltered = (node: number): boolean => source.isName(node) && (source.isAssigned(node) || source.isUpdated(node))
  return { functionOf, declarationOf, freeVariables, assignedByNested, updatedByNested, isAltered, nodes: [], indexOf: new Map() }
}
