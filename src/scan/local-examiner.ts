import type { Examination, ExaminationSettings, Examiner } from '../model/examiner.ts'
import type { GroupReport } from '../model/file-report.ts'
import type { FileExaminer } from './file-examiner.ts'
import { giveTurns } from './give-turns.ts'

/** Examines files in this thread, one after the other. */
export function createLocalExaminer(open: (settings: ExaminationSettings) => FileExaminer): Examiner {
  return { begin: (settings) => beginExamination(open(settings)) }
}

function beginExamination(examiner: FileExaminer): Examination {
  const giveTurn = giveTurns(() => performance.now())
  return {
    async *examine(files, signal) {
      for await (const file of files) {
        await giveTurn()
        signal?.throwIfAborted()
        yield await examiner.examine(file)
      }
    },
    follow: async (works, signal) => {
      const reports: GroupReport[] = []
      const pause = async (): Promise<void> => {
        await giveTurn()
        signal?.throwIfAborted()
      }
      for (const work of works) {
        await pause()
        reports.push(await examiner.follow(work, pause))
      }
      return reports
    },
    phases: examiner.phases,
    profile: examiner.profile,
    end: async () => undefined,
  }
}
