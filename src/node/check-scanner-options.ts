import type { ScannerOptions } from './create-scanner.ts'

type Wanted = readonly [test: (value: unknown) => boolean, words: string]

const TEXTS: Wanted = [(value) => Array.isArray(value) && value.every((item) => typeof item === 'string'), 'an array of texts']
const FUNCTION: Wanted = [(value) => typeof value === 'function', 'a function']

const OPTIONS: Readonly<Record<keyof ScannerOptions, Wanted>> = {
  packs: TEXTS,
  rules: TEXTS,
  ruleCache: [(value) => typeof value === 'string', 'a text'],
  workers: [isCount, 'a whole number from 0'],
  cache: [(value) => typeof value === 'string' || isCount(value), 'a text or a whole number from 0'],
  onCacheFault: FUNCTION,
  onRuleCache: FUNCTION,
  testing: [(value) => typeof value === 'object', 'an object'],
}

/** Throws `TypeError` for an option that there is not, or that is something else: callers without types may give anything. */
export function checkScannerOptions(options: ScannerOptions): void {
  const known = new Map<string, Wanted>(Object.entries(OPTIONS))
  for (const [name, value] of Object.entries(options)) {
    const wanted = known.get(name)
    if (wanted === undefined)
      throw new TypeError(`\`${name}\` is no option of \`createScanner\`: ${[...known.keys()].filter((key) => key !== 'testing').join(', ')}.`)
    const [test, words] = wanted
    if (value !== undefined && !test(value)) throw new TypeError(`\`${name}\` must be ${words}.`)
  }
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
