import type { NodeContext } from '../model/matcher.ts'
import { NODE_NAMED } from '../model/tree.ts'

/** Spreads within spreads that are followed. */
const MAX_SPREADS = 3

/**
 * The value of a dotted name in the object literal at `node`, or in the certain value of a variable at `node`. Each part of the name is resolved in
 * the same way, and a spread like the object that it spreads. `absent` if it certainly does not exist, `unknown` if a computed key or an unknown
 * value may contain it.
 */
export function findProperty(context: NodeContext, node: number, name: string): number | 'absent' | 'unknown' {
  return findWithin(context, node, name, MAX_SPREADS)
}

function findWithin(context: NodeContext, node: number, name: string, spreads: number): number | 'absent' | 'unknown' {
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
    if (outer === undefined) return findInSpreads(context, object, rest, spreads)
    if (outer.value < 0) return 'unknown'
    at = outer.value
    rest = rest.slice(dot + 1)
  }
}

/** Spreads and computed keys may add any key. The last spread that has the property counts. */
function findInSpreads(context: NodeContext, node: number, name: string, spreads: number): number | 'absent' | 'unknown' {
  const { tree, syntax } = context
  const spread: number[] = []
  let unknown = false
  const known = new Set((syntax.propertiesAt(tree, context.file.text, node) ?? []).map(({ keyNode }) => keyNode))
  for (let child = node + 1; child < tree.next[node]; child = tree.next[child]) {
    if ((tree.flags[child] & NODE_NAMED) === 0 || syntax.commentTypes.has(tree.type[child])) continue
    const first = firstNamed(context, child)
    if (known.has(child) || known.has(first)) continue
    if (first < 0 || spreads === 0) unknown = true
    else spread.push(first)
  }
  context.spend(1 + spread.length)
  for (const each of spread.toReversed()) {
    const found = findWithin(context, each, name, spreads - 1)
    if (found === 'unknown') unknown = true
    else if (found !== 'absent') return found
  }
  return unknown ? 'unknown' : 'absent'
}

function firstNamed({ tree }: NodeContext, node: number): number {
  for (let child = node + 1; child < tree.next[node]; child = tree.next[child]) if ((tree.flags[child] & NODE_NAMED) !== 0) return child
  return -1
}
