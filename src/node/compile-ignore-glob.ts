import type { Step } from './glob-step.ts'
import { matchGreedily } from './match-greedily.ts'
import { readBracket, readCharacter } from './read-bracket.ts'

/**
 * Compiles a glob of an ignore file as git's wildmatch reads it; `slashes` says that `*`, `?` and `[…]` stop at slashes and `**` does not.
 * A glob that git gives up on (an open bracket, an unknown class, a lone backslash at the end) matches nothing. Matching takes time
 * proportional to glob times path: an ignore file may come from a stranger's repository, and backtracking on one can take forever.
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

/** The pieces between stars that take anything, each where it comes first. */
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

/** Follows all ways at once: `active[i]` means that the text so far can have led to step `i`. */
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

/** Marks a step and those that may follow without taking a character. A step that is inside segments (2) is left only at a slash. */
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

/** A step, and the offset after it in the glob; undefined where git gives up. */
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

/** Two stars or more that fill a segment stop at no slash, and stand for whole segments where one follows. */
function readStars(glob: string, start: number, slashes: boolean, isInside: Step['accepts']): ReadStep {
  let end = start
  while (glob[end] === '*') end++
  const begins = start === 0 || glob[start - 1] === '/'
  const fillsSegment = slashes && end - start > 1 && begins && /^(?:$|\\?\/)/.test(glob.slice(end))
  if (!fillsSegment) return { step: { accepts: isInside, repeats: true }, end }
  if (glob[end] === '/') return { step: { accepts: () => true, segments: true }, end: end + 1 }
  return { step: { accepts: () => true, repeats: true, crosses: true }, end }
}
