import type { SkipReason } from '../../model/gap.ts'
import type { CompiledFrom } from '../../model/source.ts'
import { type BuiltFile, recogniseBuilt } from './recognise-skip-built.ts'
import { recogniseGenerated } from './recognise-skip-generated.ts'
import { recogniseMinified } from './recognise-skip-minified.ts'
import { recogniseReleased } from './recognise-skip-released.ts'
import { recogniseVendored } from './recognise-skip-vendored.ts'

/** The reason why a file is not own code. `detail` is one sentence without source text. */
export interface SkipCause {
  readonly reason: Extract<SkipReason, 'vendored' | 'generated' | 'minified'>
  readonly detail: string
}

/**
 * Recognises files that are not own code: installed packages, generated files, minified bundles. Undefined for other files. In doubt a file is own
 * code, because skipped files are not scanned, and an attacker can write a header.
 */
export function recogniseSkip(path: string, text: string, compiledFrom?: CompiledFrom): SkipCause | undefined {
  return recogniseBy({ path, text, isWhole: true, compiledFrom })
}

/** The same for a file of which only the beginning is known, without the test of its lines. */
export function recogniseNobodys(path: string, head: string): SkipCause | undefined {
  return recogniseBy({ path, text: head, isWhole: false })
}

function recogniseBy({ path, text, isWhole, compiledFrom }: BuiltFile): SkipCause | undefined {
  const vendored = recogniseVendored(path) ?? recogniseReleased(path, text)
  if (vendored !== undefined) return { reason: 'vendored', detail: vendored }
  const minified = recogniseMinified(path, isWhole ? text : '')
  if (minified !== undefined) return { reason: 'minified', detail: minified }
  const generated = recogniseGenerated(path, text) ?? recogniseBuilt({ path, text, isWhole, compiledFrom })
  return generated === undefined ? undefined : { reason: 'generated', detail: generated }
}
