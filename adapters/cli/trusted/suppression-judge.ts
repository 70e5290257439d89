import { resolve } from 'node:path'
import type { ChangedLines, RejectedSuppression, Suppression } from '../../../src/node/index.ts'
import { type Change, changesFrom } from '../git/changed-lines.ts'
import { runGit } from '../git/run-git.ts'
import type { CommitTree } from './commit-tree.ts'

/** Decides which suppression comments count: those that the trusted commit has above the same code. */
export interface SuppressionJudge {
  accept(file: string, suppression: Suppression): boolean
  /** Comments that were not accepted so far, by file and line. */
  rejected(): readonly RejectedSuppression[]
}

/** Compares the working tree with a commit. File names are relative to the working folder. */
export async function createSuppressionJudge({ commit, top }: CommitTree, cwd: string, flag: string): Promise<SuppressionJudge> {
  const change = await changesFrom(commit, cwd, flag)
  const modules = await listModules(top)
  const rejected: RejectedSuppression[] = []
  return {
    accept: (file, suppression) => {
      const path = resolve(cwd, file)
      const changed = modules.some((folder) => path.startsWith(folder)) ? 'comment' : findChange(change.linesOf(path), suppression)
      if (changed === undefined) return true
      const { line, rules, reason } = suppression
      rejected.push({ file, line, rules, ...(reason !== undefined && { reason }), changed })
      return false
    },
    rejected: () => rejected.toSorted((left, right) => compareTexts(left.file, right.file) || left.line - right.line),
  }
}

function findChange(
  lines: ReturnType<Change['linesOf']>,
  { scope, line, firstLine, lastLine }: Suppression,
): RejectedSuppression['changed'] | undefined {
  if (touches(lines, line, line)) return 'comment'
  return scope === 'line' && touches(lines, firstLine, lastLine) ? 'code' : undefined
}

function touches(lines: readonly ChangedLines[], first: number, last: number): boolean {
  return lines.some(({ firstLine, lastLine }) => first <= lastLine && last >= firstLine)
}

/** Absolute paths of nested repositories, with a trailing separator. The trusted commit does not contain their files. */
async function listModules(top: string): Promise<readonly string[]> {
  const entries = await runGit(top, ['ls-files', '--stage', '-z'])
  return entries
    .split('\0')
    .flatMap((entry) => (entry.startsWith('160000 ') ? [resolve(top, entry.slice(entry.indexOf('\t') + 1), '_').slice(0, -1)] : []))
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
