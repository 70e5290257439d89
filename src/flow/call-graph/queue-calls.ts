import { OP } from '../../model/program.ts'
import { addToGroup } from '../../model/group-by.ts'
import type { Project } from '../program/link-program.ts'
import { type AllocationSite, allocationSiteOf } from './event-calls.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import type { PointsTo } from '../points-to/points-to.ts'

/** By call of `add`: the functions that process the queue: `queue.process(f)` of Bull, `new Worker('name', f)` of BullMQ for `new Queue('name')`. */
export function findQueueWorkers(project: Project, links: ModuleLinks, pointsTo: PointsTo): ReadonlyMap<number, readonly number[]> {
  const { calls, op, a } = project
  const workers = new Map<string, number[]>()
  const addHandlers = (queue: string, functions: readonly number[]): void => {
    for (const each of functions) addToGroup(workers, queue, each)
  }
  for (const { isConstruct, name, spelledName, receiver, constantKey, arguments: passed } of calls) {
    if (isConstruct && WORKER.test(name)) {
      if (constantKey !== undefined && passed[1] !== undefined) addHandlers(`name ${constantKey}`, pointsTo.functionsOf(passed[1].value))
    } else if (spelledName === 'process' && receiver >= 0) {
      const last = passed.at(-1)
      if (last !== undefined) addHandlers(allocationSiteOf(project, links, pointsTo, receiver).id, pointsTo.functionsOf(last.value))
    }
  }
  const found = new Map<number, readonly number[]>()
  if (workers.size === 0) return found
  /** The name with which a queue was created. */
  const nameOf = ({ value, path }: AllocationSite): string | undefined => {
    const made = path === '' && op[value] === OP.result ? calls[a[value]] : undefined
    return made?.isConstruct === true && QUEUE.test(made.name) && made.constantKey !== undefined ? `name ${made.constantKey}` : undefined
  }
  for (const [index, call] of calls.entries()) {
    if (call.spelledName !== 'add' || call.receiver < 0 || call.arguments.length === 0) continue
    const emitter = allocationSiteOf(project, links, pointsTo, call.receiver)
    const reached = [...(workers.get(emitter.id) ?? []), ...(workers.get(nameOf(emitter) ?? '') ?? [])]
    if (reached.length > 0) found.set(index, [...new Set(reached)])
  }
  return found
}

const WORKER = /^(?:bullmq\.)?Worker$/
const QUEUE = /^(?:bullmq\.)?Queue$/
