import type { Position } from './position.ts'
import type { Scalar } from './scalar.ts'

/** A file as rules see it: its syntax tree with resolved names, types and constants. */
export interface FileSyntax {
  readonly path: string
  /** Language of the rules that apply. */
  readonly language: string
  /** In preorder. Empty if the file has no syntax tree: `problems` says why. */
  readonly nodes: readonly SyntaxNode[]
  /** Syntax errors, and why there is no tree. */
  readonly problems: readonly string[]
}

export interface SyntaxNode {
  /** Node type of the grammar, as in a `query`. */
  readonly type: string
  /** False for tokens such as `(` and `if`. */
  readonly named: boolean
  /** Field of the parent. */
  readonly field?: string
  /** 0 for the root. */
  readonly depth: number
  readonly start: Position
  /** Exclusive. */
  readonly end: Position
  /** The code of a node without children. */
  readonly text?: string
  /** Resolved name, as in a `call`: `child_process.exec`. */
  readonly name?: string
  /** Resolved name of the type. */
  readonly typeName?: string
  /** The value, if it is known without running the program. */
  readonly constant?: Scalar
}
