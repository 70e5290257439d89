import type { Scalar } from '../../model/scalar.ts'

/** The value of `left operator right` where every language agrees on it; undefined otherwise. */
export function foldBinary(operator: string, left: Scalar | undefined, right: Scalar | undefined): Scalar | undefined {
  if (left === undefined || right === undefined) return undefined
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) return `${left}${right}`
  if (operator === '%' && typeof left === 'string') return undefined
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    case '%':
      // Of different signs the rest has the one of the left or the right, by language.
      return left < 0 === right < 0 || left % right === 0 ? left % right : undefined
    case '**':
      return left ** right
    case '<<':
      return left << right === left * 2 ** right ? left << right : undefined
    case '|':
      return (left | 0) === left && (right | 0) === right ? left | right : undefined
    default:
      return undefined
  }
}

/** Undefined where the operand is not known, or the operator is not for it. */
export function foldUnary(operator: string, operand: Scalar | undefined): Scalar | undefined {
  if (operand === undefined) return undefined
  if (operator === '!' || operator === 'not') return !operand
  if (typeof operand !== 'number') return undefined
  if (operator === '-') return -operand
  if (operator === '+') return operand
  return operator === '~' ? ~operand : undefined
}
