/** A step of a glob. It takes one character that it accepts, unless it says otherwise. */
interface Step {
  readonly accepts: (character: string) => boolean
  /** Takes any number of accepted characters, none included, and then goes on. */
  readonly repeats?: true
  /** `**` and a slash: any number of whole segments, none included. */
  readonly segments?: true
}

/**
 * Compiles a glob of an ignore file as git's wildmatch reads it; `slashes` says that `*`, `?` and `[…]` stop at slashes and `**` does not.
 * A glob that git gives up on (an open bracket, an unknown class, a lone backslash at the end) matches nothing. Matching takes time
 * proportional to glob times path: an ignore file may come from a stranger's repository, and backtracking on one can take forever.
 */
export function compileGlob(glob: string, options: { readonly slashes: boolean }): (text: string) => boolean {
  if (!/[*?[\\]/.test(glob)) return (text) => text === glob
  if (!options.slashes && /^\*[^*?[\\]*$/.test(glob)) return (text) => text.endsWith(glob.slice(1))
  const steps = readSteps(glob, options.slashes)
  return steps === undefined ? () => false : (text) => runSteps(steps, text)
}

/** Follows all ways at once: `active[i]` means that the text so far can have led to step `i`. */
function runSteps(steps: readonly Step[], text: string): boolean {
  let active = new Uint8Array(steps.length + 2)
  enter(steps, active, 0)
  for (let offset = 0; offset < text.length; offset++) {
    const character = text[offset]
    const next = new Uint8Array(steps.length + 2)
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
    active = next
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

function readSteps(glob: string, slashes: boolean): Step[] | undefined {
  const isInside = (character: string): boolean => !slashes || character !== '/'
  const steps: Step[] = []
  let at = 0
  while (at < glob.length) {
    const character = glob[at]
    if (character === '*') {
      const run = /^\*+/.exec(glob.slice(at))?.[0].length ?? 1
      const before = at === 0 || glob[at - 1] === '/'
      at += run
      const fillsSegment = slashes && run > 1 && before && /^(?:$|\\?\/)/.test(glob.slice(at))
      if (fillsSegment && glob[at] === '/') {
        steps.push({ accepts: () => true, segments: true })
        at++
      } else steps.push({ accepts: fillsSegment ? () => true : isInside, repeats: true })
    } else if (character === '?') {
      steps.push({ accepts: isInside })
      at++
    } else if (character === '[') {
      const bracket = readBracket(glob, at)
      if (bracket === undefined) return undefined
      steps.push({ accepts: (given) => isInside(given) && bracket.accepts(given) })
      at = bracket.end
    } else {
      const literal = character === '\\' ? glob[at + 1] : character
      if (literal === undefined) return undefined
      steps.push({ accepts: (given) => given === literal })
      at += character === '\\' ? 2 : 1
    }
  }
  return steps
}

const CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[0-9A-Za-z]/],
  ['alpha', /[A-Za-z]/],
  ['blank', /[ \t]/],
  ['cntrl', /[\0-\x1f\x7f]/],
  ['digit', /[0-9]/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[ \t\n\r]/],
  ['upper', /[A-Z]/],
  ['xdigit', /[0-9A-Fa-f]/],
])

/** The bracket expression at `start`, and the offset after it; undefined when it never ends or names an unknown class. */
function readBracket(glob: string, start: number): { accepts: (character: string) => boolean; end: number } | undefined {
  const negated = glob[start + 1] === '!' || glob[start + 1] === '^'
  const members: ((character: string) => boolean)[] = []
  const first = start + (negated ? 2 : 1)
  let at = first
  let previous = ''
  let close = -1
  // The first member is a member even when it is `]`.
  while (at === first || glob[at] !== ']') {
    const character = glob[at]
    if (character === undefined) return undefined
    // Looked for once: else each `[:` of many would search the text to its end.
    if (character === '[' && glob[at + 1] === ':' && close < at + 2) {
      close = glob.indexOf(']', at + 2)
      if (close < 0) return undefined
    }
    if (character === '[' && glob[at + 1] === ':' && close > at + 2 && glob[close - 1] === ':') {
      const pattern = CLASSES.get(glob.slice(at + 2, close - 1))
      if (pattern === undefined) return undefined
      members.push((given) => pattern.test(given))
      previous = ''
      at = close + 1
    } else if (character === '-' && previous !== '' && glob[at + 1] !== undefined && glob[at + 1] !== ']') {
      const low = previous
      const high = glob[at + 1] === '\\' ? glob[at + 2] : glob[at + 1]
      if (high === undefined) return undefined
      members.push((given) => given >= low && given <= high)
      previous = ''
      at += glob[at + 1] === '\\' ? 3 : 2
    } else {
      const member = character === '\\' ? glob[at + 1] : character
      if (member === undefined) return undefined
      members.push((given) => given === member)
      previous = member
      at += character === '\\' ? 2 : 1
    }
  }
  return { accepts: (given) => members.some((accepts) => accepts(given)) !== negated, end: at + 1 }
}
