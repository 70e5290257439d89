import type { FileReport, FileRole, ScannedReport } from '../../model/file-report.ts'
import type { FlowFile } from '../../model/flow.ts'
import type { FlowEngine } from '../../model/flow-engine.ts'
import type { PartialFile } from '../../model/gap.ts'
import type { Dialect, HostFormat } from '../../model/language.ts'
import type { Span } from '../../model/position.ts'
import type { DialectRules, RuleDetail } from '../../model/ruleset.ts'
import type { SourceFile, SourceView } from '../../model/source.ts'
import { codeLinesOf } from '../../text/code-lines.ts'
import { findCommentsInText } from '../../text/find-comments-in-text.ts'
import { readForeignSuppressions, readSuppressions } from '../../text/read-suppressions.ts'
import { byteLength } from '../triage/byte-length.ts'
import { createSourceView } from './create-source-view.ts'
import { type DecodeInput, decodeFile } from '../triage/decode-file.ts'
import { locateFindings } from './locate-findings.ts'
import { type FileMatches, matchFile } from './match-file.ts'
import type { Profiler } from '../costs/profiler.ts'
import { type CodeText, readCodeText } from '../triage/read-code-text.ts'
import type { FlowEnds } from './match-endpoints.ts'
import { readFlowPart } from './flow-inputs.ts'
import { costOfFile } from '../costs/step-costs.ts'

export interface FileScanInput extends DecodeInput {
  readonly forDialect: (dialect: Dialect) => Promise<DialectRules>
  readonly rules: readonly RuleDetail[]
  readonly ruleIds: (rule: number) => string
  readonly foreignSuppressions: boolean
  /** Keys of wide requirements. If set, only these are tested. */
  readonly lookFor?: readonly string[] | undefined
  /** Set if the scan records costs. */
  readonly profiler?: Profiler | undefined
  readonly flow: FlowEngine
  /** Try every rule on every file, for tests of the prefilter. */
  readonly withoutPrefilter?: boolean
}

/** The result of scanning one file: its report, and data that data-flow analysis can use immediately. */
export interface FileScan {
  readonly report: FileReport
  readonly lowered?: FlowFile | undefined
  /** The sources and sinks of the file, if it is not lowered yet. Contains its tree. */
  readonly ends?: FlowEnds | undefined
}

/** Files that define module paths for other files. */
const CONFIGURATION = /(?:^|\/)(?:[jt]sconfig[^/]*|package)\.json$/

/** Scans one file from bytes to findings. Never throws for any content. */
export async function scanFile(file: SourceFile, input: FileScanInput): Promise<FileScan> {
  const decoded = decodeFile(file, input)
  if ('skipped' in decoded) return { report: { kind: 'skipped', ...decoded } }
  const rules = await input.forDialect(input.detect(file.path, decoded.text))
  const source = input.clock.time('decode', () => readCodeText(file.path, decoded.text, rules.dialect))
  return scanText({ source, path: file.path, role: roleOf(file, source, rules, input) }, rules, input)
}

/** A file that only declares types, or is empty, contains no code that runs. A notebook may have an unsupported language. */
function roleOf({ path, content }: SourceFile, source: CodeText, { dialect }: DialectRules, { detectUnread }: FileScanInput): FileRole {
  const { text, code = '', host } = source
  if (/\S/.test(code) && dialect.code !== undefined && dialect.declarations?.test(path) !== true) return { kind: 'code' }
  if (dialect.code !== undefined && host === undefined) return { kind: 'text' }
  if (dialect.readDocument !== undefined) return { kind: 'configuration' }
  const language = detectUnread(path, text)
  return language === undefined ? { kind: 'text' } : { kind: 'unread', language, bytes: byteLength(content) }
}

interface DecodedFile {
  readonly path: string
  readonly source: CodeText
  readonly role: FileRole
}

