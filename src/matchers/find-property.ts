import type { NodeContext } from '../model/matcher.ts'
import { NODE_NAMED } from '../model/tree.ts'

/**
 * The value of a dotted name in the object literal at `node`, or in the certain value of a variable at `node`. Each part of the name is resolved in
 * the same way. `absent` if it certainly does not exist, `unknown` if a spread, a computed key or an unknown value may contain it.
 */
export function findProperty(context: NodeContext, node: number, name: string): number | 'absent' | 'unknown' {
  const { tree, syntax, symbols, file } = context
  let at = node
  let rest = name
  for (;;) {
    const object = symbols.valueOf(syntax.unwrap(tree, at))
    const properties = syntax.propertiesAt(tree, file.text, object)
    if (properties === undefined) return symbols.isConstant(object) ? 'absent' : 'unknown'
    context.spend(1 + properties.length)
    const whole = properties.findLast((property) => property.key === rest)
    if (whole !== undefined) return whole.value < 0 ? 'unknown' : whole.value
    const dot = rest.indexOf('.')
    const outer = dot < 0 ? undefined : properties.findLast((property) => property.key === rest.slice(0, dot))
    if (outer === undefined) return hasUnknownKeys(context, object, properties.length) ? 'unknown' : 'absent'
    if (outer.value < 0) return 'unknown'
    at = outer.value
    rest = rest.slice(dot + 1)
  }
}

/** Spreads and computed keys may add any key. */
function hasUnknownKeys(context: NodeContext, node: number, known: number): boolean {
  const { tree, syntax } = context
  let children = 0
  for (let child = node + 1; child < tree.next[node]; child = tree.next[child]) {
    if ((tree.flags[child] & NODE_NAMED) !== 0 && !syntax.commentTypes.has(tree.type[child])) children++
  }
  context.spend(children)
  return children > known
}
