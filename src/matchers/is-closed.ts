import type { LoadedMatcher } from '../model/rule-pack.ts'
import type { MatcherSpec } from '../model/rule-spec.ts'

/** `$X`, `$...ARGS`; not `$MATCH`, which is the node itself, nor `$_`. */
const METAVARIABLE = /\$(?!MATCH\b|_\b)[A-Z_.]/
/** Captures of a query but `@match`, and named groups of a regex: they become metavariables. */
const CAPTURE = /@(?!match\b)[a-z_]|\(\?P?<[A-Za-z_]/

/**
 * Whether a matcher, those that it uses included, neither binds nor asks for metavariables: what it says of a node is then the same whatever has been bound.
 * May say no where that is so.
 */
export function isClosed(spec: MatcherSpec, shared: ReadonlyMap<string, LoadedMatcher>): boolean {
  const seen = new Set<string>()
  const isOpen = (part: unknown): boolean => {
    if (typeof part === 'string') return METAVARIABLE.test(part) || CAPTURE.test(part)
    if (typeof part !== 'object' || part === null) return false
    return Object.entries(part).some(
      ([key, value]) => METAVARIABLE.test(key) || (key === 'use' ? usesOpen(value) : key !== 'description' && isOpen(value)),
    )
  }
  const usesOpen = (name: unknown): boolean => {
    if (typeof name !== 'string' || seen.has(name)) return false
    seen.add(name)
    return isOpen(shared.get(name)?.spec)
  }
  return !isOpen(spec)
}
