import type { JumpEnd, JumpRead, JumpWrite } from '../../model/call-models.ts'
import { BOUNDS } from '../../model/bounds.ts'
import { addToGroup } from '../../model/group-by.ts'
import { OP } from '../../model/program.ts'
import type { PointsTo } from '../points-to/points-to.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import type { FlowCall, Project } from '../program/link-program.ts'
import { allocationSiteOf } from './allocation-site.ts'
import { keysOfCall } from './jump-keys.ts'

/** Calls that store and read values, as rows of `jumps` describe. */
export interface Jumps {
  readonly writes: readonly FoundEnd<JumpWrite>[]
  /** Writes with the reads that have an equal key. In the order of the writes. */
  readonly pairs: readonly Jump[]
}

/** A call that stores a value, and a call that reads it. */
export interface Jump {
  readonly write: FoundEnd<JumpWrite>
  readonly read: FoundEnd<JumpRead>
}

interface FoundEnd<End extends JumpEnd> {
  readonly call: number
  readonly end: End
}

/** Finds the calls that rows of `jumps` name, and pairs writes with reads. */
export function findJumps(project: Project, links: ModuleLinks, pointsTo: PointsTo): Jumps {
  const writes: FoundEnd<JumpWrite>[] = []
  const reads: FoundEnd<JumpRead>[] = []
  for (const [call, each] of project.calls.entries())
    for (const end of endsOf(project, links, pointsTo, each)) {
      if (end.side === 'write') writes.push({ call, end })
      else reads.push({ call, end })
    }
  const keysOf = ({ call, end }: FoundEnd<JumpEnd>): readonly string[] =>
    keysOfCall(project, links, pointsTo, project.calls[call], end).map((key) => `${end.row} ${key}`)
  const written = new Set(writes.map(({ end }) => end.row))
  const readByKey = new Map<string, FoundEnd<JumpRead>[]>()
  for (const read of reads) if (written.has(read.end.row)) for (const key of keysOf(read)) addToGroup(readByKey, key, read)
  if (readByKey.size === 0) return { writes, pairs: [] }
  const pairs = writes.flatMap((write) => {
    const found = new Set(keysOf(write).flatMap((key) => readByKey.get(key) ?? []))
    return [...found].slice(0, BOUNDS.jumpReads.value).map((read) => ({ write, read }))
  })
  return { writes, pairs }
}

/** Rows of functions come before those of methods. A method of an object that another function created has the name that it has there. */
function endsOf(project: Project, links: ModuleLinks, pointsTo: PointsTo, call: FlowCall): readonly JumpEnd[] {
  const models = project.models[call.file]
  const own = models.jumpsOf(call.name)
  if (own !== undefined || call.receiver < 0) return own ?? NONE
  const name = models.mayJump(call.spelledName) ? nameThroughSite(project, links, pointsTo, call) : undefined
  return (name === undefined ? undefined : models.jumpsOf(name)) ?? models.methodJumpsOf(call.spelledName) ?? NONE
}

const NONE: readonly JumpEnd[] = []

/** `bullmq.Queue().add` for `queue.add` where another file has created the queue. */
function nameThroughSite(project: Project, links: ModuleLinks, pointsTo: PointsTo, { receiver, spelledName }: FlowCall): string | undefined {
  const { op, a, calls } = project
  const { value, path } = allocationSiteOf(project, links, pointsTo, receiver)
  const made = op[value] === OP.result ? calls[a[value]].name : ''
  return made === '' ? undefined : [`${made}()`, ...(path === '' ? [] : [path]), spelledName].join('.')
}
