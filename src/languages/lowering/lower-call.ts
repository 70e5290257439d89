import { OP, type ConstantProperties, type ProgramArgument } from '../../model/program.ts'
import type { Scalar } from '../../model/scalar.ts'
import { MUTATING_METHODS } from './mutating-methods.ts'
import { lowerThrow } from './control-flow.ts'
import { recordFieldUpdate } from './declare-class.ts'
import type { Lowering } from './lowering.ts'
import { addValue } from './values.ts'
import { isObservable, writeBack } from './variables.ts'

export interface CallSource {
  readonly node: number
  readonly callee: number
  readonly receiver: number
  /** The resolved name; empty when there is none. */
  readonly name: string
  readonly spelledName: string
  readonly constantKey?: string | undefined
  readonly arguments: readonly {
    readonly kind: ProgramArgument['kind']
    readonly name?: string | undefined
    readonly value: number
    readonly constant?: Scalar | undefined
    readonly constantProperties?: ConstantProperties | undefined
  }[]
  readonly isConstruct?: boolean
  readonly isTaggedTemplate?: boolean
}

/** Creates a call and returns its result. Variables that contain an argument or the receiver get its post-update node. */
export function lowerCall(low: Lowering, source: CallSource): number {
  const { node } = source
  const index = low.calls.length
  const result = addValue(low, OP.result, node, index)
  const afterOf = (passed: number, position: number): number =>
    isObservable(low, passed) ? addValue(low, OP.postUpdate, node, passed, index, position) : -1
  const receiverPostUpdate = afterOf(source.receiver, -1)
  const passed = source.arguments.map(
    ({ kind, name, value: valueId, constant, constantProperties }, position): ProgramArgument => ({
      kind,
      name,
      value: valueId,
      postUpdate: afterOf(valueId, position),
      constant,
      constantProperties,
    }),
  )
  low.calls.push({
    start: low.tree.start[node],
    end: low.tree.end[node],
    result,
    callee: source.callee,
    receiver: source.receiver,
    receiverPostUpdate,
    name: source.name,
    spelledName: source.spelledName,
    constantKey: source.constantKey,
    arguments: passed,
    isConstruct: source.isConstruct ?? false,
    isTaggedTemplate: source.isTaggedTemplate ?? false,
    catchTarget: low.frame.thrown.at(-1) ?? -1,
    owner: low.frame.index,
  })
  low.callAt.set(node, index)
  low.callNodes.set(index, node)
  for (const { value: before, postUpdate } of passed) if (postUpdate >= 0) writeBack(low, before, postUpdate, node, true)
  if (receiverPostUpdate >= 0) {
    if (MUTATING_METHODS.has(source.spelledName)) recordFieldUpdate(low, source.receiver, receiverPostUpdate)
    writeBack(low, source.receiver, receiverPostUpdate, node)
  }
  if (low.models.neverReturns(source.name)) lowerThrow(low, -1)
  return result
}
