import type { Step } from './glob-step.ts'

/** A position to which the match backtracks: a repeating step and its offset. */
interface Mark {
  step: number
  offset: number
}

/**
 * Matches steps of a glob and remembers only the last `*` and the last `**` before a slash: their first match is as good as any later one. A step that matches both
 * slashes and other characters must be the last one. Takes time proportional to glob times path.
 */
export function matchGreedily(steps: readonly Step[], text: string): boolean {
  const star: Mark = { step: -1, offset: 0 }
  const segments: Mark = { step: -1, offset: 0 }
  let at = 0
  let index = 0
  for (;;) {
    const step = steps[index]
    if (step?.segments) {
      segments.step = index++
      segments.offset = at
      star.step = -1
    } else if (step?.repeats) {
      star.step = index++
      star.offset = at
    } else if (step === undefined ? at === text.length : at < text.length && step.accepts(text[at])) {
      if (step === undefined) return true
      at++
      index++
    } else if (star.step >= 0 && star.offset < text.length && steps[star.step].accepts(text[star.offset])) {
      at = ++star.offset
      index = star.step + 1
    } else {
      const slash = segments.step < 0 ? -1 : text.indexOf('/', segments.offset)
      if (slash < 0) return false
      at = segments.offset = slash + 1
      index = segments.step + 1
      star.step = -1
    }
  }
}
