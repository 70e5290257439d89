/** `one` is no quantifier. Several in a row join: `?+` is `*`. */
export type Quantifier = 'one' | '?' | '*' | '+'

/** What follows an element of a query. */
export interface Suffix {
  /** Without `@`, in the order they are written. */
  readonly captures: readonly string[]
  readonly quantifier: Quantifier
}

/** The type that a node must have. */
export type NodeType =
  /** `id` is ERROR_TYPE for `(ERROR)`. */
  | { readonly kind: 'type'; readonly id: number; readonly name: string; readonly named: boolean }
  /** `(_)` when named, `_` when not. Never an ERROR. */
  | { readonly kind: 'any'; readonly named: boolean }

/** A node, or one that is left open: `(call …)`, `"if"`, `(_)`. */
export interface NodeElement extends Suffix {
  readonly kind: 'node'
  readonly offset: number
  readonly type: NodeType
  /** Bit of the supertype through which the node must have been derived, 0 for none. */
  readonly supertype: number
  /** Only a node that the parser made up. */
  readonly missing: boolean
  /** Ids of fields of which the node has no child. */
  readonly absentFields: readonly number[]
  readonly children: readonly Item[]
  /** The last child is the last named child of the node. */
  readonly endAnchored: boolean
}

/** `[a b]`: one of them. */
export interface ChoiceElement extends Suffix {
  readonly kind: 'choice'
  readonly offset: number
  readonly branches: readonly Element[]
}

/** `(a b)`: siblings in a row, which may be repeated or captured together. */
export interface GroupElement extends Suffix {
  readonly kind: 'group'
  readonly offset: number
  readonly items: readonly Item[]
}

/** The suffix belongs to what stands after the colon. */
export interface FieldElement {
  readonly kind: 'field'
  readonly offset: number
  readonly field: number
  readonly of: Element
}

/** What stands in a query. */
export type Element = NodeElement | ChoiceElement | GroupElement | FieldElement

/** One of several siblings. `anchored`: no named sibling lies between it and the one before, or the start of the parent. */
export interface Item {
  readonly anchored: boolean
  readonly element: Element
}

/** `@name`, or a string. */
export type PredicateArgument =
  | { readonly kind: 'capture'; readonly name: string; readonly offset: number }
  /** `places` holds the offset in the source of each unit of the value. */
  | { readonly kind: 'string'; readonly value: string; readonly offset: number; readonly places: readonly number[] }

/** `(#eq? @name "text")`, as written. */
export interface PredicateElement {
  readonly kind: 'predicate'
  /** Without `#`, with its `?` or `!`. */
  readonly name: string
  readonly offset: number
  readonly arguments: readonly PredicateArgument[]
  /** Names captured before the predicate in its pattern; tree-sitter knows no others. */
  readonly known: readonly string[]
}

/** One pattern of a query, with the predicates that stand in it. */
export interface QueryPattern {
  readonly offset: number
  readonly root: Element
  readonly predicates: readonly PredicateElement[]
}
