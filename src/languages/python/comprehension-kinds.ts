import type { PythonKinds } from './node-kinds.ts'

/** Kinds of the nodes that have a scope of their own without being functions. */
export function comprehensionKinds(id: PythonKinds['id']): number[] {
  return [id.list_comprehension, id.set_comprehension, id.dictionary_comprehension, id.generator_expression]
}
