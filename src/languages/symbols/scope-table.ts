import type { FlatTree } from '../../model/tree.ts'
import { type Binding, mergeBinding } from './binding.ts'

/** The names of one file by the node that opens their scope. */
export interface ScopeTable {
  /** Says of a node whether it opens a scope or lies in its parent's. Called for every node, in preorder. */
  place(node: number, opens: boolean): void
  /** Names of this scope are not seen from scopes inside it: a Python class body. */
  hideFromWithin(scopeNode: number): void
  /** Adds a name to the scope that `scopeNode` opened. A second declaration is joined into the first, which is returned. */
  declare(scopeNode: number, name: string, binding: Binding): Binding
  /** The nearest opened scope at or above the node. */
  scopeOf(node: number): number
  /** What the name means at the node. Nothing may be declared any more when this is asked first. */
  find(node: number, name: string): Binding | undefined
}

/** A declaration of a name, and the one of the same name in the next scope around. */
interface Declaration {
  readonly scope: number
  readonly binding: Binding
  around: Declaration | undefined
}

/** All declarations of one name. Most names have one. */
interface Declared {
  readonly first: Declaration
  others: Map<number, Declaration> | undefined
  /** Where which of them holds, once they are all known. */
  stretches: Stretches | undefined
}

/** From each node to the one before the next: the innermost declaration whose scope is around. */
interface Stretches {
  readonly from: readonly number[]
  readonly holds: readonly (Declaration | undefined)[]
}

/**
 * Names are kept by their text, with the stretches of the tree where they hold, and not as a chain of scopes to climb: most names are declared nowhere in the
 * file, or once, and generated files nest thousands of scopes.
 */
export function createScopeTable(tree: FlatTree): ScopeTable {
  const scopeAt = new Int32Array(tree.count)
  const hidden = new Set<number>()
  const names = new Map<string, Declared>()
  const sees = ({ scope }: Declaration, node: number): boolean =>
    node >= scope && node < tree.next[scope] && (hidden.size === 0 || !hidden.has(scope) || scopeAt[node] === scope)

  return {
    place: (node, opens) => {
      scopeAt[node] = opens || node === 0 ? node : scopeAt[tree.parent[node]]
    },
    hideFromWithin: (scopeNode) => {
      hidden.add(scopeNode)
    },
    declare: (scope, name, binding) => {
      const declared = names.get(name)
      const fresh: Declaration = { scope, binding, around: undefined }
      if (declared === undefined) {
        names.set(name, { first: fresh, others: undefined, stretches: undefined })
        return binding
      }
      const same = declared.first.scope === scope ? declared.first : declared.others?.get(scope)
      if (same !== undefined) {
        mergeBinding(same.binding, binding)
        return same.binding
      }
      declared.others ??= new Map()
      declared.others.set(scope, fresh)
      return binding
    },
    scopeOf: (node) => scopeAt[node],
    find: (node, name) => {
      const declared = names.get(name)
      if (declared === undefined) return undefined
      if (declared.others === undefined) return sees(declared.first, node) ? declared.first.binding : undefined
      declared.stretches ??= layOut([declared.first, ...declared.others.values()], tree)
      for (let at = innermost(declared.stretches, node); at !== undefined; at = at.around) if (sees(at, node)) return at.binding
      return undefined
    },
  }
}

/** Links each declaration to the next around it. Behind thousands of nested scopes nobody climbs through them. */
function layOut(declarations: Declaration[], tree: FlatTree): Stretches {
  declarations.sort((left, right) => left.scope - right.scope)
  const from: number[] = []
  const holds: (Declaration | undefined)[] = []
  let inner: Declaration | undefined
  const closeUpTo = (node: number): void => {
    for (; inner !== undefined && tree.next[inner.scope] <= node; inner = inner.around) {
      from.push(tree.next[inner.scope])
      holds.push(inner.around)
    }
  }
  for (const declaration of declarations) {
    closeUpTo(declaration.scope)
    declaration.around = inner
    inner = declaration
    from.push(declaration.scope)
    holds.push(declaration)
  }
  closeUpTo(Number.POSITIVE_INFINITY)
  return { from, holds }
}

/** The declaration of the last stretch that begins at or before the node. */
function innermost({ from, holds }: Stretches, node: number): Declaration | undefined {
  let low = 0
  let high = from.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (from[middle] <= node) low = middle + 1
    else high = middle
  }
  return holds[low - 1]
}
