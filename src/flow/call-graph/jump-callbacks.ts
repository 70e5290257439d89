import type { Callback } from '../../model/call-models.ts'
import { addToGroup } from '../../model/group-by.ts'
import { valuesAt } from '../models/values-at.ts'
import type { PointsTo } from '../points-to/points-to.ts'
import type { FlowCall, Project } from '../program/link-program.ts'
import type { Jump } from './find-jumps.ts'
import type { ImplicitCall } from './implicit-calls.ts'

/** Functions that read what a call stores, with how its arguments reach them. */
export interface Readers {
  readonly functions: readonly number[]
  readonly jumps: NonNullable<Callback['jumps']>
}

/** By call that stores values: the functions that read them as parameters. */
export function findJumpCallbacks({ calls }: Project, pointsTo: PointsTo, jumps: readonly Jump[]): ReadonlyMap<number, readonly Readers[]> {
  const found = new Map<number, Readers[]>()
  for (const { write, read } of jumps) {
    const { value: to } = read.end
    if (to.parameter === undefined || to.at.kind === 'result') continue
    const functions = valuesAt(calls[read.call], to.at).flatMap(pointsTo.functionsOf)
    if (functions.length > 0) addToGroup(found, write.call, { functions, jumps: write.end.value.map((from) => ({ from, to })) })
  }
  return found
}

/** `bus.emit('job', x)` where `emit` is a function of the program: it finally calls the listeners, under a name that is not tracked. */
export function readerCall(call: FlowCall, { functions, jumps }: Readers): readonly ImplicitCall[] {
  return jumps.flatMap(({ from: { at }, to: { parameter, parts } }) => {
    if (at.kind !== 'argument' || parameter?.isRest !== true || parts.length > 0) return []
    const passed = call.arguments.slice(at.first)
    return [{ call: { ...call, result: -1, callee: -1, receiver: -1, receiverPostUpdate: -1, arguments: passed }, targets: functions, replaces: -1 }]
  })
}
