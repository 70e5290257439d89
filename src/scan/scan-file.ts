import type { FileReport } from '../model/file-report.ts'
import type { FlowFile } from '../model/flow.ts'
import type { FlowEngine } from '../model/flow-engine.ts'
import type { PartialFile, SkippedFile } from '../model/gap.ts'
import type { Dialect } from '../model/language.ts'
import type { Span } from '../model/position.ts'
import type { DialectRules, RuleDetail } from '../model/ruleset.ts'
import type { Limits } from '../model/scanner.ts'
import type { SourceFile, SourceView } from '../model/source.ts'
import { codeLinesOf } from '../text/code-lines.ts'
import { decodeText } from '../text/decode-text.ts'
import { findCommentsInText } from '../text/find-comments-in-text.ts'
import { readForeignSuppressions, readSuppressions } from '../text/read-suppressions.ts'
import { createSourceView } from './create-source-view.ts'
import { locateFindings } from './locate-findings.ts'
import { matchFile } from './match-file.ts'
import type { PhaseClock } from './phase-clock.ts'
import type { Profiler } from './profiler.ts'
import { readFlowPart } from './read-flow-part.ts'
import { recogniseSkip } from './recognise-skip.ts'

export interface FileScanInput {
  readonly detect: (path: string, text: string) => Dialect
  readonly forDialect: (dialect: Dialect) => Promise<DialectRules>
  readonly rules: readonly RuleDetail[]
  readonly ruleIds: (rule: number) => string
  readonly limits: Limits
  readonly includeVendored: boolean
  readonly foreignSuppressions: boolean
  readonly clock: PhaseClock
  /** Given when the scan is to tell what costs most. */
  readonly profiler?: Profiler | undefined
  readonly flow: FlowEngine
  /** Try every rule on every file, for tests of the prefilter. */
  readonly withoutPrefilter?: boolean
}

/** What scanning one file gave: its report, and what following data through it can use at once. */
export interface FileScan {
  readonly report: FileReport
  readonly lowered?: FlowFile | undefined
}

/** Whether a file tells other files where modules lie. */
const CONFIGURATION = /(?:^|\/)[jt]sconfig[^/]*\.json$/

/** Scans one file from bytes to findings. Never throws for anything in the file. */
export async function scanFile(file: SourceFile, input: FileScanInput): Promise<FileScan> {
  const { limits, clock } = input
  const bytes = clock.time('decode', () => byteLength(file.content, limits.maxFileBytes))
  const skip = (reason: SkippedFile['reason'], detail: string): FileScan => ({
    report: { kind: 'skipped', skipped: { file: file.path, reason, detail } },
  })
  if (bytes > limits.maxFileBytes) return skip('too-large', `The file has ${bytes} bytes, over the limit of ${limits.maxFileBytes}.`)
  const decoded = clock.time('decode', () => decodeText(file.content))
  if ('fault' in decoded) {
    // A picture is not code; a source file that cannot be read might hide something.
    const known = input.detect(file.path, '').language !== 'text'
    return skip(known ? 'undecodable' : 'binary', decoded.detail)
  }
  const { text } = decoded
  const cause = input.includeVendored ? undefined : clock.time('decode', () => recogniseSkip(file.path, text))
  if (cause !== undefined) return skip(cause.reason, cause.detail)

  const rules = await input.forDialect(input.detect(file.path, text))
  const candidates = input.withoutPrefilter === true ? everything(rules) : clock.time('prefilter', () => rules.candidates(text))
  const partial: PartialFile[] = []
  const view: SourceView = createSourceView({
    path: file.path,
    text,
    rules,
    maxNesting: limits.maxNesting,
    onGap: (reason, detail, offset) => {
      const place = offset === undefined ? undefined : view.lines.positionAt(offset)
      partial.push({ file: file.path, reason, detail, ...(place === undefined ? {} : place) })
    },
    time: clock.time,
  })
  const { findings, met } = clock.time('match', () =>
    matchFile({
      rules,
      candidates,
      ...(input.withoutPrefilter === true || candidates.length === 0 ? {} : { matchers: rules.matchersFor(text) }),
      view,
      limits,
      clock,
      profiler: input.profiler,
      onGap: (reason, detail, rule) =>
        partial.push({ file: file.path, reason, detail, ...(rule === undefined ? {} : { rule: input.ruleIds(rule) }) }),
    }),
  )
  // Matchers of many rules may meet the same bound.
  const onFlowGap = (reason: PartialFile['reason'], detail: string): void => {
    if (!partial.some((gap) => gap.reason === reason && gap.detail === detail)) partial.push({ file: file.path, reason, detail })
  }
  const withoutPrefilter = input.withoutPrefilter === true
  const flow = readFlowPart({
    view,
    rules,
    flow: input.flow,
    limits,
    clock,
    profiler: input.profiler,
    withoutPrefilter,
    onGap: onFlowGap,
  })
  const suppressed = { text, lines: view.lines, comments: () => commentsOf(view, rules), code: () => codeOf(view, rules) }
  return {
    report: {
      kind: 'scanned',
      path: file.path,
      size: text.length,
      lines: view.lines.lineCount,
      suppressions: clock.time('suppress', () => readSuppressions(suppressed)),
      foreign: input.foreignSuppressions ? readForeignSuppressions(suppressed) : [],
      findings: findings.length === 0 ? [] : clock.time('report', () => locateFindings(view, findings, input.rules)),
      met,
      parsed: clock.count('parse') > 0,
      spared: candidates.length === 0 && flow?.lowered === undefined,
      partial,
      ...(flow === undefined ? {} : { flow: flow.candidate }),
      ...(CONFIGURATION.test(file.path) ? { config: text } : {}),
    },
    lowered: flow?.lowered,
  }
}

function everything(rules: DialectRules): readonly number[] {
  return Array.from({ length: rules.rules.length + rules.projectRequirements.length }, (_, index) => index)
}

/** Bytes of UTF-8. Strings that cannot have more than `most` are not measured: no unit takes more than three bytes. */
function byteLength(content: string | Uint8Array, most: number): number {
  if (typeof content !== 'string') return content.byteLength
  return 3 * content.length <= most ? content.length : new TextEncoder().encode(content).byteLength
}

function commentsOf(view: SourceView, rules: DialectRules): readonly Span[] {
  const tree = view.tree()
  const types = rules.code?.syntax.commentTypes
  if (tree === undefined || types === undefined) return findCommentsInText(view.text, rules.dialect.comments)
  const comments: Span[] = []
  for (let node = 0; node < tree.count; node++) if (types.has(tree.type[node])) comments.push({ start: tree.start[node], end: tree.end[node] })
  return comments
}

function codeOf(view: SourceView, rules: DialectRules): ReturnType<typeof codeLinesOf> | undefined {
  const tree = view.tree()
  return tree === undefined || rules.code === undefined ? undefined : codeLinesOf(tree, rules.code.syntax, view.text, view.lines)
}
