import type { Examination, ExaminationSettings, Examiner } from '../model/examiner.ts'
import type { GroupReport } from '../model/file-report.ts'
import type { FileExaminer } from './file-examiner.ts'

/** Examines in this thread, one file after the other. */
export function createLocalExaminer(open: (settings: ExaminationSettings) => FileExaminer): Examiner {
  return { begin: (settings) => beginExamination(open(settings)) }
}

function beginExamination(examiner: FileExaminer): Examination {
  return {
    async *examine(files, signal) {
      for await (const file of files) {
        signal?.throwIfAborted()
        yield await examiner.examine(file)
      }
    },
    follow: async (works, signal) => {
      const reports: GroupReport[] = []
      for (const work of works) {
        signal?.throwIfAborted()
        reports.push(await examiner.follow(work))
      }
      return reports
    },
    phases: examiner.phases,
    profile: examiner.profile,
    end: async () => undefined,
  }
}
