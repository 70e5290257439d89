import type { LanguageId } from '../../model/language.ts'
import type { LiteralNeed } from '../../model/literal-need.ts'
import type { PathSegment } from './path-segment.ts'

/**
 * The keys that a file must hold to have this path. Only keys of at least three ASCII letters, digits, `_` and `-` are asked for: others may be written
 * in several ways. A key written with escapes (`"priv\u0069leged"`) is not seen: the one case in which this asks for too much. A Dockerfile has
 * keys that are not in its text, so nothing is asked for.
 */
export function needPath(path: readonly PathSegment[], language: LanguageId): LiteralNeed {
  if (language === 'dockerfile') return { kind: 'anything' }
  const of = path.flatMap((segment): LiteralNeed[] =>
    segment.kind === 'key' && PLAIN.test(segment.key) ? [{ kind: 'literal', text: segment.key }] : [],
  )
  return of.length === 0 ? { kind: 'anything' } : { kind: 'all', of }
}

const PLAIN = /^[\w-]{3,}$/
