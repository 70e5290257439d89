/** The most similar word by edit distance, or undefined if no word is similar. Among equally similar words the first by code units. */
export function nearestWord(written: string, words: Iterable<string>): string | undefined {
  let best: { readonly word: string; readonly distance: number } | undefined
  // With a third of its letters wrong it is another word. `$X` and `$Y` are different names.
  const limit = written.length < 3 ? 0 : Math.max(1, Math.floor(written.length / 3))
  for (const word of [...words].sort()) {
    if (Math.abs(word.length - written.length) > limit) continue
    const distance = editDistance(written.toLowerCase(), word.toLowerCase())
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { word, distance }
  }
  return best?.word
}

/** A hint with the most similar word, or with all words if they are few. */
export function suggestWord(written: string, words: Iterable<string>): string | undefined {
  const known = [...new Set(words)]
  const nearest = nearestWord(written, known)
  if (nearest !== undefined) return `did you mean \`${nearest}\`?`
  if (known.length === 0 || known.length > 40) return undefined
  return known.length === 1 ? `there is only \`${known[0]}\`` : `one of ${listWords(known)}`
}

/** `a`, `b` or `c`, in input order. */
export function listWords(words: readonly string[], last = 'or'): string {
  const quoted = words.map((word) => `\`${word}\``)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${last} ${quoted[quoted.length - 1]}`
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      const swapped = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      const best = Math.min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
      current.push(swapped ? Math.min(best, beforeLast[column - 2] + 1) : best)
    }
    beforeLast = last
    last = current
  }
  return last[right.length]
}
