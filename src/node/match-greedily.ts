import type { Step } from './glob-step.ts'

/** A place that the match goes on from when what follows does not fit: a repeating step and where it has got to. */
interface Mark {
  step: number
  offset: number
}

/**
 * Matches steps of a glob without remembering more than the last `*` and the last `**` before a slash: what these take first is as good as anything they could take later. A step
 * that takes slashes and other characters may only be the last one. Needs time proportional to glob times path.
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
