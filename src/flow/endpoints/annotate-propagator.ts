import { firstFrom } from '../../model/first-from.ts'
import { lookup, MATCH } from '../../model/bound.ts'
import type { TaintUse } from '../../model/flow.ts'
import type { FileAnnotations, MatchSite } from './file-annotations.ts'
import { valuesAt } from './values-at.ts'

/** Records that data flows from one metavariable to another. */
export function annotatePropagator(annotations: FileAnnotations, use: TaintUse, { node, bindings }: MatchSite): void {
  const { context, lowered } = annotations
  const from = lookup(bindings, use.from ?? '')
  if (from === undefined) return
  const fromNodes = from.kind === 'node' ? [from.node] : from.kind === 'nodes' ? from.nodes : []
  const to = use.to === MATCH ? ({ kind: 'node', node } as const) : lookup(bindings, use.to ?? '')
  const toNode = to?.kind === 'node' ? to.node : to?.kind === 'nodes' ? (to.nodes[0] ?? -1) : -1
  if (toNode < 0) return
  const targets = toNode === node ? [lowered.valueAt[toNode]] : receiversWithin(annotations, node, lowered.valueAt[toNode])
  for (const fromNode of fromNodes)
    for (const value of valuesAt(lowered, context, fromNode))
      for (const target of targets) if (target >= 0) annotations.propagators.push({ from: value, to: target, use })
}

/** The value that receives the data, after each call in the node; the value itself if there is no such call. */
function receiversWithin(annotations: FileAnnotations, node: number, argumentValue: number): readonly number[] {
  const { context, lowered } = annotations
  const found: number[] = []
  annotations.calls ??= [...lowered.callAt.keys()].sort((left, right) => left - right)
  for (let at = firstFrom(annotations.calls, node); at < annotations.calls.length && annotations.calls[at] < context.tree.next[node]; at++) {
    const call = lowered.program.calls[lowered.callAt.get(annotations.calls[at]) ?? -1]
    if (call.receiver === argumentValue && call.receiverPostUpdate >= 0) found.push(call.receiverPostUpdate)
    for (const argument of call.arguments) if (argument.value === argumentValue && argument.postUpdate >= 0) found.push(argument.postUpdate)
  }
  return found.length > 0 ? found : [argumentValue]
}
