import type { Bound } from '../../model/bindings.ts'
import { boundConstant, hasTree } from '../../model/bound.ts'
import type { MatchContext } from '../../model/matcher.ts'
import type { ConstraintTest } from '../node-compiler.ts'
import { parseComparison } from './parse-comparison.ts'
import { simpleTest } from './simple-test.ts'

/** `constant`: whether the value is known without running the program. */
export function compileConstant(wanted: boolean): ConstraintTest {
  return simpleTest((context, bound) => isConstant(context, bound) === wanted)
}

function isConstant(context: MatchContext, bound: Bound): boolean {
  if (bound.kind === 'node' && hasTree(context)) return context.symbols.isConstant(bound.node)
  if (bound.kind === 'nodes' && hasTree(context)) return bound.nodes.every((node) => context.symbols.isConstant(node))
  return bound.kind !== 'value' || bound.value.kind !== 'scalar' || bound.value.computed !== true
}

/** `comparison`: the value is a number, or the text of one, and satisfies all comparisons. */
export function compileComparison(comparison: string | readonly string[]): ConstraintTest {
  const written = typeof comparison === 'string' ? [comparison] : comparison
  // The loader has refused malformed comparisons.
  const comparisons = written.map((text) => parseComparison(text) ?? (() => false))
  return simpleTest((context, bound) => {
    const value = boundConstant(context, bound)
    const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
    return !Number.isNaN(number) && comparisons.every((holds) => holds(number))
  })
}

/** `type`: the resolved type is one of these. */
export function compileType(wanted: string | readonly string[]): ConstraintTest {
  const types = new Set(typeof wanted === 'string' ? [wanted] : wanted)
  return simpleTest((context, bound) => {
    const [node, second] = bound.kind === 'node' ? [bound.node] : bound.kind === 'nodes' ? bound.nodes : []
    if (bound.kind === 'node' || bound.kind === 'nodes')
      return node !== undefined && second === undefined && hasTree(context) && types.has(context.symbols.typeOf(node) ?? '')
    if (bound.kind !== 'value') return types.has('string')
    const { value } = bound
    return types.has(value.kind !== 'scalar' ? value.kind : value.value === null ? 'null' : typeof value.value)
  })
}
