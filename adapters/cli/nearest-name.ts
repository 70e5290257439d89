/** The name that differs least from the given one, when it is near enough to be meant: by a third of its letters. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const distances = names.map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }))
  const nearest = distances.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))[0]
  return nearest !== undefined && nearest.distance <= Math.max(1, given.length / 3) ? nearest.name : undefined
}

/** Insertions, deletions, replacements. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]
}
