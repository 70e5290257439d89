/**
 * Why a file was not scanned at all. The first five are skipped *for cause* and cap the grade; the others are files that
 * nobody expects a scan of, and do not.
 */
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
  /** One sentence for a person: what was found, what the limit is. Never source text. */
  readonly detail: string
  /** The language of program code, as its users write it, where the file is known to be some. */
  readonly language?: string
}

/** Program code in a language that is not read as code: nothing but secrets was looked for in it. */
export interface UnreadLanguage {
  /** As its users write it: `C#`. */
  readonly language: string
  readonly files: number
  /** Of UTF-8, or as they were given. */
  readonly bytes: number
}

/** Files that are vendored, generated or minified, and were scanned as they are, since no other code is there. */
export interface ScannedAsIs {
  readonly reason: SkipReason
  readonly files: number
}

/** A file that was scanned, but not all of it or not by every rule. */
export interface PartialFile {
  readonly file: string
  readonly reason: PartialReason
  readonly detail: string
  /** The rule that could not finish, when it is one rule's gap. */
  readonly rule?: string
  /** Where it begins, from 1, when it has a place. */
  readonly line?: number
  readonly column?: number
}

const FOR_CAUSE: ReadonlySet<SkipReason> = new Set(['too-large', 'undecodable', 'over-budget', 'scan-limit', 'unreadable'])

/** Whether a file skipped for this reason should have been scanned, so that the grade says so. */
export function isForCause(reason: SkipReason): boolean {
  return FOR_CAUSE.has(reason)
}
