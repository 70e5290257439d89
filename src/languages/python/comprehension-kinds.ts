import type { PythonKinds } from './node-kinds.ts'

/** The nodes that have a scope of their own without being functions. */
export const COMPREHENSIONS = ['list_comprehension', 'set_comprehension', 'dictionary_comprehension', 'generator_expression'] as const

/** Their kinds. */
export function comprehensionKinds(id: PythonKinds['id']): number[] {
  return COMPREHENSIONS.map((kind) => id[kind])
}
