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
      return left % right
    case '**':
      return left ** right
    case '<<':
      return left << right
    case '|':
      return left | right
    default:
      return undefined
  }
}

export function foldUnary(operator: string, operand: Scalar | undefined): Scalar | undefined {
  if (operand === undefined) return undefined
  if (operator === '!' || operator === 'not') return !operand
  if (typeof operand !== 'number') return undefined
  if (operator === '-') return -operand
  if (operator === '+') return operand
  return operator === '~' ? ~operand : undefined
}
