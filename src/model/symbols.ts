import type { Scalar } from './scalar.ts'

/**
 * What the names of one file mean. Nodes are indexes of its flat tree. Answers are memoised; asking is cheap after the first time.
 *
 * **Resolved names** are dotted: segments are plain names, and `()` after a segment is the result of calling or constructing it, or an
 * instance of a type: `child_process.exec`, `express().get`, `sqlite3.connect().cursor().execute`. `import {exec as run}` makes `run`
 * resolve to `child_process.exec`; `const db = new Pool()` makes `db.query` resolve to `pg.Pool().query`; a parameter annotated
 * `req: express.Request` makes `req.body` resolve to `express.Request().body`. A name that nothing in the file binds to something known
 * (a global, an untyped parameter) resolves to itself: `eval`, `req.body`. Module specifiers keep their slashes, lose a `node:` prefix,
 * and dots inside them are kept as they are. `await`, parentheses, casts, non-null assertions and optional chaining are transparent.
 */
export interface Symbols {
  /** The resolved name of the expression at `node`; undefined when it is no name, member or call of one. */
  nameOf(node: number): string | undefined
  /** The last segment of that name, without `()`. Costs less than the whole name, for those who look it up in a table first. May be known where the name is too long to be. */
  lastNameOf(node: number): string | undefined
  /** The first segment of a name that has several, with its `()`, empty when it has not. Costs less, and may be known, as the last. */
  firstNameOf(node: number): string
  /** Whether the name at `node` is declared or assigned to there, and not read: it stands for itself and not for a value. */
  isTarget(node: number): boolean
  /** The value of the expression at `node` when it is known without running: literals, single-assignment variables, concatenation, templates; undefined otherwise. */
  constantOf(node: number): Scalar | undefined
  /** True when the value is built from literals alone, objects and arrays of such included. */
  isConstant(node: number): boolean
  /** Resolved name of the declared or evident type of the expression at `node`: `string`, `express.Request`. */
  typeOf(node: number): string | undefined
  /**
   * The expression that the identifier at `node` certainly holds: the initialiser of its only assignment, through any number of such
   * steps. The node itself when there is none, or when it is no identifier.
   */
  valueOf(node: number): number
  /** The node that declares what the identifier at `node` refers to (the declared identifier itself), -1 when nothing in the file does. */
  declarationOf(node: number): number
}

/** What the parameter by which a handler answers requests is called for rules, whatever its own name is. */
export const ANSWERING = 'res'

/** The first segment of a resolved name with the dot after it, by which matchers of names that end in anything are found; empty when there is none. */
export function firstKey(name: string): string {
  return name.slice(0, name.indexOf('.') + 1)
}

/** The last segment of a resolved name, without `()`: the key by which most matchers of names are found. */
export function lastSegment(name: string): string {
  const from = name.lastIndexOf('.') + 1
  let end = name.length
  while (end > from && name.endsWith('()', end)) end -= 2
  return name.slice(from, end)
}
