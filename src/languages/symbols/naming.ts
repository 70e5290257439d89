import type { Binding } from './binding.ts'
import type { Asking, NamedFile } from './named-file.ts'
import type { Constants } from './resolve-constants.ts'
import type { Values } from './resolve-values.ts'

/** What the names of one file are worked out from, and from each other. */
export interface Naming {
  readonly file: NamedFile
  readonly values: Values
  readonly keyOf: Constants['keyOf']
  /** What the file's language is handed. */
  readonly asking: Asking
  /** See `Symbols.nameOf`. */
  nameOf(node: number): string | undefined
  /** See `createCycleFinder`. */
  isCyclic(binding: Binding): boolean
}

/** The name a variable takes from its value. Plain literals give it none: `const password = 'x'` stays `password`. */
export function nameOfHeld({ file, nameOf }: Naming, value: number): string | undefined {
  switch (file.formOf(value).kind) {
    case 'literal':
    case 'template':
    case 'list':
    case 'object':
    case 'function':
    case 'opaque-constant':
      return undefined
    default:
      return nameOf(value)
  }
}
