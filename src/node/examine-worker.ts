import type { FileReport, GroupReport } from '../model/file-report.ts'
import { type Engine, openEngine } from '../engine.ts'
import { type FlowCache, openDiskFlowStore } from './disk-flow-store.ts'
import type { ExamineJob, ExamineReply } from './examine-job.ts'
import type { RuleFolder } from '../index.ts'
import { withOwnRules } from './scanner-data.ts'
import { serveTasks, type TaskReply } from './serve-tasks.ts'

/** The data that an examining thread starts with. */
export interface ExamineWorkerData {
  readonly packs: readonly string[]
  /** Rules of the user as the main thread has read and checked them. The files on disk may have changed since. */
  readonly own: readonly RuleFolder[]
  readonly flowCache: FlowCache | undefined
}

await serveTasks(startExamining)

async function startExamining({
  packs,
  own,
  flowCache,
}: ExamineWorkerData): Promise<(job: ExamineJob, isCancelled: () => boolean) => Promise<TaskReply<ExamineReply>>> {
  const engine = await openEngine({ ...withOwnRules(packs, own), flowStore: flowCache && openDiskFlowStore(flowCache) })
  let current: { readonly scan: number; readonly examiner: ReturnType<Engine['openExaminer']> } | undefined
  return async ({ scan, settings, work }, isCancelled) => {
    if (current?.scan !== scan) current = { scan, examiner: engine.openExaminer(settings) }
    const { examiner } = current
    const before = examiner.phases()
    const files: FileReport[] = []
    const groups: GroupReport[] = []
    for (const file of work.kind === 'files' ? work.files : []) {
      if (isCancelled()) throw new Error('The scan was canceled.')
      files.push(await examiner.examine(file))
    }
    for (const each of work.kind === 'groups' ? work.groups : []) {
      if (isCancelled()) throw new Error('The scan was canceled.')
      groups.push(await examiner.follow(each))
    }
    const phases = Object.fromEntries(Object.entries(examiner.phases()).map(([phase, total]) => [phase, total - (before[phase] ?? 0)]))
    return { reply: { files, groups, phases } }
  }
}
