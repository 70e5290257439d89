import type { FlatTree } from '../../model/tree.ts'
import type { Binding } from '../symbols/binding.ts'
import type { ScopeTable } from '../symbols/scope-table.ts'
import type { PythonKinds } from './node-kinds.ts'

/** The names of a file while they are collected. */
export interface Collector {
  readonly kinds: PythonKinds
  readonly tree: FlatTree
  readonly text: string
  readonly scopes: ScopeTable
  readonly fields: Map<number, Map<string, Binding>>
  readonly starred: string[]
  /** By scope: the class around it. */
  readonly classes: Map<number, number>
  /** By scope: names that `global` and `nonlocal` statements move outwards. */
  readonly outward: Map<number, Map<string, 'global' | 'nonlocal'>>
  isNull(value: number): boolean
}
