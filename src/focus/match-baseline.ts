import type { Finding } from '../model/finding.ts'

/** A finding that was known before, as a baseline keeps it. */
export interface KnownFinding {
  readonly id: string
  readonly rule: string
  readonly file: string
  /** Where it was when the baseline was written: for people alone. */
  readonly line: number
  /** Digests of the code at its place and at the other places of its cause, in no order. */
  readonly codes: readonly string[]
}

/** Which findings were known before, and what of the baseline is gone. */
export interface BaselineMatch {
  /** By finding: what it was known as. */
  readonly known: ReadonlyMap<Finding, KnownFinding>
  /** Of the baseline, in its order. */
  readonly gone: readonly KnownFinding[]
}

/**
 * Matches findings with a baseline, each known one once. First by fingerprint, which stays when lines move; then, where the file was renamed or the code moved, by rule
 * and code: in the same file before another, and in file order. `codesOf` digests the code of a finding and of its other places, the former first.
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
      const alike = index.get(key)
      if (alike === undefined) index.set(key, [entry])
      else alike.push(entry)
    }
  return index
}

function keyOf(rule: string, code: string): string {
  return `${rule} ${code}`
}
