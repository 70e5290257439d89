import type { Bound } from '../../model/bindings.ts'
import { boundConstant, boundText, hasTree } from '../../model/bound.ts'
import type { MatchContext, NodeContext } from '../../model/matcher.ts'
import type { Scalar } from '../../model/scalar.ts'
import type { ConstraintTest } from '../node-compiler.ts'
import { simpleTest } from './simple-test.ts'

/** The value is one of these constants. Requires no literals, because the program may compute the value. */
export function compileScalars(scalars: readonly Scalar[]): ConstraintTest {
  return simpleTest((context, bound) => scalars.some((scalar) => equalsScalar(context, bound, scalar)))
}

/** Constants compare by value. Names of functions, members and declarations compare by text. */
function equalsScalar(context: MatchContext, bound: Bound, wanted: Scalar): boolean {
  const value = boundConstant(context, bound)
  if (value !== undefined) return value === wanted || (bound.kind !== 'node' && typeof value !== 'object' && String(value) === wanted)
  if (typeof wanted !== 'string' || bound.kind === 'value') return false
  if (bound.kind === 'node' && hasTree(context) && !namesSomething(context, bound.node)) return false
  return boundText(context, bound) === wanted
}

/** Whether the node is a name and not a value: `f` in `f(x)`, `x.f` and `function f`. */
function namesSomething({ tree, syntax, symbols, file }: NodeContext, node: number): boolean {
  if (!syntax.pattern.identifierTypes.has(tree.type[node])) return false
  if (symbols.nameOf(node) === undefined || symbols.declarationOf(node) === node || symbols.isTarget(node)) return true
  const parent = tree.parent[node]
  return parent >= 0 && (syntax.pattern.nameTypes.has(tree.type[parent]) || syntax.callAt(tree, file.text, parent)?.callee === node)
}
