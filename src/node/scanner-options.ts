import { A_FUNCTION, checkOptions, TEXTS, type Wanted } from '../engine.ts'
import type { RuleCacheOutcome } from './rule-cache.ts'
import type { RuleChoice } from './scanner-data.ts'

/** How a scanner is made in Node. */
export interface ScannerOptions extends RuleChoice {
  /**
   * Threads that files are scanned in, started when a scan has enough for them. By default 0: all is done in this thread. The result is the same, whatever
   * the number.
   */
  readonly workers?: number
  /**
   * Where to keep what was found, so that the next scan looks at what has changed alone: a folder, for all scanners that use it, or so many UTF-16 units of
   * memory, for this one. The result is the same as without.
   */
  readonly cache?: string | number
  /** Told in a sentence when the folder of `cache` cannot be used. The scan goes on without it. */
  readonly onCacheFault?: (detail: string) => void
  /** Called when `ruleCache` was asked for own rules. */
  readonly onRuleCache?: (outcome: RuleCacheOutcome) => void
}

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** The empty path would be the working folder, which nobody means to fill. */
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
}

/** Throws `TypeError` for an option that there is not, or that is something else. */
export function checkScannerOptions(options: ScannerOptions): void {
  checkOptions('createScanner', options, OPTIONS)
}
