import type { LanguageId } from '../../model/language.ts'
import type { LiteralNeed } from '../../model/literal-need.ts'
import type { PathSegment } from './path-segment.ts'

/**
 * The keys that a file must contain for this path. Only keys of at least three ASCII letters, digits, `_` and `-` are used, because others can be
 * written in several forms. A key written with escapes (`"priv\u0069leged"`) is missed, which is the only under-approximation. Keys of a Dockerfile
 * are not in its text, so it needs nothing.
 */
export function needPath(path: readonly PathSegment[], language: LanguageId): LiteralNeed {
  if (language === 'dockerfile') return { kind: 'anything' }
  const of = path.flatMap((segment): LiteralNeed[] =>
    segment.kind === 'key' && PLAIN.test(segment.key) ? [{ kind: 'literal', text: segment.key }] : [],
  )
  return of.length === 0 ? { kind: 'anything' } : { kind: 'all', of }
}

const PLAIN = /^[\w-]{3,}$/
