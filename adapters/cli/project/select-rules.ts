import { cacheFolder } from '../files/cache-folder.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import type { ScanFlags } from '../flags/scan-flags.ts'

/** The rules of a scanner, and the cache for compiled own rules. */
export interface SelectedRules {
  readonly packs: readonly string[]
  readonly rules: readonly string[]
  readonly ruleCache?: string
  readonly linksWithin?: string
}

/**
 * The packs and rule folders that the flags select: the pack `full` by default, and all folders of `--rules`. Links in these folders must not leave
 * `root`.
 */
export function selectRules(
  { pack, rules = [], ruleCache }: Pick<ScanFlags, 'pack' | 'rules' | 'ruleCache'>,
  root: string | undefined,
): SelectedRules {
  if (pack === false && rules.length === 0) {
    throw new CommandError(
      EXIT_CODES.wrongUsage,
      'there are no rules to run: --no-pack is set, and --rules is not. Add --rules with a folder of rules, or remove --no-pack.',
    )
  }
  const cache = ruleCache && rules.length > 0 ? cacheFolder(process.env, process.platform) : undefined
  const packs = pack === false ? [] : (pack ?? ['full'])
  return { packs, rules, ...(cache !== undefined && { ruleCache: cache }), ...(root !== undefined && { linksWithin: root }) }
}
