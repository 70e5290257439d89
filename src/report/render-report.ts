import type { ScanResult } from '../model/result.ts'
import type { ReportContext } from './report-context.ts'
import { toCheckstyle } from './to-checkstyle.ts'
import { toCsv } from './to-csv.ts'
import { toGithub } from './to-github.ts'
import { type ScanTimes, toGitlab } from './to-gitlab.ts'
import { toHtml } from './to-html.ts'
import { toJson } from './to-json.ts'
import { toJunit } from './to-junit.ts'
import { toMarkdown } from './to-markdown.ts'
import { toSarif } from './to-sarif.ts'
import { type TextOptions, toText } from './to-text.ts'

/** The inputs of all formats. Each format uses those that it needs. */
export interface ReportOptions extends ReportContext, TextOptions {
  /** Required by `gitlab`: the times of the scan. */
  readonly times?: ScanTimes
}

const RENDERERS = {
  text: toText,
  json: toJson,
  sarif: toSarif,
  junit: toJunit,
  gitlab: (result, options) => toGitlab(result, options, options.times),
  github: toGithub,
  checkstyle: toCheckstyle,
  csv: toCsv,
  markdown: toMarkdown,
  html: toHtml,
} as const satisfies Readonly<Record<string, (result: ScanResult, options: ReportOptions) => string>>

/** A format of reports. */
export type ReportFormat = keyof typeof RENDERERS

/** The names of the formats. */
export const REPORT_FORMATS: readonly ReportFormat[] = ['text', 'json', 'sarif', 'junit', 'gitlab', 'github', 'checkstyle', 'csv', 'markdown', 'html']

/** Renders a result in one of the formats. Ends with a line break. */
export function renderReport(result: ScanResult, format: ReportFormat, options: ReportOptions = {}): string {
  return RENDERERS[format](result, options)
}
