// Generated from openapi.yaml by `node tools/build-schema.mjs`. Change the schema, not this file.

export type Count = number
export type Severity = 'critical' | 'high' | 'medium' | 'low'
/** Counted from 1. Columns are in UTF-16 units. The end is exclusive. */
export type Place = number
export type Confidence = 'high' | 'medium' | 'low'

/** The grade, the findings, and what was not scanned. */
export interface ScanResult {
  /** `N/A` if no file was scanned, or all code is in unsupported languages. */
  grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F' | 'N/A'
  score: number
  filesScanned: Count
  criticalCount: Count
  highCount: Count
  mediumCount: Count
  lowCount: Count
  /** Ordered by severity, file, line, column and rule. */
  findings: Finding[]
  /** Number of files by how they were analysed. */
  filesRead: {
    code: Count
    configuration: Count
    text: Count
  }
  skipped: SkippedFile[]
  partial: PartialFile[]
  /** Code in unsupported languages. */
  unread: UnreadLanguage[]
  /** Not empty if all code is vendored, generated or minified. */
  scannedAsIs: {
    reason: 'too-large' | 'undecodable' | 'over-budget' | 'scan-limit' | 'unreadable' | 'binary' | 'link' | 'vendored' | 'generated' | 'minified'
    files: Count
  }[]
  /** Findings suppressed by comments or by a triage. */
  suppressed: {
    id: string
    rule: string
    file: string
    line: Place
    reason?: string
    /** What suppressed the finding; absent for a comment. */
    by?: 'settings' | 'triage'
    triage?: FindingTriage
  }[]
  /** Suppression comments that suppress no finding. */
  unusedSuppressions: {
    file: string
    line: Place
    rules: string[]
  }[]
  triage?: TriageSummary
  version: {
    engine: string
    /** Version of the grade formula. */
    formula: string
    packs: PackVersion[]
  }
}
/** A weakness that a rule found at one location. */
export interface Finding {
  /** Fingerprint that is stable when lines move. */
  id: string
  rule: string
  severity: Severity
  title: string
  description: string
  file: string
  line: Place
  /** How to fix it. */
  fix?: string
  column: Place
  endLine: Place
  endColumn: Place
  confidence: Confidence
  evidence?: Evidence
  category: string
  cwe: string[]
  owasp: string[]
  references: string[]
  /** The data-flow path: source, steps, sink. */
  trace?: TraceStep[]
  /** Number of other data-flow paths from the same source to the same sink. */
  alternatives?: number
  /** Other locations with the same cause. */
  places?: {
    file: string
    line: Place
    column: Place
    endLine: Place
    endColumn: Place
  }[]
  autofix?: {
    line: Place
    column: Place
    endLine: Place
    endColumn: Place
    text: string
  }[]
  commit?: FindingCommit
  triage?: FindingTriage
}
/** Why the finding has its confidence. Absent for rules whose findings were not reviewed. */
export interface Evidence {
  /** That the finding is a true positive. */
  probability: number
  /**
   * The facts with the largest effect, the largest first.
   *
   * @maxItems 8
   */
  facts: {
    fact: string
    /** What the fact adds to the log odds that the finding is a true positive. */
    weight: number
    /** The fact in words. */
    what: string
  }[]
}
export interface TraceStep {
  kind: 'source' | 'step' | 'sink'
  file: string
  line: Place
  column: Place
  endLine: Place
  endColumn: Place
  /** What happens at this step. */
  what: string
}
/** The commit that added a secret. Only in results of a scan of the history, which the service does not offer. */
export interface FindingCommit {
  id: string
  /** The author date in ISO 8601. */
  date: string
  /** The id of the version of the file. */
  blob: string
}
/** The verdict of a triage by a language model. */
export interface FindingTriage {
  verdict: 'keep' | 'lower' | 'suppress'
  /** False if the verdict had no effect; `note` says why. */
  applied: boolean
  confidence: number
  reason: string
  /** Who decided. */
  by: string
  severity?: Severity
  quotedFile?: string
  quotedLine?: Place
  /** The line of code that is the evidence. */
  quote?: string
  note?: string
}
export interface SkippedFile {
  file: string
  reason: 'too-large' | 'undecodable' | 'over-budget' | 'scan-limit' | 'unreadable' | 'binary' | 'link' | 'vendored' | 'generated' | 'minified'
  detail: string
  language?: string
}
export interface PartialFile {
  file: string
  reason: 'syntax-error' | 'too-deep' | 'match-limit' | 'step-limit' | 'parse-budget' | 'rule-failed' | 'flow-limit' | 'scan-limit'
  detail: string
  rule?: string
  line?: Place
  column?: Place
}
export interface UnreadLanguage {
  language: string
  files: Count
  bytes: Count
}
/** What a triage did. Counts, score and grade of the result are those with triage. */
export interface TriageSummary {
  by: string
  /** The grade without triage. */
  gradeWithout: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F' | 'N/A'
  scoreWithout: number
  asked: Count
  kept: Count
  lowered: Count
  suppressed: Count
  annotated: Count
  /** Findings without an answer. They are kept. */
  unanswered: {
    reason:
      | 'timeout'
      | 'rate-limited'
      | 'service-error'
      | 'refused'
      | 'unreachable'
      | 'incomplete'
      | 'malformed'
      | 'wrong-schema'
      | 'budget'
      | 'suspicious-code'
      | 'no-context'
      | 'failed'
    findings: Count
    detail: string
  }[]
  usage?: {
    calls: Count
    cachedCalls: Count
    inputTokens: Count
    outputTokens: Count
    cost?: number
  }
}
export interface PackVersion {
  name: string
  version: string
  rules: Count
}
