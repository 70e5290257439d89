import type { Bindings } from '../model/bindings.ts'
import type { ClauseCode } from '../model/explanation.ts'
import type { SpecPath, SpecPositions } from '../model/rule-pack.ts'
import type { MatcherSpec } from '../model/rule-spec.ts'

/** A matcher and its location: in its file, and as explanations name it. */
export interface WrittenMatcher {
  readonly spec: MatcherSpec
  readonly path: SpecPath
  readonly positions: SpecPositions
  /** `match.all[1]`. */
  readonly label: string
}

/** A clause that was tested at a node. */
export interface TestedClause {
  readonly code: ClauseCode
  readonly clause: string
  readonly written: string
  readonly holds: boolean
  /** What it matched, or where it failed. */
  readonly node: number | undefined
  /** The bindings before and after the clause. */
  readonly before: Bindings
  readonly after: Bindings
  readonly message: string | undefined
}

/** The label of a part of a matcher. */
export function labelOf(label: string, ...keys: (string | number)[]): string {
  return keys.reduce(
    (text: string, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' || text.endsWith(':') ? `${text}${key}` : `${text}.${key}`),
    label,
  )
}

/** The location of a part of a matcher. */
export function partOf(written: WrittenMatcher, spec: MatcherSpec, ...keys: (string | number)[]): WrittenMatcher {
  return { spec, path: [...written.path, ...keys], positions: written.positions, label: labelOf(written.label, ...keys) }
}

const MAX_WRITTEN = 90

/** A value of a rule file on one line, cut if it is long. */
export function writeClause(value: unknown): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').trim()
  return text.length > MAX_WRITTEN ? `${text.slice(0, MAX_WRITTEN - 1)}…` : text
}
