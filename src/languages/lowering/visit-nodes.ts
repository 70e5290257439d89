import { OP } from '../../model/program.ts'
import { firstNamedChild, namedChildren } from '../../model/tree-access.ts'
import { lowerReturn, lowerThrow } from './control-flow.ts'
import { withinDepth } from './create-lowering.ts'
import type { Lowering } from './lowering.ts'
import { addNary, addValue } from './values.ts'

/** A lowering that tells the node types of its language apart. */
export interface KindLowering extends Lowering {
  readonly kinds: { readonly table: Uint8Array }
}

/** The functions that lower a node. Expressions and statements contain each other; this breaks the import cycle. */
export interface NodeVisitors<L> {
  expression(low: L, node: number): number
  statement(low: L, node: number): void
  /** Lowers `return` of an expression. */
  result(low: L, node: number): void
}

/** The kind of a node; 0 for no node and for types that the language does not number. */
export function kindOf(low: Pick<KindLowering, 'kinds' | 'tree'>, node: number): number {
  return node < 0 ? 0 : low.kinds.table[low.tree.type[node]]
}

/** Lowers an expression and returns its value. */
export function lowerExpression<L extends { readonly visit: NodeVisitors<L> }>(low: L, node: number): number {
  return low.visit.expression(low, node)
}

export function lowerStatement<L extends { readonly visit: NodeVisitors<L> }>(low: L, node: number): void {
  low.visit.statement(low, node)
}

/** Lowers an expression with `lower`, imprecisely when the nesting is too deep, and records its value. */
export function recordExpression<L extends Lowering>(
  low: L,
  node: number,
  lower: (low: L, node: number) => number,
  coarse: (low: L, node: number) => number,
): number {
  if (node < 0) return addValue(low, OP.unknown, 0)
  const made = withinDepth(
    low,
    () => lower(low, node),
    () => coarse(low, node),
  )
  low.valueAt[node] = made
  return made
}

/** Lowers a statement with `lower`, imprecisely when the nesting is too deep. Unreachable statements have no values. */
export function visitReachable<L extends Lowering>(
  low: L,
  node: number,
  lower: (low: L, node: number) => void,
  coarse: (low: L, node: number) => number,
): void {
  if (node < 0 || low.frame.dead) return
  withinDepth(
    low,
    () => lower(low, node),
    () => void coarse(low, node),
  )
}

/** The named children of a node without comments. */
export function operandsOf({ tree, syntax }: Lowering, node: number): number[] {
  return namedChildren(tree, node).filter((part) => !syntax.commentTypes.has(tree.type[part]))
}

/** The concatenation of the parts. */
export function combine<L extends Lowering>(low: L, node: number, parts: readonly number[], lower: (low: L, part: number) => number): number {
  return addNary(
    low,
    OP.combine,
    node,
    parts.map((part) => lower(low, part)),
  )
}

/** An expression of unknown meaning: all its operands flow to its result. */
export function mixOperands<L extends Lowering>(low: L, node: number, lower: (low: L, part: number) => number): number {
  const values = operandsOf(low, node).map((part) => lower(low, part))
  return values.length === 0 ? addValue(low, OP.unknown, node) : addNary(low, OP.mix, node, values)
}

/** Lowers `return`, with or without an expression. */
export function lowerReturnStatement<L extends Lowering & { readonly visit: NodeVisitors<L> }>(low: L, node: number): void {
  const returned = firstNamedChild(low.tree, node)
  if (returned < 0) lowerReturn(low, -1, { truth: false })
  else low.visit.result(low, returned)
}

/** Lowers `throw` or `raise`, with or without an exception. */
export function lowerThrowStatement<L extends Lowering & { readonly visit: NodeVisitors<L> }>(low: L, node: number): void {
  const thrown = firstNamedChild(low.tree, node)
  lowerThrow(low, thrown < 0 ? -1 : lowerExpression(low, thrown))
}
