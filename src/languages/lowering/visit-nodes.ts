import { OP } from '../../model/program.ts'
import { childByField, namedChildren } from '../../model/tree-access.ts'
import { entersTooDeep } from './create-lowering.ts'
import type { TableLowering } from './language.ts'
import type { Lowering } from './lowering.ts'
import { addNary, addValue } from './values.ts'

/** A lowering that tells the node types of its language apart. */
export interface KindLowering extends Lowering {
  readonly kinds: { readonly table: Uint8Array }
}

/** The kind of a node; 0 for no node and for types that the language does not number. */
export function kindOf(low: Pick<KindLowering, 'kinds' | 'tree'>, node: number): number {
  return node < 0 ? 0 : low.kinds.table[low.tree.type[node]]
}

/** Lowers an expression, imprecisely when the nesting is too deep, and records and returns its value. */
export function lowerExpression<L extends TableLowering<L>>(low: L, node: number): number {
  const { language } = low
  if (node < 0) return addValue(low, OP.unknown, 0)
  let made: number
  if (entersTooDeep(low)) made = language.lowerCoarsely(low, node)
  else {
    const reader = language.expressions[kindOf(low, node)]
    made = reader === undefined ? mixOperands(low, node) : reader(low, node)
    low.depth--
  }
  low.valueAt[node] = made
  return language.finishExpression === undefined ? made : language.finishExpression(low, node, made)
}

/** Lowers a statement, imprecisely when the nesting is too deep. Unreachable statements have no values. */
export function lowerStatement<L extends TableLowering<L>>(low: L, node: number): void {
  if (node < 0 || low.frame.dead) return
  if (entersTooDeep(low)) {
    low.language.lowerCoarsely(low, node)
    return
  }
  const kind = kindOf(low, node)
  const reader = low.language.statements[kind]
  if (reader !== undefined) reader(low, node)
  else if (kind !== 0) lowerExpression(low, node)
  else if (!low.syntax.commentTypes.has(low.tree.type[node])) lowerChildren(low, node)
  low.depth--
}

/** Lowers the children of a node in order: the statements of a block. */
export function lowerChildren<L extends TableLowering<L>>(low: L, node: number): void {
  for (const child of namedChildren(low.tree, node)) lowerStatement(low, child)
}

/** Assigns to a name, a member or a pattern. */
export function assignTo<L extends TableLowering<L>>(low: L, target: number, given: number): void {
  if (target < 0 || entersTooDeep(low)) return
  const reader = low.language.targets[kindOf(low, target)]
  if (reader === undefined) lowerExpression(low, target)
  else reader(low, target, given)
  low.depth--
}

/** The object of `object.key`; -1 for other expressions. */
export function objectOf<L extends TableLowering<L>>(low: L, node: number): number {
  const member = low.language.members[kindOf(low, node)]
  return member === undefined || member.isComputed ? -1 : childByField(low.tree, node, member.object)
}

/** The named children of a node without comments. */
export function operandsOf({ tree, syntax }: Lowering, node: number): number[] {
  return namedChildren(tree, node).filter((child) => !syntax.commentTypes.has(tree.type[child]))
}

/** The concatenation of the parts. */
export function combine<L extends Lowering>(low: L, node: number, parts: readonly number[], lower: (low: L, part: number) => number): number {
  return addNary(
    low,
    OP.combine,
    node,
    parts.map((each) => lower(low, each)),
  )
}

/** An expression of unknown meaning: all its operands flow to its result. */
export function mixOperands<L extends TableLowering<L>>(low: L, node: number): number {
  const values = operandsOf(low, node).map((each) => lowerExpression(low, each))
  return values.length === 0 ? addValue(low, OP.unknown, node) : addNary(low, OP.mix, node, values)
}
