import type { Scalar } from './scalar.ts'

/**
 * Resolves the names of one file. Nodes are indexes of its flat tree. Results are memoised.
 *
 * **Resolved names** are dotted: segments are plain names, and `()` after a segment is the result of calling or constructing it, or an instance of a
 * type: `child_process.exec`, `express().get`, `sqlite3.connect().cursor().execute`. `import {exec as run}` makes `run` resolve to
 * `child_process.exec`; `const db = new Pool()` makes `db.query` resolve to `pg.Pool().query`; a parameter annotated `req: express.Request` makes
 * `req.body` resolve to `express.Request().body`. A name without a known binding in the file (a global, an untyped parameter) resolves to itself:
 * `eval`, `req.body`. Module specifiers keep their slashes and dots, but lose a `node:` prefix. `await`, parentheses, casts, non-null assertions and
 * optional chaining are transparent.
 */
export interface Symbols {
  /** The resolved name of the expression at `node`. Undefined if it is no name, member or call of one. */
  nameOf(node: number): string | undefined
  /** The last segment of that name, without `()`. Cheaper than the whole name. May be known even if the name is too long. */
  lastNameOf(node: number): string | undefined
  /** The first segment of a name with several, with its `()`. Otherwise empty. Cheap, like the last. */
  firstNameOf(node: number): string
  /** Whether the name at `node` is declared or assigned there instead of read. */
  isTarget(node: number): boolean
  /**
   * The value of the expression at `node` if it is known without running the program: literals, single-assignment variables, concatenation,
   * templates. Otherwise undefined.
   */
  constantOf(node: number): Scalar | undefined
  /** True if the value consists only of literals, including objects and arrays of literals. */
  isConstant(node: number): boolean
  /** Resolved name of the declared or evident type of the expression at `node`: `string`, `express.Request`. */
  typeOf(node: number): string | undefined
  /**
   * The expression that the identifier at `node` certainly has as its value: the initialiser of its only assignment, through any number of such
   * steps. The node itself if there is none, or if it is no identifier.
   */
  valueOf(node: number): number
  /** The declaration that the identifier at `node` refers to (the declared identifier), or -1 if the file has none. */
  declarationOf(node: number): number
}

/** The name for rules of a handler's response parameter, whatever its own name is. */
export const ANSWERING = 'res'

/** The first segment of a resolved name with its dot: the key of matchers for names with any ending. Empty if there is only one segment. */
export function firstKey(name: string): string {
  return name.slice(0, name.indexOf('.') + 1)
}

/** The last segment of a resolved name, without `()`: the key of most matchers for names. */
export function lastSegment(name: string): string {
  const from = name.lastIndexOf('.') + 1
  let end = name.length
  while (end > from && name.endsWith('()', end)) end -= 2
  return name.slice(from, end)
}
