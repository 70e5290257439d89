import type { Diagnostic } from '../model/diagnostic.ts'
import type { ForeignFormat, ImportedRules } from '../model/imported-rules.ts'
import type { PackFile } from '../model/rule-pack.ts'
import { importGitleaks, type ReadRelated } from './gitleaks/import-gitleaks.ts'
import { importSemgrep } from './semgrep/import-semgrep.ts'

/** How foreign files are read. */
export interface ImportOptions {
  readonly format: ForeignFormat
  /** Reads the file that `extend.path` of a Gitleaks configuration names. Without it, such files are missing. */
  readonly readRelated?: ReadRelated
  /** Ids that other rules have. */
  readonly taken?: Iterable<string>
}

/** Translates rule files of another tool. A file that cannot be parsed gives a diagnostic; whatever cannot be translated gives a note. */
export function importRules(
  files: readonly PackFile[],
  { format, readRelated = () => undefined, taken = [] }: ImportOptions,
): ImportedRules & { readonly diagnostics: readonly Diagnostic[] } {
  const ids = new Set(taken)
  const read = files.map((file) => (format === 'semgrep' ? importSemgrep(file, ids) : importGitleaks(file, ids, readRelated)))
  return {
    rules: read.flatMap(({ rules }) => rules),
    found: read.reduce((sum, { found }) => sum + found, 0),
    notes: read.flatMap(({ notes }) => notes),
    diagnostics: read.flatMap(({ diagnostics }) => diagnostics),
  }
}
