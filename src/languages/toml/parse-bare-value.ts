import type { Scalar } from '../../model/scalar.ts'

/** The value of an unquoted word of TOML: a truth value, a number, or a date or time, which stays a string; undefined for anything else. */
export function parseBareValue(source: string): Scalar | undefined {
  if (source === 'true') return true
  if (source === 'false') return false
  if (DATE_TIME.test(source)) return source
  const special = SPECIAL.exec(source)
  if (special !== null) return special[2] === 'nan' ? Number.NaN : special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const digits = source.replaceAll('_', '')
  return NUMBER.test(digits) ? Number(digits.startsWith('+') ? digits.slice(1) : digits) : undefined
}

const DATE_TIME = /^(?:\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/
const SPECIAL = /^([+-]?)(inf|nan)$/
const NUMBER = /^(?:0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+|[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/
