import { A_FUNCTION, checkOptions, TEXTS, type Wanted } from '../engine.ts'
import type { ForeignRules } from './import-foreign.ts'
import type { RuleCacheOutcome } from './rule-cache.ts'
import type { RuleChoice } from './scanner-data.ts'

/** Options of a scanner in Node. */
export interface ScannerOptions extends RuleChoice {
  /**
   * Number of scanning threads, started when a scan has enough files. By default 0: everything runs in this thread. The number does not change the
   * result.
   */
  readonly workers?: number
  /**
   * The cache for reports, so that the next scan examines only changed files: a folder shared by scanners, or a number of UTF-16 units in memory for
   * this scanner. The cache does not change the result.
   */
  readonly cache?: string | number
  /** Called with a sentence if the folder of `cache` cannot be used. The scan continues without it. */
  readonly onCacheFault?: (detail: string) => void
  /** Called if `ruleCache` was used for own rules. */
  readonly onRuleCache?: (outcome: RuleCacheOutcome) => void
  /** Called if `rules` has files of other tools, with what became of them. */
  readonly onImport?: (imported: ForeignRules) => void
}

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** An empty path would mean the working folder, which is never intended. */
const isPath = (value: unknown): boolean => typeof value === 'string' && value !== ''

const OPTIONS: Readonly<Record<keyof ScannerOptions, Wanted>> = {
  packs: TEXTS,
  rules: TEXTS,
  linksWithin: [isPath, 'the path of a folder'],
  folders: [Array.isArray, 'a list of folders of rules'],
  ruleCache: [isPath, 'the path of a folder'],
  workers: [isCount, 'a whole number from 0'],
  cache: [(value) => isPath(value) || isCount(value), 'the path of a folder or a whole number from 0'],
  onCacheFault: A_FUNCTION,
  onRuleCache: A_FUNCTION,
  onImport: A_FUNCTION,
}

/** Throws `TypeError` for unknown options and wrong types. */
export function checkScannerOptions(options: ScannerOptions): void {
  checkOptions('createScanner', options, OPTIONS)
}
