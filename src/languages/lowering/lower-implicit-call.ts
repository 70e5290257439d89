import { load } from './values.ts'
import type { Lowering } from './lowering.ts'

/**
 * Notes the call that a function gets by being handed over by its name, at the node of that name, for those who know functions by name. Functions of the
 * program are reached through the call that hands them over: this one has no callee.
 */
export function lowerImplicitCall(low: Lowering, node: number): void {
  const { tree, syntax, text } = low
  const handed = syntax.handedAt(tree, text, node)
  if (handed === undefined || handed.arguments.some((each) => low.valueAt[each.node] < 0)) return
  low.callbackCallAt.set(handed.node, low.calls.length)
  low.calls.push({
    start: tree.start[handed.node],
    end: tree.end[handed.node],
    result: -1,
    callee: -1,
    receiver: -1,
    receiverPostUpdate: -1,
    name: '',
    spelledName: '',
    constantKey: undefined,
    arguments: handed.arguments.map(({ kind, name, node: passed, element }) => ({
      kind,
      name,
      value: element ? load(low, low.valueAt[passed], undefined, node) : low.valueAt[passed],
      postUpdate: -1,
    })),
    isConstruct: false,
    isTaggedTemplate: false,
    catchTarget: -1,
    owner: low.frame.index,
  })
}
