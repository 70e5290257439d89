import type { RuleInfo } from '../model/rule-info.ts'
import type { SourceOf } from './source-reader.ts'

/** What a format may tell beyond the result. Everything may be missing: then less is told. */
export interface ReportContext {
  /** The content of a scanned file, for snippets; undefined when it is gone. */
  readonly sourceOf?: SourceOf
  /** All rules that ran, in id order, so that readers see what was looked for and not found. By default those that found something. */
  readonly rules?: readonly RuleInfo[]
}