function scanText({ path, source, role }: DecodedFile, rules: DialectRules, input: FileScanInput): FileScan {
  const { text } = source
  const { limits, clock, profiler, withoutPrefilter = false, lookFor } = input
  const candidates = candidatesOf(text, rules, input)
  const partial: PartialFile[] = []
  const view: SourceView = createSourceView({
    path,
    source,
    rules,
    maxNesting: limits.maxNesting,
    onGap: (reason, detail, offset) => {
      const place = offset === undefined ? undefined : view.lines.positionAt(offset)
      partial.push({ file: path, reason, detail, ...(place === undefined ? {} : place) })
    },
    time: clock.time,
  })
  const matches = matchCandidates({ view, rules, candidates, partial }, input)
  // Matchers of many rules may reach the same bound.
  const onGap = (reason: PartialFile['reason'], detail: string): void => {
    if (!partial.some((gap) => gap.reason === reason && gap.detail === detail)) partial.push({ file: path, reason, detail })
  }
  const flow = lookFor === undefined ? readFlowPart({ view, rules, flow: input.flow, limits, clock, profiler, withoutPrefilter, onGap }) : undefined
  // Most files would be parsed only for this, and usually no finding depends on them.
  if (lookFor !== undefined || clock.count('parse') > 0) clock.time('match', matches.lookFurther)
  const open = matches.open()
  const isParsed = clock.count('parse') > 0
  const { findings } = matches
  return {
    report: {
      kind: 'scanned',
      path,
      size: text.length,
      lines: view.lines.lineCount,
      role,
      ...suppressionsOf(view, source, rules, input),
      findings: findings.length === 0 ? [] : clock.time('report', () => locateFindings(view, findings, input.rules)),
      met: matches.met(),
      ...(open.length === 0 ? {} : { open }),
      parsed: isParsed,
      // Untested requirements may be tested even if no steps are left.
      steps: costOfFile(text.length, isParsed || open.length > 0) + matches.steps() + (flow?.steps ?? 0),
      spared: candidates.length === 0 && !isParsed,
      partial,
      ...(flow === undefined ? {} : { flow: flow.candidate }),
      ...(CONFIGURATION.test(path) ? { config: text } : {}),
    },
    lowered: flow?.lowered,
    ends: flow?.ends,
  }
}

function candidatesOf(text: string, rules: DialectRules, { withoutPrefilter = false, clock, lookFor }: FileScanInput): readonly number[] {
  const candidates = withoutPrefilter ? everything(rules) : clock.time('prefilter', () => rules.candidates(text))
  return lookFor === undefined
    ? candidates
    : candidates.filter((position) => lookFor.includes(rules.wideRequirements[position - rules.rules.length]?.key ?? ''))
}

function everything(rules: DialectRules): readonly number[] {
  return Array.from({ length: rules.rules.length + rules.wideRequirements.length }, (_, index) => index)
}

interface MatchedFile {
  readonly view: SourceView
  readonly rules: DialectRules
  readonly candidates: readonly number[]
  /** Receives the gaps. */
  readonly partial: PartialFile[]
}

function matchCandidates({ view, rules, candidates, partial }: MatchedFile, input: FileScanInput): FileMatches {
  const { limits, clock, profiler } = input
  const isFree = input.withoutPrefilter === true || candidates.length === 0
  return clock.time('match', () =>
    matchFile({
      rules,
      candidates,
      ...(isFree ? {} : { matchers: rules.matchersFor(view.text, view.path) }),
      view,
      limits,
      clock,
      profiler,
      onGap: (reason, detail, rule) =>
        partial.push({ file: view.path, reason, detail, ...(rule === undefined ? {} : { rule: input.ruleIds(rule) }) }),
    }),
  )
}

function suppressionsOf(
  view: SourceView,
  { host }: CodeText,
  rules: DialectRules,
  input: FileScanInput,
): Pick<ScannedReport, 'suppressions' | 'foreign'> {
  const commented = { text: view.text, lines: view.lines, comments: () => commentsOf(view, host, rules), code: () => codeOf(view, rules) }
  return {
    suppressions: input.clock.time('suppress', () => readSuppressions(commented)),
    foreign: input.foreignSuppressions ? readForeignSuppressions(commented) : [],
  }
}

function commentsOf(view: SourceView, host: HostFormat | undefined, rules: DialectRules): readonly Span[] {
  const tree = view.tree()
  const types = rules.code?.syntax.commentTypes
  const outer = host === undefined ? [] : findCommentsInText(view.text, host.comments)
  if (tree === undefined || types === undefined) return host === undefined ? findCommentsInText(view.text, rules.dialect.comments) : outer
  const comments: Span[] = [...outer]
  for (let node = 0; node < tree.count; node++) if (types.has(tree.type[node])) comments.push({ start: tree.start[node], end: tree.end[node] })
  return outer.length === 0 ? comments : comments.toSorted((left, right) => left.start - right.start)
}

function codeOf(view: SourceView, rules: DialectRules): ReturnType<typeof codeLinesOf> | undefined {
  const tree = view.tree()
  return tree === undefined || rules.code === undefined ? undefined : codeLinesOf(tree, rules.code.syntax, view.text, view.lines)
}
