/** Reasons why a file was not scanned. The first five are *for cause* and limit the grade. The others apply to files that need no scan. */
export const SKIP_REASONS = [
  'too-large',
  'undecodable',
  'over-budget',
  'scan-limit',
  'unreadable',
  'binary',
  'link',
  'vendored',
  'generated',
  'minified',
] as const
/** One of `SKIP_REASONS`. */
export type SkipReason = (typeof SKIP_REASONS)[number]

/** Why a file was scanned only in part. Each caps the grade. */
export const PARTIAL_REASONS = [
  'syntax-error',
  'too-deep',
  'match-limit',
  'step-limit',
  'parse-budget',
  'rule-failed',
  'flow-limit',
  'scan-limit',
] as const
/** One of `PARTIAL_REASONS`. */
export type PartialReason = (typeof PARTIAL_REASONS)[number]

/** A file that was not scanned. */
export interface SkippedFile {
  readonly file: string
  readonly reason: SkipReason
  /** One sentence with the value and the limit. Never source text. */
  readonly detail: string
  /** The language of program code, in its usual spelling, if known. */
  readonly language?: string
}

/** Program code in an unsupported language, in which only secrets were searched. */
export interface UnreadLanguage {
  /** In its usual spelling: `C#`. */
  readonly language: string
  readonly files: number
  /** Bytes in UTF-8, or as passed. */
  readonly bytes: number
}

/** Vendored, generated or minified files that were scanned because there is no other code. */
export interface ScannedAsIs {
  readonly reason: SkipReason
  readonly files: number
}

/** A file that was scanned, but not all of it or not by every rule. */
export interface PartialFile {
  readonly file: string
  readonly reason: PartialReason
  readonly detail: string
  /** The rule that could not finish, if the gap affects one rule. */
  readonly rule?: string
  /** The line where it begins, from 1, if it has a location. */
  readonly line?: number
  readonly column?: number
}

const FOR_CAUSE: ReadonlySet<SkipReason> = new Set(['too-large', 'undecodable', 'over-budget', 'scan-limit', 'unreadable'])

/** Whether a file skipped for this reason should have been scanned, so that it lowers the grade. */
export function isForCause(reason: SkipReason): boolean {
  return FOR_CAUSE.has(reason)
}
