import type { CompileFault } from '../matchers/node-compiler.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { RuleSpec } from '../model/rule-spec.ts'

/**
 * Reports the languages of a rule in whose files it can never match: otherwise the rule would silently find nothing. `able` contains the languages in
 * which it can match; undefined for none.
 */
export function listDeadLanguages({ languages, match }: RuleSpec, able: ReadonlySet<string> | undefined): readonly CompileFault[] {
  const hint =
    match === undefined
      ? 'data is followed in `javascript`, `typescript` and `python`'
      : 'ask for values of configuration files with `document`, for code with `pattern`, `call`, `kind` or `query`, for text with `regex`'
  const neverMatches = (dead: readonly string[], path: SpecPath): CompileFault => {
    const message = `Nothing here can match in files of ${dead.map((language) => `\`${language}\``).join(', ')}.`
    return { code: 'rule/never-matches', message, hint, path, offset: 0 }
  }
  if (able === undefined) return [neverMatches(languages, [match === undefined ? 'taint' : 'match'])]
  return languages.flatMap((language, index) => (language === 'text' || able.has(language) ? [] : [neverMatches([language], ['languages', index])]))
}
