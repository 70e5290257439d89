/** `one` means no quantifier. Consecutive quantifiers are combined: `?+` is `*`. */
export type Quantifier = 'one' | '?' | '*' | '+'

/** The suffixes of an element of a query. */
export interface Suffix {
  /** Without `@`, in the order they are written. */
  readonly captures: readonly string[]
  readonly quantifier: Quantifier
}

/** The required type of a node. */
export type NodeType =
  /** `id` is ERROR_TYPE for `(ERROR)`. */
  | { readonly kind: 'type'; readonly id: number; readonly name: string; readonly named: boolean }
  /** `(_)` when named, `_` when not. Never an ERROR. */
  | { readonly kind: 'any'; readonly named: boolean }

/** A node with a type or a wildcard: `(call …)`, `"if"`, `(_)`. */
export interface NodeElement extends Suffix {
  readonly kind: 'node'
  readonly offset: number
  readonly type: NodeType
  /** Bit of the supertype from which the node must derive. 0 for none. */
  readonly supertype: number
  /** Matches only a node that the parser inserted. */
  readonly missing: boolean
  /** Ids of negated fields: the node has no child with them. */
  readonly absentFields: readonly number[]
  readonly children: readonly Item[]
  /** The last child is the last named child of the node. */
  readonly endAnchored: boolean
}

/** `[a b]`: one of the elements. */
export interface ChoiceElement extends Suffix {
  readonly kind: 'choice'
  readonly offset: number
  readonly branches: readonly Element[]
}

/** `(a b)`: consecutive siblings, which can be repeated or captured together. */
export interface GroupElement extends Suffix {
  readonly kind: 'group'
  readonly offset: number
  readonly items: readonly Item[]
}

/** The suffix belongs to the element after the colon. */
export interface FieldElement {
  readonly kind: 'field'
  readonly offset: number
  readonly field: number
  readonly of: Element
}

/** An element of a query. */
export type Element = NodeElement | ChoiceElement | GroupElement | FieldElement

/** One of several siblings. `anchored`: no named sibling is between it and the previous one, or the start of the parent. */
export interface Item {
  readonly anchored: boolean
  readonly element: Element
}

/** `@name`, or a string. */
export type PredicateArgument =
  | { readonly kind: 'capture'; readonly name: string; readonly offset: number }
  /** `places` contains the source offset of each unit of the value. */
  | { readonly kind: 'string'; readonly value: string; readonly offset: number; readonly places: readonly number[] }

/** `(#eq? @name "text")`, as written. */
export interface PredicateElement {
  readonly kind: 'predicate'
  /** Without `#`, with its `?` or `!`. */
  readonly name: string
  readonly offset: number
  readonly arguments: readonly PredicateArgument[]
  /** Names captured before the predicate in its pattern. tree-sitter knows only these. */
  readonly known: readonly string[]
}

/** One pattern of a query with its predicates. */
export interface QueryPattern {
  readonly offset: number
  readonly root: Element
  readonly predicates: readonly PredicateElement[]
}
