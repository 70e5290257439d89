import type { DocumentNode } from './document.ts'

/** The value of a metavariable. */
export type Bound =
  | { readonly kind: 'node'; readonly node: number }
  /** `$...ARGS`: consecutive siblings, possibly none. */
  | { readonly kind: 'nodes'; readonly nodes: readonly number[] }
  /** A named group of a regex: offsets in the file's text. */
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | { readonly kind: 'value'; readonly value: DocumentNode }
  /** A key of a document, bound by `$NAME` in a path. */
  | { readonly kind: 'key'; readonly text: string; readonly start: number; readonly end: number }

/** The current bindings, newest first. Undefined is empty. Immutable, so backtracking needs no undo. Names include their `$`. */
export type Bindings = { readonly name: string; readonly bound: Bound; readonly rest: Bindings } | undefined
