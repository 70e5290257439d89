import type { DocumentNode } from './document.ts'

/** What a metavariable stands for. */
export type Bound =
  | { readonly kind: 'node'; readonly node: number }
  /** `$...ARGS`: siblings in order, maybe none. */
  | { readonly kind: 'nodes'; readonly nodes: readonly number[] }
  /** A named group of a regex: offsets into the file's text. */
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | { readonly kind: 'value'; readonly value: DocumentNode }
  /** A key of a document, bound by `$NAME` in a path. */
  | { readonly kind: 'key'; readonly text: string; readonly start: number; readonly end: number }

/** Metavariables bound so far, the newest first; undefined is none. Immutable, so backtracking needs no undo. Names keep their `$`. */
export type Bindings = { readonly name: string; readonly bound: Bound; readonly rest: Bindings } | undefined
