import type { Focus, RuleInfo } from '../../../src/node/index.ts'
import { CommandError } from '../process/command-error.ts'
import type { Engine } from '../engine/library-modules.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import type { ScanFlags } from './scan-flags.ts'
import { describeSuggestions, suggestRules } from './suggest-rules.ts'

/** The selection of findings that the flags request. */
export function toFocus({ severity, confidence, category, rule, excludeRule, include, exclude }: ScanFlags): Focus {
  return {
    ...(severity !== undefined && { severity }),
    ...(confidence !== undefined && { confidence }),
    ...(category !== undefined && { categories: category }),
    ...(rule !== undefined && { rules: rule }),
    ...(excludeRule !== undefined && { excludeRules: excludeRule }),
    ...(include !== undefined && { include }),
    ...(exclude !== undefined && { exclude }),
  }
}

/** Refuses unknown rules and categories: with a misspelt name a scan would look clean. */
export function checkFocus(flags: ScanFlags, rules: readonly RuleInfo[], engine: Pick<Engine, 'matchIdGlob' | 'nearestWord'>): void {
  const { matchIdGlob, nearestWord } = engine
  const { category = [], rule = [], excludeRule = [] } = flags
  const ids = rules.map(({ id }) => id)
  const named = [
    ...category.map((word) => ({ flag: '--category', word, words: rules.map((each) => each.category), what: 'category of the active rules' })),
    ...rule.map((word) => ({ flag: '--rule', word, words: ids, what: 'active rule' })),
    ...excludeRule.map((word) => ({ flag: '--exclude-rule', word, words: ids, what: 'active rule' })),
  ]
  for (const { flag, word, words, what } of named) {
    if (words.some((each) => matchIdGlob(word, each))) continue
    const near = flag === '--category' ? nearestWord(word, new Set(words)) : undefined
    const hint = describeSuggestions(flag === '--category' ? (near === undefined ? [] : [near]) : suggestRules(word, rules, engine))
    throw new CommandError(EXIT_CODES.wrongUsage, `${flag}: \`${word}\` matches no ${what}. ${hint}`)
  }
}
