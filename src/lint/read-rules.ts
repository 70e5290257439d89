import type { PackFile, SpecPositions } from '../model/rule-pack.ts'
import type { RuleSpec } from '../model/rule-spec.ts'
import { readWithWords } from '../pack/expand-words.ts'
import { readWords } from '../pack/read-words.ts'
import { sortFiles } from '../pack/sort-files.ts'
import { isRuleSpec } from '../pack/validate-spec.generated.ts'

/** A rule as its author wrote it. */
export interface WrittenRule {
  readonly file: PackFile
  readonly id: string
  /** The content of the file as plain data. */
  readonly value: unknown
  readonly spec: RuleSpec
  readonly positions: SpecPositions
}

/** Reads rules with positions. Files that do not have the shape of a rule are left out: loading the folder reports them. */
export function readRules(files: readonly PackFile[], words: readonly PackFile[] = []): readonly WrittenRule[] {
  const lists = readWords(sortFiles(words))
  return files.flatMap((file) => {
    const { spec: read } = readWithWords({ path: file.path, text: file.text }, lists)
    if (read === undefined || !isRuleSpec(read.value)) return []
    return [{ file, id: read.value.id, value: read.value, spec: read.value, positions: read.positions }]
  })
}
