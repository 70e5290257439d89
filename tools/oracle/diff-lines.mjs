/**
 * What differs between two sorted lists of canonical lines, by class: a finding of the same rule at the same position with other attributes is `changed`.
 *
 * @param {readonly string[]} before
 * @param {readonly string[]} after
 * @returns {{ added: string[], removed: string[], changed: { before: string, after: string }[] }}
 */
export function diffLines(before, after) {
  const removed = subtract(before, after)
  const added = subtract(after, before)
  const byKey = new Map(added.map((line) => [keyOf(line), line]))
  const changed = removed.flatMap((line) => {
    const other = byKey.get(keyOf(line))
    return other === undefined ? [] : [{ before: line, after: other }]
  })
  const paired = new Set(changed.flatMap((pair) => [pair.before, pair.after]))
  return { added: added.filter((line) => !paired.has(line)), removed: removed.filter((line) => !paired.has(line)), changed }
}

/** Multiset difference. */
function subtract(from, lines) {
  const counts = new Map()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return from.filter((line) => {
    const count = counts.get(line) ?? 0
    counts.set(line, count - 1)
    return count <= 0
  })
}

/** The case, the rule and the position of a finding; the case, reason and file of a gap. */
function keyOf(line) {
  const tab = line.indexOf('\t')
  const { suppressed, rule, at, gap, skipped, file } = JSON.parse(line.slice(tab + 1))
  const finding = suppressed ?? { rule, at }
  return JSON.stringify([line.slice(0, tab), suppressed === undefined, finding.rule, finding.at, gap, skipped, file])
}
