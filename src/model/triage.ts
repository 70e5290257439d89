import type { Severity } from './severity.ts'

/** What a triage can answer about a finding, the mildest change first. */
export const TRIAGE_VERDICTS = ['keep', 'lower', 'suppress'] as const
/** `keep`: report the finding as it is. `lower`: one severity level lower. `suppress`: not a true positive. */
export type TriageVerdict = (typeof TRIAGE_VERDICTS)[number]

/** Why a line is part of a context. */
export type TriageRole = 'path' | 'guard' | 'caller' | 'configuration' | 'import'

/**
 * One line of code, as a reader may see it: without comments, with secrets masked, with strings reduced to single words and a fixed vocabulary, and in ASCII.
 * Lines that consist of comments or white space are not part of a context.
 */
export interface TriageLine {
  /** Unique within the context of all findings of a scan's file: `A7` is the seventh line of file `A`. It does not depend on comments or empty lines. */
  readonly id: string
  readonly file: string
  /** Line in the file, from 1. */
  readonly line: number
  readonly text: string
  readonly role: TriageRole
  /** The line contains a call or a condition, so it can be evidence that the value is sanitised or guarded. */
  readonly canGuard: boolean
  /** Identifiers on the line. */
  readonly names: readonly string[]
}

/** A step of the data-flow path. Without a data-flow path, the finding itself is the only step. */
export interface TriageStep {
  readonly kind: 'source' | 'step' | 'sink'
  /** Id of its first line. */
  readonly line: string
}

/** What a triage knows about a finding: code of the data-flow path and around it, limited in size. */
export interface TriageContext {
  /** The question for this kind of weakness: `Which line escapes the value? …` */
  readonly question: string
  /** Language of the file with the finding, such as `Python`. */
  readonly language: string
  /** By file, then line. */
  readonly lines: readonly TriageLine[]
  readonly steps: readonly TriageStep[]
  /** Lines that did not fit into the limit. */
  readonly omittedLines: number
}

/** What a triage answers. `suppress` and `lower` have an effect only if `line` and `quote` name a line of the context. */
export interface TriageAnswer {
  readonly verdict: TriageVerdict
  /** 0 to 1. */
  readonly confidence: number
  /** One sentence. Shown in reports. */
  readonly reason: string
  /** Id of the line that decides the verdict. */
  readonly line?: string
  /** The text of this line, exactly as in the context. */
  readonly quote?: string
}

/** A finding, by its id and file, and its context or the reason why it has none. Serialisable. */
export type TriageCase =
  | { readonly id: string; readonly file: string; readonly kind: 'prepared'; readonly context: TriageContext }
  | { readonly id: string; readonly file: string; readonly kind: 'unprepared'; readonly reason: UnansweredReason; readonly detail: string }

/** Why a finding has no answer. */
export const UNANSWERED_REASONS = [
  'timeout',
  'rate-limited',
  'service-error',
  'refused',
  'unreachable',
  'incomplete',
  'malformed',
  'wrong-schema',
  'budget',
  'suspicious-code',
  'no-context',
  'failed',
] as const
/** One of `UNANSWERED_REASONS`. */
export type UnansweredReason = (typeof UNANSWERED_REASONS)[number]

/** The answer to one finding, or why there is none. */
export type TriageOutcome =
  | { readonly kind: 'answer'; readonly answer: TriageAnswer }
  | { readonly kind: 'unanswered'; readonly reason: UnansweredReason; readonly detail: string }

/** The verdict on a finding, as the result has it. */
export interface FindingTriage {
  readonly verdict: TriageVerdict
  /** False if the verdict had no effect; `note` says why. A verdict `keep` is always applied. */
  readonly applied: boolean
  /** 0 to 1, as answered. */
  readonly confidence: number
  readonly reason: string
  /** Who decided, such as `openai:gpt-4.1-mini`. */
  readonly by: string
  /** Severity before `lower`. */
  readonly severity?: Severity
  /** The line that was quoted: its file, its number and its text as the triage saw it. */
  readonly quotedFile?: string
  readonly quotedLine?: number
  readonly quote?: string
  /** Why the verdict had no effect. */
  readonly note?: string
}

/** Findings without an answer. They are kept as they are. */
export interface UnansweredFindings {
  readonly reason: UnansweredReason
  readonly findings: number
  /** One sentence; never source text. */
  readonly detail: string
}

/** What a triage did to a result. */
export interface TriageSummary {
  readonly by: string
  /** Grade and score without triage. Those of the result are with triage. */
  readonly gradeWithout: string
  readonly scoreWithout: number
  /** Findings that were put to the triage. */
  readonly asked: number
  readonly kept: number
  readonly lowered: number
  readonly suppressed: number
  /** Verdicts `lower` and `suppress` without effect. */
  readonly annotated: number
  readonly unanswered: readonly UnansweredFindings[]
  /** Requests, tokens and cost, if the triage counts them. Answers from a cache take none. */
  readonly usage?: TriageUsage
}

/** What a triage spent. */
export interface TriageUsage {
  readonly calls: number
  readonly cachedCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** In the currency of the configured prices. Absent without prices. */
  readonly cost?: number
}
