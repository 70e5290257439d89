import { CommandError } from './command-error.ts'
import { EXIT_CODES } from './exit-codes.ts'
import type { ScanFlags } from './scan-flags.ts'

/** The packs and folders of rules that the flags choose: the pack `full`, unless others or none are named, and all folders of `--rules`. */
export function selectRules({ pack, rules = [] }: Pick<ScanFlags, 'pack' | 'rules'>): { packs: readonly string[]; rules: readonly string[] } {
  if (pack === false && rules.length === 0) {
    throw new CommandError(EXIT_CODES.wrongUsage, '--no-pack leaves no rules. Name a folder of them with --rules, or take --no-pack away.')
  }
  return { packs: pack === false ? [] : (pack ?? ['full']), rules }
}
