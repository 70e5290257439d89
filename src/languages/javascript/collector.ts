import type { FlatTree } from '../../model/tree.ts'
import type { Binding } from '../symbols/binding.ts'
import type { ScopeTable } from '../symbols/scope-table.ts'
import type { NodeKinds } from './node-kinds.ts'

/** The names of a file while they are collected. */
export interface Collector {
  readonly kinds: NodeKinds
  readonly tree: FlatTree
  readonly text: string
  readonly scopes: ScopeTable
  readonly fields: Map<number, Map<string, Binding>>
  /** By scope: the class whose instance `this` is there. */
  readonly classes: Map<number, number>
  /** By scope: the scope of its `var`s. */
  readonly functions: Map<number, number>
  /** Assignments, looked at when all declarations are known: an assignment may stand above its declaration. */
  readonly assignments: number[]
  isNull(value: number): boolean
}
