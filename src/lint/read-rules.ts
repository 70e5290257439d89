import type { PackFile, SpecPositions } from '../model/rule-pack.ts'
import type { RuleSpec } from '../model/rule-spec.ts'
import { readSpecFile } from '../pack/read-spec-file.ts'
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
export function readRules(files: readonly PackFile[]): readonly WrittenRule[] {
  return files.flatMap((file) => {
    const { spec: read } = readSpecFile({ path: file.path, text: file.text })
    if (read === undefined || !isRuleSpec(read.value)) return []
    return [{ file, id: read.value.id, value: read.value, spec: read.value, positions: read.positions }]
  })
}
