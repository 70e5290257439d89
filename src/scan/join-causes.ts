import { compareTexts } from '../model/compare-texts.ts'
import type { CausedFinding, Finding, FindingPlace, WeighableFinding } from '../model/finding.ts'
import { CONFIDENCES, SEVERITIES } from '../model/severity.ts'

/**
 * Merges findings of a rule that share a cause, directly or indirectly, into one: the most severe, then the one with the highest confidence, then the
 * first. The locations of the others are added to it. Keeps the order.
 */
export function joinCauses(findings: readonly CausedFinding[]): readonly WeighableFinding[] {
  const groups = groupByCause(findings)
  const told = new Map([...groups].map((group) => [group.reduce((best, each) => (byWeight(each, best) < 0 ? each : best)), group]))
  return findings.flatMap((finding) => {
    const group = told.get(finding)
    return group === undefined ? [] : [withPlaces(finding, group)]
  })
}

function groupByCause(findings: readonly CausedFinding[]): Iterable<readonly CausedFinding[]> {
  const groupOf = new Map<CausedFinding, CausedFinding[]>()
  const byCause = new Map<string, CausedFinding>()
  for (const finding of findings) {
    groupOf.set(finding, [finding])
    for (const cause of finding.causes ?? []) {
      const key = `${finding.rule} ${cause}`
      const other = byCause.get(key)
      if (other === undefined) byCause.set(key, finding)
      else unite(groupOf, other, finding)
    }
  }
  return new Set(groupOf.values())
}

function unite(groupOf: Map<CausedFinding, CausedFinding[]>, left: CausedFinding, right: CausedFinding): void {
  const [group = [], added = []] = [groupOf.get(left), groupOf.get(right)]
  if (group === added) return
  group.push(...added)
  for (const each of added) groupOf.set(each, group)
}

/** The most severe first, of these the surest. */
function byWeight(left: Finding, right: Finding): number {
  return (
    SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) ||
    CONFIDENCES.indexOf(left.confidence) - CONFIDENCES.indexOf(right.confidence)
  )
}

function withPlaces({ causes: _, ...finding }: CausedFinding, group: readonly Finding[]): WeighableFinding {
  const places = group.filter(({ id }) => id !== finding.id).map(placeOf)
  return places.length === 0 ? finding : { ...finding, places: places.sort(byPlace) }
}

function placeOf({ file, line, column, endLine, endColumn }: Finding): FindingPlace {
  return { file, line, column, endLine, endColumn }
}

function byPlace(left: FindingPlace, right: FindingPlace): number {
  return (
    compareTexts(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    left.endLine - right.endLine ||
    left.endColumn - right.endColumn
  )
}
