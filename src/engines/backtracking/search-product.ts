/** A transition of several positions at once, by one common character. */
export interface Move {
  readonly to: readonly number[]
  readonly char: string
}

/** Longer words are unreadable as a witness, and slow to find. */
const MAX_LENGTH = 40

/** The shortest word (at least one transition) that leads the positions to a goal, or undefined. Breadth-first search. */
export function searchProduct(
  start: readonly number[],
  isGoal: (at: readonly number[], word: string) => boolean,
  step: (at: readonly number[]) => readonly Move[],
): string | undefined {
  const seen = new Set<string>()
  let open: { readonly at: readonly number[]; readonly word: string }[] = [{ at: start, word: '' }]
  for (let length = 0; length < MAX_LENGTH && open.length > 0; length++) {
    const following: typeof open = []
    for (const { at, word } of open) {
      for (const { to, char } of step(at)) {
        const key = to.join()
        if (seen.has(key)) continue
        seen.add(key)
        if (isGoal(to, word + char)) return word + char
        following.push({ at: to, word: word + char })
      }
    }
    open = following
  }
  return undefined
}
