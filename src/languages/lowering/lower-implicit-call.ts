import { load } from './values.ts'
import type { Lowering } from './lowering.ts'

/**
 * Adds the implicit call of a function that is passed as a callback by name, at the node of that name. Models of named functions use it. The call
 * has no callee value: calls of program functions are resolved through the receiving call.
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
