import type { Step } from './glob-step.ts'
import { matchGreedily } from './match-greedily.ts'
import { readBracket, readCharacter } from './read-bracket.ts'

/**
 * Compiles a glob of an ignore file with the semantics of git's wildmatch. `slashes` means that `*`, `?` and `[…]` do not match slashes, but `**`
 * does. A glob that git rejects (an open bracket, an unknown class, a backslash at the end) matches nothing. Matching takes time proportional to the
 * lengths of glob and path, because ignore files may be hostile and backtracking could take forever.
 */
export function compileIgnoreGlob(glob: string, options: { readonly slashes: boolean }): (text: string) => boolean {
  if (!/[*?[\\]/.test(glob)) return (text) => text === glob
  if (!options.slashes && /^\*[^*?[\\]*$/.test(glob)) return (text) => text.endsWith(glob.slice(1))
  if (!options.slashes && !/[?[\\]/.test(glob)) return matchPieces(glob.split('*'))
  const steps = readSteps(glob, options.slashes)
  if (steps === undefined) return () => false
  const isPlain = steps.every(({ crosses }, index) => crosses === undefined || index === steps.length - 1 || !options.slashes)
  return isPlain ? (text) => matchGreedily(steps, text) : (text) => runSteps(steps, text)
}

/** Matches the parts between unrestricted stars, each at its first occurrence. */
function matchPieces([first = '', ...pieces]: readonly string[]): (text: string) => boolean {
  const last = pieces.pop() ?? ''
  const between = pieces.filter((piece) => piece !== '')
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
    let at = first.length
    for (const piece of between) {
      const found = text.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return at <= text.length - last.length
  }
}

/** Simulates all states at once: `active[i]` means that the text so far can lead to step `i`. */
function runSteps(steps: readonly Step[], text: string): boolean {
  let active = new Uint8Array(steps.length + 2)
  let next = new Uint8Array(steps.length + 2)
  enter(steps, active, 0)
  for (let offset = 0; offset < text.length; offset++) {
    const character = text[offset]
    next.fill(0)
    let alive = false
    for (let index = 0; index < steps.length; index++) {
      if (active[index] === 0) continue
      const step = steps[index]
      if (step.segments) {
        next[index] = 2
        if (character === '/') enter(steps, next, index + 1)
        alive = true
      } else if (step.accepts(character)) {
        enter(steps, next, step.repeats ? index : index + 1)
        alive = true
      }
    }
    if (!alive) return false
    const last = active
    active = next
    next = last
  }
  return active[steps.length] !== 0
}

/** Activates a step and the steps that may follow without a character. A step inside `**` with a slash (2) is left only at a slash. */
function enter(steps: readonly Step[], active: Uint8Array, from: number): void {
  for (let index = from; active[index] !== 1; index++) {
    active[index] = 1
    if (index === steps.length || !(steps[index].repeats || steps[index].segments)) return
  }
}

function readSteps(glob: string, slashes: boolean): readonly Step[] | undefined {
  const steps: Step[] = []
  for (let at = 0; at < glob.length; ) {
    const read = readStep(glob, at, slashes)
    if (read === undefined) return undefined
    steps.push(read.step)
    at = read.end
  }
  return steps
}

/** A step and the offset after it in the glob. Undefined if git rejects the glob. */
type ReadStep = { readonly step: Step; readonly end: number } | undefined

function readStep(glob: string, at: number, slashes: boolean): ReadStep {
  const isInside = (character: string): boolean => !slashes || character !== '/'
  switch (glob[at]) {
    case '*':
      return readStars(glob, at, slashes, isInside)
    case '?':
      return { step: { accepts: isInside }, end: at + 1 }
    case '[': {
      const bracket = readBracket(glob, at)
      return bracket && { step: { accepts: (given) => isInside(given) && bracket.accepts(given) }, end: bracket.end }
    }
    default: {
      const literal = readCharacter(glob, at)
      return literal && { step: { accepts: (given) => given === literal.character }, end: literal.end }
    }
  }
}

/** Two or more stars that fill a segment match slashes, and match complete segments if a slash follows. */
function readStars(glob: string, start: number, slashes: boolean, isInside: Step['accepts']): ReadStep {
  let end = start
  while (glob[end] === '*') end++
  const begins = start === 0 || glob[start - 1] === '/'
  const fillsSegment = slashes && end - start > 1 && begins && /^(?:$|\\?\/)/.test(glob.slice(end))
  if (!fillsSegment) return { step: { accepts: isInside, repeats: true }, end }
  if (glob[end] === '/') return { step: { accepts: () => true, segments: true }, end: end + 1 }
  return { step: { accepts: () => true, repeats: true, crosses: true }, end }
}
