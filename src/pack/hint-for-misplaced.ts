/** A hint for a key that belongs elsewhere, or that has another name in Semgrep. `ofRule` is true at the top level of a rule. */
export function hintForMisplaced(key: string, ofRule: boolean): string | undefined {
  return (ofRule ? HINTS_OF_RULE.get(key) : undefined) ?? HINTS_ANYWHERE.get(key)
}

const ONE_RULE = 'a file holds one rule: put each into a file of its own, named after its id'
const UNDER_MATCH = 'put it below `match`'
const UNDER_TAINT = 'put it below `taint`'

const HINTS_OF_RULE: ReadonlyMap<string, string> = new Map([
  ['rules', ONE_RULE],
  ...['pattern', 'query', 'regex', 'call', 'kind', 'document', 'all', 'any', 'not', 'inside', 'has', 'use', 'where', 'focus'].map(
    (key) => [key, UNDER_MATCH] as const,
  ),
  ...['sources', 'sinks', 'sanitizers', 'propagators'].map((key) => [key, UNDER_TAINT] as const),
  ['mode', 'leave it out: a rule with `taint` follows data, one with `match` does not'],
])

const HINTS_ANYWHERE: ReadonlyMap<string, string> = new Map([
  ['patterns', 'write `all`, with a list of matchers, or one matcher with several keys'],
  ['pattern-either', 'write `any`, with a list of matchers'],
  ['pattern-inside', 'write `inside: { pattern: … }`'],
  ['pattern-not', 'write `not: { pattern: … }`'],
  ['pattern-not-inside', 'write `not: { inside: { pattern: … } }`'],
  ['pattern-regex', 'write `regex: …`'],
  ['metavariable-regex', 'write `where: { $X: { regex: … } }`'],
  ['metavariable-pattern', 'write `where: { $X: { pattern: … } }`'],
  ['metavariable-comparison', 'write `where: { $X: { comparison: … } }`'],
  ['focus-metavariable', 'write `focus: $X`'],
  ['pattern-sources', 'write `taint: { sources: …, sinks: … }`'],
  ['pattern-sinks', 'write `taint: { sources: …, sinks: … }`'],
  ['pattern-sanitizers', 'write `sanitizers`, below `taint`'],
  ['pattern-propagators', 'write `propagators`, below `taint`'],
])
