import { BOUNDS } from '../../model/bounds.ts'
import type { TableLowering } from './language.ts'
import type { Lowering } from './lowering.ts'
import { kindOf } from './visit-nodes.ts'

/**
 * Whether a string certainly ends with a path separator: `ROOT + path.sep`, `'/srv/data/'`. Only then does a path that begins with it lie in the
 * directory: `/srv/data-old` begins with `/srv/data`.
 */
export function endsWithSeparator<L extends TableLowering<L>>(low: L, node: number, steps = 0): boolean {
  const { tree, text, symbols } = low
  const { separators } = low.language
  if (node < 0 || steps > BOUNDS.derivationSteps.value) return false
  const inner = low.syntax.unwrap(tree, node)
  const constant = symbols.constantOf(inner)
  if (constant !== undefined) return typeof constant === 'string' && /.[/\\]$/.test(constant)
  if (separators.separator.test(symbols.nameOf(inner) ?? '')) return true
  const ends = (part: number): boolean => endsWithSeparator(low, part, steps + 1)
  const isSeparated = (part: number): boolean => ends(part) || isLoneSeparator(low, part)
  if (kindOf(low, inner) === low.kinds.id.identifier) {
    const held = symbols.valueOf(inner)
    return held !== inner && ends(held)
  }
  const known = separators.compoundEnds(low, inner, ends, isSeparated)
  if (known !== undefined) return known
  const site = low.syntax.callAt(tree, text, inner)
  const last = site?.arguments.at(-1)?.node ?? -1
  if (site === undefined || last < 0 || !separators.joins.test(symbols.nameOf(site.callee) ?? '')) return false
  return (separators.separatesEmptyPart && symbols.constantOf(last) === '') || isSeparated(last)
}

function isLoneSeparator({ symbols }: Lowering, node: number): boolean {
  const constant = node < 0 ? undefined : symbols.constantOf(node)
  return constant === '/' || constant === '\\'
}
