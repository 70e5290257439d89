/** What a name in a scope stands for. Nodes are -1 when there is none. */
export interface Binding {
  readonly kind: 'import' | 'variable' | 'parameter' | 'function' | 'class' | 'other'
  /** The declared identifier. */
  readonly node: number
  /** Of an import: the resolved name it stands for, such as `child_process.exec`. */
  readonly imported?: string
  /** The expression it is made from: an initialiser, or the right side of its only assignment. */
  value: number
  /** Where in the value it lies, when it is taken out by destructuring: keys, `?` when unknown. */
  path: readonly string[]
  /** What it is when the value has no such part, or a parameter is not passed. */
  fallback: number
  /** Its type annotation. */
  type: number
  /** Of a parameter: the function's node and its index there. */
  readonly parameterOf?: { readonly node: number; readonly index: number }
  /** How often something is assigned to it, its declaration's value included. */
  writes: number
}

export function createBinding(fields: Pick<Binding, 'kind' | 'node'> & Partial<Binding>): Binding {
  return { value: -1, path: [], fallback: -1, type: -1, writes: 0, ...fields }
}
