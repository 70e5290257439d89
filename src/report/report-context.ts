import type { RuleInfo } from '../model/rule-info.ts'
import type { SourceOf } from './source-reader.ts'

/** Optional inputs of a report format. Without them, the report contains less. */
export interface ReportContext {
  /** Returns the content of a scanned file for snippets, or undefined if it is gone. */
  readonly sourceOf?: SourceOf
  /** All rules that ran, in id order, so that the report also lists rules without findings. Default: the rules with findings. */
  readonly rules?: readonly RuleInfo[]
}
