import type { Examination, ExaminationSettings, Examiner } from '../model/examiner.ts'
import type { GroupReport } from '../model/file-report.ts'
import type { ScanFile, SourceFile, StoredFile } from '../model/source.ts'
import type { FileExaminer } from './file-examiner.ts'

/** Examines in this thread, one file after the other. */
export function createLocalExaminer(open: (settings: ExaminationSettings) => FileExaminer): Examiner {
  return { begin: (settings) => beginExamination(open(settings)) }
}

function beginExamination(examiner: FileExaminer): Examination {
  // Files that data may flow through.
  const held = new Map<string, SourceFile | StoredFile>()
  return {
    async *examine(files, signal) {
      for await (const file of files) {
        signal?.throwIfAborted()
        const report = await examiner.examine(file)
        if (!('skip' in file) && report.kind === 'scanned' && report.flow !== undefined) held.set(file.path, toHold(file))
        yield report
      }
    },
    follow: async (groups, signal) => {
      const reports: GroupReport[] = []
      for (const group of groups) {
        signal?.throwIfAborted()
        reports.push(await examiner.follow(group, held))
      }
      return reports
    },
    phases: examiner.phases,
    end: async () => held.clear(),
  }
}

/** What can be read again is not held. */
function toHold(file: Exclude<ScanFile, { readonly skip: unknown }>): SourceFile | StoredFile {
  return 'content' in file && file.stored !== undefined ? file.stored : file
}
