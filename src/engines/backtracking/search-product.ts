/** A move of several positions at once, by one character that all of them read. */
export interface Move {
  readonly to: readonly number[]
  readonly char: string
}

/** Longer words are no witness that people read, and cost as much as they are long. */
const MAX_LENGTH = 40

/** The shortest word by which the positions get to where `isGoal` says so, by one move at least; undefined when there is none. Searches in breadth. */
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
