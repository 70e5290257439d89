import type { FlatTree } from '../../model/tree.ts'
import type { Binding } from './binding.ts'

/** The names of one file by the node that opens their scope. */
export interface ScopeTable {
  /** Opens a scope at a node. `skipsFromWithin`: names of this scope are not seen from scopes inside it (a Python class body). */
  open(node: number, skipsFromWithin?: boolean): void
  /** Adds a name to the scope that `scopeNode` opened; the first declaration stays, later ones count as writes. */
  declare(scopeNode: number, name: string, binding: Binding): Binding
  /** The nearest opened scope at or above the node. */
  scopeOf(node: number): number
  /** What the name means at the node. */
  find(node: number, name: string): Binding | undefined
  /** The names that the scope itself declares. */
  namesIn(scopeNode: number): ReadonlyMap<string, Binding>
}

interface Scope {
  readonly names: Map<string, Binding>
  readonly skipsFromWithin: boolean
}

const NO_NAMES: ReadonlyMap<string, Binding> = new Map()

export function createScopeTable(tree: FlatTree): ScopeTable {
  const scopes = new Map<number, Scope>()
  const scopeOf = (node: number): number => {
    let at = node
    while (at > 0 && !scopes.has(at)) at = tree.parent[at]
    return at < 0 ? 0 : at
  }
  return {
    open: (node, skipsFromWithin = false) => {
      if (!scopes.has(node)) scopes.set(node, { names: new Map(), skipsFromWithin })
    },
    declare: (scopeNode, name, binding) => {
      const names = scopes.get(scopeNode)?.names
      const known = names?.get(name)
      if (known === undefined) {
        names?.set(name, binding)
        return binding
      }
      // A second declaration: the name is no longer one thing.
      known.writes += 1 + binding.writes
      return known
    },
    scopeOf,
    find: (node, name) => {
      let nearest = true
      for (let at = scopeOf(node); ; at = scopeOf(tree.parent[at])) {
        const scope = scopes.get(at)
        const found = scope !== undefined && (nearest || !scope.skipsFromWithin) ? scope.names.get(name) : undefined
        if (found !== undefined) return found
        if (at <= 0) return undefined
        nearest = false
      }
    },
    namesIn: (scopeNode) => scopes.get(scopeNode)?.names ?? NO_NAMES,
  }
}
