import type { Finding } from '../model/finding.ts'
import { addToGroup } from '../model/group-by.ts'

/** The same weakness in many files. */
export interface AlikeFindings {
  /** Findings that are not shown individually, in their order. */
  readonly findings: readonly [Finding, ...Finding[]]
  readonly files: number
}

/** Findings to show individually, and those to list by location only. */
export interface FoldedFindings {
  readonly shown: readonly Finding[]
  /** In the order of the findings. */
  readonly alike: readonly AlikeFindings[]
}

/** Number of files in which the same weakness is shown with its code. */
const MAX_FILES = 12
/** Fewer further files are shown too: a fold would not be shorter. */
const LEAST_FOLDED = 4

/** Folds repeated findings: after a number of files only locations are new information. Keeps the order of findings. */
export function foldAlike(findings: readonly Finding[]): FoldedFindings {
  const files = new Map<string, Set<string>>()
  for (const finding of findings) {
    const known = files.get(keyOf(finding))
    if (known === undefined) files.set(keyOf(finding), new Set([finding.file]))
    else known.add(finding.file)
  }
  const kept = new Map([...files].map(([key, each]) => [key, each.size < MAX_FILES + LEAST_FOLDED ? each : new Set([...each].slice(0, MAX_FILES))]))
  const isShown = (finding: Finding): boolean => kept.get(keyOf(finding))?.has(finding.file) === true
  const folded = new Map<string, [Finding, ...Finding[]]>()
  for (const finding of findings) {
    if (isShown(finding)) continue
    addToGroup(folded, keyOf(finding), finding)
  }
  const alike = [...folded.values()].map((each) => ({ findings: each, files: new Set(each.map(({ file }) => file)).size }))
  return { shown: findings.filter(isShown), alike }
}

function keyOf({ rule, severity, title }: Finding): string {
  return JSON.stringify([rule, severity, title])
}
