/** Parses `< 2048`, `>= 10` or `!= 0` to a test of a number. Undefined if it is malformed. */
export function parseComparison(text: string): ((value: number) => boolean) | undefined {
  const [, operator, digits] = /^\s*(<=|>=|==|!=|<|>)\s*(-?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*$/.exec(text) ?? []
  if (operator === undefined || digits === undefined) return undefined
  const limit = Number(digits.replaceAll('_', ''))
  switch (operator) {
    case '<':
      return (value) => value < limit
    case '<=':
      return (value) => value <= limit
    case '>':
      return (value) => value > limit
    case '>=':
      return (value) => value >= limit
    case '==':
      return (value) => value === limit
    default:
      return (value) => value !== limit
  }
}
