import { addToGroup } from '../../model/group-by.ts'
import type { Project } from '../program/link-program.ts'
import type { ImplicitCall } from './implicit-calls.ts'
import type { PointsTo } from '../points-to/points-to.ts'

/** Methods that pass a message to a bus. */
const SENDS: ReadonlySet<string> = new Set(['execute', 'publish', 'publishAll'])

/** `bus.execute(new FindOrders(x))` of Nest calls `execute` or `handle` of the class that is registered as handler of that message class. */
export function findMessageHandlerCalls(project: Project, pointsTo: PointsTo, targets: readonly (readonly number[])[]): ImplicitCall[] {
  const handlers = handlersOf(project, pointsTo)
  if (handlers.size === 0) return []
  const found: ImplicitCall[] = []
  for (const [index, call] of project.calls.entries()) {
    const [message] = call.arguments
    if (call.receiver < 0 || message === undefined || !SENDS.has(call.spelledName) || targets[index].length > 0) continue
    const reached = pointsTo.instancesOf(message.value).flatMap((each) => handlers.get(each) ?? [])
    if (reached.length > 0)
      found.push({ call: { ...call, callee: -1, receiver: -1, receiverPostUpdate: -1, name: '' }, targets: [...new Set(reached)], replaces: index })
  }
  return found
}

/** By class of messages: the methods that handle them. */
function handlersOf({ calls, functions }: Project, pointsTo: PointsTo): ReadonlyMap<number, readonly number[]> {
  const classesOf = (value: number): number[] =>
    pointsTo
      .functionsOf(value)
      .flatMap((each) => (functions[each].isConstructor && functions[each].classIndex >= 0 ? [functions[each].classIndex] : []))
  const found = new Map<number, number[]>()
  for (const call of calls) {
    const last = call.arguments.at(-1)
    if (call.spelledName !== '@handler' || last === undefined) continue
    const methods = classesOf(last.value).flatMap((each) => METHODS.flatMap((name) => pointsTo.membersOf(each, 'methods', name)))
    for (const { value } of call.arguments.slice(0, -1))
      for (const each of classesOf(value)) for (const method of methods) addToGroup(found, each, method)
  }
  return found
}

const METHODS = ['execute', 'handle']
