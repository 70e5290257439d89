import { isAnchoredPattern, isForeignPattern } from '../../lowering/anchored-pattern.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Methods of a compiled pattern that make sure of what they are given, and where they do: by saying yes, or by finding nothing. */
export function sureMethods(low: PythonLowering, pattern: number): readonly { readonly name: string; readonly when: 'true' | 'false' }[] {
  const whole = ['fullmatch', 'match', 'search'].filter((name) => matchesWhole(low, pattern, name === 'fullmatch', name === 'match'))
  if (whole.length > 0) return whole.map((name) => ({ name, when: 'true' }))
  return findsForeign(low, pattern) ? [{ name: 'search', when: 'false' }] : []
}

/** `fullmatch` anchors both ends, `match` the start. */
export function matchesWhole(low: PythonLowering, pattern: number, both: boolean, start: boolean): boolean {
  const source = low.symbols.constantOf(pattern)
  if (typeof source !== 'string') return false
  return isAnchoredPattern(
    `${(both || start) && !/^(?:\^|\\A)/.test(source) ? '^' : ''}${source}${both && !/(?:\$|\\[zZ])$/.test(source) ? '$' : ''}`,
  )
}

/** Whether a pattern finds what does not belong into a name. */
export function findsForeign(low: PythonLowering, pattern: number): boolean {
  const source = pattern < 0 ? undefined : low.symbols.constantOf(pattern)
  return typeof source === 'string' && isForeignPattern(source)
}
