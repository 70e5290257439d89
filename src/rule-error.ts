import type { Diagnostic } from './model/diagnostic.ts'

/** Rules or packs that cannot be used. All mistakes at once, in order of file and place. */
export class RuleError extends Error {
  override readonly name = 'RuleError'
  readonly diagnostics: readonly Diagnostic[]
  constructor(diagnostics: readonly Diagnostic[]) {
    const [first] = diagnostics
    const more = diagnostics.length > 1 ? ` (and ${diagnostics.length - 1} more)` : ''
    super(
      first === undefined
        ? 'there is no rule to run: neither a pack nor a folder of rules was asked for'
        : `${first.file}:${first.line}:${first.column} ${first.code} ${first.message}${more}`,
    )
    this.diagnostics = diagnostics
  }
}
