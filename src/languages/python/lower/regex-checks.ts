import { isAnchoredRegex, isNegatedClassRegex } from '../../lowering/anchored-regex.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Methods of a compiled regex that guard their argument, and the outcome for which they do. */
export function guardingMethods(low: PythonLowering, pattern: number): readonly { readonly name: string; readonly when: 'true' | 'false' }[] {
  const whole = ['fullmatch', 'match', 'search'].filter((name) => isAnchored(low, pattern, name === 'fullmatch', name === 'match'))
  if (whole.length > 0) return whole.map((name) => ({ name, when: 'true' }))
  return isNegatedClass(low, pattern) ? [{ name: 'search', when: 'false' }] : []
}

/** Whether the regex restricts the whole string. `fullmatch` anchors both ends, `match` the start. */
export function isAnchored(low: PythonLowering, pattern: number, both: boolean, start: boolean): boolean {
  const source = low.symbols.constantOf(pattern)
  if (typeof source !== 'string') return false
  return isAnchoredRegex(`${(both || start) && !/^(?:\^|\\A)/.test(source) ? '^' : ''}${source}${both && !/(?:\$|\\[zZ])$/.test(source) ? '$' : ''}`)
}

/** Whether the regex is one negated character class. */
export function isNegatedClass(low: PythonLowering, pattern: number): boolean {
  const source = pattern < 0 ? undefined : low.symbols.constantOf(pattern)
  return typeof source === 'string' && isNegatedClassRegex(source)
}
