import type { Bindings } from '../../model/bindings.ts'
import type { Accept, NodeContext } from '../../model/matcher.ts'

/** A parsed pattern. Type ids are those of one grammar. */
export type PatternNode =
  /** `$X` or `$_` (no name): any node. */
  | { readonly kind: 'any'; readonly name: string | undefined; readonly field: number; readonly onlyName?: boolean }
  /** `...` or `$...ARGS`: any number of siblings. */
  | { readonly kind: 'ellipsis'; readonly name: string | undefined }
  /** A string literal: its value, or the parts around `...` in it. `"..."` is any constant string. */
  | { readonly kind: 'string'; readonly parts: readonly string[]; readonly field: number }
  /** A string with interpolation: its texts and expressions in order. An ellipsis matches any of both. */
  | { readonly kind: 'template'; readonly type: number; readonly parts: readonly (string | PatternNode)[]; readonly field: number }
  /** An entry of an object. */
  | { readonly kind: 'pair'; readonly types: ReadonlySet<number>; readonly key: PatternNode; readonly value: PatternNode; readonly field: number }
  /** `{get,post}`: one of these names. */
  | { readonly kind: 'either'; readonly alternatives: readonly PatternNode[]; readonly field: number }
  /** A number, boolean or null: constants of the same value match. */
  | { readonly kind: 'constant'; readonly value: number | boolean | null; readonly text: string; readonly type: number; readonly field: number }
  /** A name or a chain of members without metavariables, compared by resolved name or as written. */
  | { readonly kind: 'name'; readonly name: string; readonly types: ReadonlySet<number>; readonly field: number }
  /** A token or leaf, compared by type and text. */
  | { readonly kind: 'leaf'; readonly type: number; readonly text: string; readonly field: number; readonly named: boolean }
  | PatternBranch

/** A node with children. */
export interface PatternBranch {
  readonly kind: 'branch'
  readonly type: number
  readonly field: number
  readonly children: readonly PatternNode[]
  readonly unordered: boolean
  /** The pattern without a list that contains only an ellipsis, for code without the list, and the name of the ellipsis. */
  readonly shorter: { readonly children: readonly PatternNode[]; readonly name: string | undefined } | undefined
  /** Types among `PatternSyntax.optionalTypes` and `PatternSyntax.omittableTypes` that the pattern itself has, so that they count. */
  readonly wanted: ReadonlySet<number>
  /** The field of an optional name that the pattern omits. 0 for none. */
  readonly unnamed: number
  /** The children by field for other node types with the same meaning, in the order of `children`. */
  readonly equivalents: ReadonlyMap<number, readonly PatternNode[]>
}

/** Compares a pattern with the code at a node. Functions for siblings and templates get it as an argument, because it calls them itself. */
export type MatchNode = (context: NodeContext, pattern: PatternNode, node: number, bindings: Bindings, accept: Accept) => boolean
