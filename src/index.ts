export { applySettings } from './apply-settings.ts'
export { applyFixes, type AppliedFix, type FixedText } from './fix/apply-fixes.ts'
export { type Focus, focusResult, hideFindings, limitFindings } from './focus/focus-result.ts'
export { type BaselineMatch, type KnownFinding, matchBaseline } from './focus/match-baseline.ts'
export { GlobError, matchPaths } from './focus/match-paths.ts'
export { addGradeInputs } from './grade/add-grade-inputs.ts'
export { FORMULA_VERSION, gradeScan } from './grade/grade-scan.ts'
export { toGradeInput } from './grade/to-grade-input.ts'
export { mergeResults } from './merge-results.ts'
export { CODE_LANGUAGES, languageOf } from './language-of.ts'
export { type ChangedLines, touchesLines } from './focus/touches-lines.ts'
export type { Diagnostic } from './model/diagnostic.ts'
export type { Evidence, EvidenceFact } from './model/evidence.ts'
export type {
  ClauseCode,
  CodePlace,
  ExplainedBinding,
  ExplainedCandidate,
  ExplainedClause,
  ExplainedMatch,
  ExplainedReason,
  ExplainedSink,
  ExplainedSource,
  Explanation,
  ExplainRequest,
  FiredExplanation,
  FlowLoss,
  FlowLossCode,
  FlowStep,
  NoFlowExplanation,
  NotMatchedExplanation,
  NotReportedCode,
  NotReportedExplanation,
  NotRunCode,
  NotRunExplanation,
  ReasonCode,
} from './model/explanation.ts'
export type { Finding, FindingCommit, TextEdit, TraceStep } from './model/finding.ts'
export type { PartialFile, PartialReason, ScannedAsIs, SkippedFile, SkipReason, UnreadLanguage } from './model/gap.ts'
export type { Grade, GradeInput, GradeResult, SeverityCounts } from './model/grade.ts'
export type { ForeignFormat, ImportedRule, ImportedRules, ImportEffect, ImportNote } from './model/imported-rules.ts'
export type { LanguageId } from './model/language.ts'
export type { FilesRead, HiddenFindings, HidingReason, PackVersion, ScanResult } from './model/result.ts'
export type { RuleInfo } from './model/rule-info.ts'
export type { PackFile, RuleFolder } from './model/rule-pack.ts'
export type { FileCost, PhaseCost, RuleCost, ScanProfile } from './model/scan-profile.ts'
export type { Limits, ScanOptions, Scanner, ScanProgress, ScanStats } from './model/scanner.ts'
export type { Confidence, Severity } from './model/severity.ts'
export { isTestCode } from './model/test-code.ts'
export { CONFIDENCES, SEVERITIES } from './model/severity.ts'
export type { ProjectSettings, SettingsGlob } from './model/settings.ts'
export type { OverrideSpec, SettingsSpec } from './model/settings-spec.ts'
export type { ReadFile, ScanFile, SkippedSource, SourceFile, StoredFile } from './model/source.ts'
export type { FileSyntax, SyntaxNode } from './model/syntax.ts'
export type { SuppressedFinding, Suppression, UnusedSuppression } from './model/suppression.ts'
export {
  type FindingTriage,
  TRIAGE_VERDICTS,
  type TriageAnswer,
  type TriageCase,
  type TriageContext,
  type TriageLine,
  type TriageOutcome,
  type TriageRole,
  type TriageStep,
  type TriageSummary,
  type TriageUsage,
  type TriageVerdict,
  UNANSWERED_REASONS,
  type UnansweredFindings,
  type UnansweredReason,
} from './model/triage.ts'
export type { ConfigChange, ConfigRole, RejectedSuppression, TrustedConfig } from './model/trusted-config.ts'
export { prepareTriageFromData, type PrepareTriageData, type PrepareTriageOptions } from './prepare-triage.ts'
export { type LibraryModel, MODEL_VERBS, type ModelVerb } from './model/library-model.ts'
export { lintRules } from './lint/lint-rules.ts'
export { readRules, type WrittenRule } from './lint/read-rules.ts'
export type { ModelSpec } from './model/rule-spec.ts'
export { formatDiagnostic } from './pack/format-diagnostic.ts'
export { type ReadModels, readModels } from './pack/read-models.ts'
export { readSettings } from './pack/read-settings.ts'
export { type ExplanationOptions, renderExplanation } from './report/explanation-to-text.ts'
export { describeFinding } from './report/describe-finding.ts'
export { describeTriage } from './report/describe-triage.ts'
export { describeTriageSummary } from './report/describe-triage-summary.ts'
export { listMasks, type Mask } from './report/list-masks.ts'
export { REPORT_FORMATS, renderReport, type ReportFormat, type ReportOptions } from './report/render-report.ts'
export type { ScanTimes } from './report/to-gitlab.ts'
export { createSourceReader, type ReportedSource } from './report/source-reader.ts'
export { toJson } from './report/to-json.ts'
export { toText } from './report/to-text.ts'
export { RuleError } from './rule-error.ts'
export { detectFormat } from './import/detect-format.ts'
export { importRules, type ImportOptions } from './import/import-rules.ts'
export { writeRule } from './import/write-rule.ts'
export { createPackageFinder } from './scan/find-packages.ts'
export { DEFAULT_LIMITS } from './scan/limits.ts'
export { isLockFile } from './scan/triage/recognise-skip-generated.ts'
export { DuplicatePathError } from './scan/scan-files.ts'
export type { ScannerData } from './engine-data.ts'
export { createScannerFromData } from './engine.ts'
export { matchIdGlob } from './text/match-id-glob.ts'
export { nearestWord } from './text/nearest-word.ts'
export { type PlacedText, readPlaces, type Stretch } from './text/span-of.ts'
export type { TriageData, TriageQuestion } from './triage/context/triage-data.ts'
export type { JudgedFinding, Triage, TriageJudge } from './triage/triage-judge.ts'
export { triageResult, type TriageOptions } from './triage-result.ts'
export { ENGINE_VERSION } from './version.ts'
