import type { SkipReason } from '../../model/gap.ts'
import { recogniseGenerated } from './recognise-skip-generated.ts'
import { recogniseMinified } from './recognise-skip-minified.ts'
import { recogniseReleased } from './recognise-skip-released.ts'
import { recogniseVendored } from './recognise-skip-vendored.ts'

/** Why a file is nobody's own code. `detail` is one sentence without source text. */
export interface SkipCause {
  readonly reason: Extract<SkipReason, 'vendored' | 'generated' | 'minified'>
  readonly detail: string
}

/**
 * Recognises files that nobody here wrote: installed packages, output of generators, minified bundles; undefined for all others. In doubt a file is
 * somebody's own: what is skipped is not looked at, and a header alone is easily written.
 */
export function recogniseSkip(path: string, text: string): SkipCause | undefined {
  return recogniseBy(path, text, text)
}

/** The same of a file of which the beginning alone is known, so that the shape of its lines is not. */
export function recogniseNobodys(path: string, head: string): SkipCause | undefined {
  return recogniseBy(path, head, '')
}

function recogniseBy(path: string, text: string, shape: string): SkipCause | undefined {
  const vendored = recogniseVendored(path) ?? recogniseReleased(path, text)
  if (vendored !== undefined) return { reason: 'vendored', detail: vendored }
  const minified = recogniseMinified(path, shape)
  if (minified !== undefined) return { reason: 'minified', detail: minified }
  const generated = recogniseGenerated(path, text)
  return generated === undefined ? undefined : { reason: 'generated', detail: generated }
}
