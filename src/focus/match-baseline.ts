import type { Finding } from '../model/finding.ts'
import { addToGroup } from '../model/group-by.ts'

/** A finding that a baseline contains. */
export interface KnownFinding {
  readonly id: string
  readonly rule: string
  readonly file: string
  /** The line when the baseline was written. It is not used for matching. */
  readonly line: number
  /** Digests of the code at the location and at the other locations of the same cause, unordered. */
  readonly codes: readonly string[]
}

/** Known findings, and baseline entries that no longer occur. */
export interface BaselineMatch {
  /** Maps each known finding to its baseline entry. */
  readonly known: ReadonlyMap<Finding, KnownFinding>
  /** Baseline entries without a finding, in baseline order. */
  readonly gone: readonly KnownFinding[]
}

/**
 * Matches findings with a baseline, one entry per finding. Compares fingerprints first, which do not depend on lines. If a file was renamed or code
 * moved, compares rule and code, first in the same file and then in file order. `codesOf` returns digests of the code of a finding, followed by those
 * of its other locations.
 */
export function matchBaseline(
  findings: readonly Finding[],
  baseline: readonly KnownFinding[],
  codesOf: (finding: Finding) => readonly string[],
): BaselineMatch {
  const known = new Map<Finding, KnownFinding>()
  const left = new Set(baseline)
  const take = (finding: Finding, entry: KnownFinding | undefined): void => {
    if (entry === undefined) return
    known.set(finding, entry)
    left.delete(entry)
  }
  const byId = new Map(baseline.map((entry) => [entry.id, entry]))
  for (const finding of findings) take(finding, byId.get(finding.id))
  const index = indexByCode(left)
  const unmatched = findings.filter((finding) => !known.has(finding))
  const pass = (isNear: (finding: Finding, entry: KnownFinding) => boolean): void => {
    for (const finding of unmatched) {
      if (known.has(finding)) continue
      const candidates = codesOf(finding).flatMap((code) => index.get(keyOf(finding.rule, code)) ?? [])
      take(
        finding,
        candidates.find((entry) => left.has(entry) && isNear(finding, entry)),
      )
    }
  }
  pass((finding, entry) => finding.file === entry.file)
  pass(() => true)
  return { known, gone: baseline.filter((entry) => left.has(entry)) }
}

function indexByCode(entries: Iterable<KnownFinding>): ReadonlyMap<string, readonly KnownFinding[]> {
  const index = new Map<string, KnownFinding[]>()
  for (const entry of entries)
    for (const code of entry.codes) {
      const key = keyOf(entry.rule, code)
      addToGroup(index, key, entry)
    }
  return index
}

function keyOf(rule: string, code: string): string {
  return `${rule} ${code}`
}
