import type { ScanResult } from '../model/result.ts'

/**
 * The result as JSON with two spaces of indentation and a final line break. Keys have the documented order, so that equal results have equal bytes.
 * Unknown keys come last, sorted by name.
 */
export function toJson(result: ScanResult): string {
  return `${JSON.stringify(result, orderKeys, 2)}\n`
}

/** The order of the keys of all objects in a result. Keys that two objects share have the same relative order in both. */
const KEY_ORDER = [
  'grade score filesScanned criticalCount highCount mediumCount lowCount findings hidden',
  'filesRead skipped partial unread scannedAsIs suppressed unusedSuppressions trusted name version engine formula packs',
  'id kind rule severity title description file line fix column endLine endColumn',
  'confidence evidence probability facts fact weight category cwe owasp references trace alternatives places autofix triage',
  'commit date blob changes suppressions role change reason by changed detail rules what code configuration text language files bytes',
  'verdict applied quotedFile quotedLine quote note gradeWithout scoreWithout asked kept lowered annotated unanswered usage',
  'calls cachedCalls inputTokens outputTokens cost',
].flatMap((keys) => keys.split(' '))

const RANKS: ReadonlyMap<string, number> = new Map(KEY_ORDER.map((key, rank) => [key, rank]))

function orderKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => compareKeys(left, right)))
}

function compareKeys(left: string, right: string): number {
  const unknown = KEY_ORDER.length
  return (RANKS.get(left) ?? unknown) - (RANKS.get(right) ?? unknown) || (left < right ? -1 : 1)
}
