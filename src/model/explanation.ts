import type { Finding, TraceStep } from './finding.ts'
import type { LanguageId } from './language.ts'
import type { Scalar } from './scalar.ts'
import type { SourceFile } from './source.ts'

/** What to explain: one rule, in one file or at one line of it. */
export interface ExplainRequest {
  /** The id of a rule of the scanner. */
  readonly rule: string
  /** The files of the scan. The first one is explained, unless `file` names another one. The others are context: data may come from them. */
  readonly files: readonly SourceFile[]
  /** The path of the file to explain. */
  readonly file?: string
  /** A line of the file, from 1. Without it every candidate of the file is explained. */
  readonly line?: number
  /** Maximum number of candidates, sources and sinks. Default: 10. `omitted` counts the others. */
  readonly maxCandidates?: number
}

/** A range of a file and its code, on one line and cut if it is long. Lines and columns count from 1. */
export interface CodePlace {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly text: string
}

/** Why a rule does not report something. */
export interface ExplainedReason {
  readonly code: ReasonCode
  /** One or two sentences. */
  readonly message: string
  /** The path of the clause in the rule file: `match.all[1].where.$ARG`, `taint.sanitizers[0]`. */
  readonly clause?: string
  readonly place?: CodePlace
}

/** Why a rule was not run on a file. */
export type NotRunCode = 'language' | 'path' | 'test-code' | 'skipped' | 'literals' | 'no-tree'
/** Why a match is not reported. */
export type NotReportedCode = 'suppressed' | 'yields-to' | 'requires' | 'last-sink' | 'limit'
/** Which kind of clause does not hold. */
export type ClauseCode =
  | 'languages'
  | 'files'
  | 'kind'
  | 'call'
  | 'argument'
  | 'pattern'
  | 'query'
  | 'regex'
  | 'use'
  | 'any'
  | 'not'
  | 'inside'
  | 'has'
  | 'follows'
  | 'precedes'
  | 'where'
  | 'document'
  | 'no-candidate'
/** Where data of a source is lost. */
export type FlowLossCode =
  | 'no-source'
  | 'no-sink'
  | 'sanitizer'
  | 'barrier-guard'
  | 'overwritten'
  | 'unknown-call'
  | 'function'
  | 'property'
  | 'container'
  | 'no-data'
  | 'not-called'
  | 'import'
  | 'labels'
  | 'exact'
  | 'weak'
  | 'own-file'
  | 'companion'
  | 'callee'
  | 'bound'
  | 'no-path'
export type ReasonCode = NotRunCode | NotReportedCode | ClauseCode | FlowLossCode

/** A metavariable and what it stands for. */
export interface ExplainedBinding {
  /** With its `$`. */
  readonly name: string
  readonly text: string
  readonly place?: CodePlace
  /** Its value, if it is known without running the program. */
  readonly constant?: Scalar
  /** The line where that constant is written, if it is another place. */
  readonly constantLine?: number
  /** The resolved name of the expression, if it differs from its text. */
  readonly resolvedName?: string
}

/** A clause of a rule that was tested at a candidate. */
export interface ExplainedClause {
  /** Its path in the rule file. A named matcher begins with its name: `match.use`, then `shell-call:pattern`. */
  readonly clause: string
  /** The clause as the rule spells it, on one line. */
  readonly written: string
  readonly holds: boolean
  /** What it matched, or where it failed. */
  readonly place?: CodePlace
  /** The metavariables that it bound. */
  readonly bindings: readonly ExplainedBinding[]
  /** Why it does not hold. */
  readonly message?: string
}

/** Code that the rule was tried on, and how far it got. */
export interface ExplainedCandidate {
  readonly place: CodePlace
  /** In the order in which they were tested. If the candidate does not match, the last one does not hold. */
  readonly clauses: readonly ExplainedClause[]
  /** Absent if all clauses hold. */
  readonly reason?: ExplainedReason
}

/** A step of data through the program. */
export interface FlowStep {
  readonly place: CodePlace
  readonly what: string
}

/** Why data does not get further. */
export interface FlowLoss extends ExplainedReason {
  readonly code: FlowLossCode
  /** The term of the engine, as in the glossary: `sanitizer`, `barrier guard`, `strong update`. */
  readonly term: string
  /** The last code that has the data. */
  readonly lastSeen?: CodePlace
}

/** A source in the files, and how far its data gets. */
export interface ExplainedSource {
  readonly place: CodePlace
  readonly clause: string
  /** The longest ways of its data, the longest first. */
  readonly steps: readonly FlowStep[]
  /** Whether its data reaches a sink. */
  readonly reaches: boolean
  /** Absent if the data reaches a sink. */
  readonly loss?: FlowLoss
}

/** A sink in the files, and why no data reaches it. */
export interface ExplainedSink {
  readonly place: CodePlace
  readonly clause: string
  readonly reached: boolean
  /** Absent if data reaches the sink. */
  readonly loss?: FlowLoss
}

/** A finding, with the clauses that hold or with its data-flow path. */
export interface ExplainedMatch {
  readonly place: CodePlace
  /** Absent if the match is not reported. */
  readonly finding?: Finding
  /** Of rules with `match`. */
  readonly clauses: readonly ExplainedClause[]
  /** Of rules with `taint`. */
  readonly trace: readonly TraceStep[]
}

interface ExplanationBase {
  readonly rule: string
  readonly file: string
  readonly line?: number
  readonly language: LanguageId
  /** What else is known of the file: syntax errors, bounds that were reached. */
  readonly notes: readonly string[]
  /** True if the code of the rule's matches is secret: it is masked in all texts. Viewers must not show it either. */
  readonly masked?: boolean
}

/** The rule reports this. `candidates` lists code that does not match. */
export interface FiredExplanation extends ExplanationBase {
  readonly kind: 'fired'
  readonly matches: readonly ExplainedMatch[]
  readonly candidates: readonly ExplainedCandidate[]
  readonly omitted: number
}

/** The rule matches, but the match is not reported. */
export interface NotReportedExplanation extends ExplanationBase {
  readonly kind: 'not-reported'
  readonly reason: ExplainedReason & { readonly code: NotReportedCode }
  readonly matches: readonly ExplainedMatch[]
}

/** The rule was not run on the file. */
export interface NotRunExplanation extends ExplanationBase {
  readonly kind: 'not-run'
  readonly reason: ExplainedReason & { readonly code: NotRunCode }
}

/** A rule with `match` matches nothing here. The first candidate came nearest; its reason is the reason. */
export interface NotMatchedExplanation extends ExplanationBase {
  readonly kind: 'not-matched'
  readonly reason: ExplainedReason & { readonly code: ClauseCode }
  readonly candidates: readonly ExplainedCandidate[]
  readonly omitted: number
}

/** A rule with `taint` reports nothing here. */
export interface NoFlowExplanation extends ExplanationBase {
  readonly kind: 'no-flow'
  readonly reason: FlowLoss
  readonly sources: readonly ExplainedSource[]
  readonly sinks: readonly ExplainedSink[]
  /** Code on the line that came near a source or a sink. */
  readonly candidates: readonly ExplainedCandidate[]
  readonly omitted: number
}

/** Why a rule does or does not report something in a file. */
export type Explanation = FiredExplanation | NotReportedExplanation | NotRunExplanation | NotMatchedExplanation | NoFlowExplanation
