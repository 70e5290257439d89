import type { Diagnostic } from '../model/diagnostic.ts'
import type { PackFile, RuleFolder } from '../model/rule-pack.ts'
import { sortFiles } from './sort-files.ts'

/** Rule files by id. The id is the file name without extension. */
export interface RuleIndex {
  /** Sorted. */
  readonly ids: readonly string[]
  fileOf(id: string): PackFile | undefined
  idOf(file: PackFile): string
  /** Ids that several files have. The first file by path is used. Files of folders that are not loaded completely come first. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Does not read any file, because a rule's id is its file name without the extension. */
export function indexRules(folders: readonly RuleFolder[]): RuleIndex {
  const files = new Map<string, PackFile>()
  const diagnostics: Diagnostic[] = []
  // If two files have the same id, the diagnostic is placed in the user's own file.
  const [others, own] = [false, true].map((whole) => sortFiles(folders.flatMap((folder) => (folder.whole === whole ? folder.rules : []))))
  for (const file of [...others, ...own]) {
    const id = toId(file)
    const first = files.get(id)
    if (first === undefined) files.set(id, file)
    else diagnostics.push(reportRepeated(id, file, first))
  }
  return { ids: [...files.keys()].sort(), fileOf: (id) => files.get(id), idOf: toId, diagnostics }
}

function toId({ path }: PackFile): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
}

function reportRepeated(id: string, { path }: PackFile, first: PackFile): Diagnostic {
  const message = `The id \`${id}\` is that of ${first.path} already.`
  return { code: 'rule/duplicate-id', message, hint: 'rename this file and its id', file: path, line: 1, column: 1 }
}
