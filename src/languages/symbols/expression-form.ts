import type { Scalar } from '../../model/scalar.ts'

/** An expression seen without its language: what names, constants and types are worked out from. */
export type ExpressionForm =
  | { readonly kind: 'identifier'; readonly name: string }
  /** `property` is undefined when it is computed; `index` is then the node that computes it. */
  | { readonly kind: 'member'; readonly object: number; readonly property: string | undefined; readonly index: number }
  | { readonly kind: 'call'; readonly callee: number; readonly arguments: readonly number[]; readonly construct: boolean }
  /** `self`, `this`: an instance of the class at `classNode`. */
  | { readonly kind: 'self'; readonly classNode: number; readonly name: string }
  | { readonly kind: 'wrapper'; readonly inner: number; readonly type: number }
  | { readonly kind: 'literal'; readonly value: Scalar; readonly type: string }
  /** Literal text and expressions in order. */
  | { readonly kind: 'template'; readonly parts: readonly (string | number)[]; readonly type: string }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: number; readonly right: number }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: number }
  /** One of several values; `named` are those that it may have its name from. */
  | { readonly kind: 'choice'; readonly of: readonly number[]; readonly named: readonly number[] }
  /** `complete` when the items are at their places: none before is spread. */
  | { readonly kind: 'list'; readonly items: readonly number[]; readonly complete: boolean; readonly type: string }
  /** Entries with known keys; `complete` when there are no others. */
  | {
      readonly kind: 'object'
      readonly entries: readonly { readonly key: string; readonly value: number }[]
      readonly complete: boolean
      readonly type: string
    }
  /** A literal that is constant but no scalar: a regular expression, `undefined`. */
  | { readonly kind: 'opaque-constant'; readonly type: string }
  | { readonly kind: 'function' }
  | { readonly kind: 'unknown' }
