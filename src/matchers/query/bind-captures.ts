import type { Bindings } from '../../model/bindings.ts'
import { bind, boundText, lookup } from '../../model/bound.ts'
import type { NodeContext } from '../../model/matcher.ts'
import { bindNode } from '../bind-node.ts'
import type { CaptureList } from './capture-list.ts'
import type { CompiledPattern } from './compile-pattern.ts'

/** Binds all captures except `@match` and those that begin with `_`. `false` if a metavariable is already bound to different code. */
export function bindCaptures(pattern: CompiledPattern, context: NodeContext, captures: CaptureList, bindings: Bindings): Bindings | false {
  let bound = bindings
  for (let capture = 0; capture < pattern.captures.length; capture++) {
    if (capture === pattern.match) continue
    const { metavariable, many } = pattern.captures[capture]
    if (metavariable === undefined) continue
    const nodes = nodesOf(captures, capture)
    if (!many && nodes.length === 0) continue
    const next = many ? bindNodes(context, bound, metavariable, nodes) : bindNode(context, bound, metavariable, nodes[0])
    if (next === false) return false
    bound = next
  }
  return bound
}

function bindNodes(context: NodeContext, bindings: Bindings, name: string, nodes: readonly number[]): Bindings | false {
  const value = { kind: 'nodes', nodes } as const
  const known = lookup(bindings, name)
  if (known === undefined) return bind(bindings, name, value)
  return boundText(context, known) === boundText(context, value) ? bindings : false
}

/** In tree order. */
function nodesOf(captures: CaptureList, capture: number): number[] {
  const nodes: number[] = []
  for (let at: CaptureList | undefined = captures; at !== undefined; at = at.rest) if (at.capture === capture) nodes.push(at.node)
  return nodes.reverse()
}
