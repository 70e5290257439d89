import { formatDiagnostic, GlobError, PathError, RuleError, RuleFolderError, SettingsError } from '../../../src/node/index.ts'

/** A mistake that the caller of a tool can correct. The message is shown to it. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

/** The message for the caller, or undefined for an error of Assay, whose message may contain source text. */
export function describeMistake(error: unknown): string | undefined {
  if (error instanceof RuleError || error instanceof SettingsError)
    return ['The rules or settings of the project have mistakes:', ...error.diagnostics.map(formatDiagnostic)].join('\n')
  if (error instanceof PathError) return error.reasons.join('\n')
  return [ToolError, RuleFolderError, GlobError].some((kind) => error instanceof kind) && error instanceof Error ? error.message : undefined
}
