import type { Bindings } from '../model/bindings.ts'
import { bind, lookup, MATCH } from '../model/bound.ts'

/** The bindings after a matcher was tested on another node: `$MATCH` stays this node. */
export function keepMatch(before: Bindings, after: Bindings, node: number): Bindings {
  const known = lookup(before, MATCH)
  return lookup(after, MATCH) === known ? after : bind(after, MATCH, known ?? { kind: 'node', node })
}
