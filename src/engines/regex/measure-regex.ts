import type { RegexNode } from './regex-node.ts'

/** Number of instructions of re2js' program, within a factor of two. May be Infinity. */
export function programSize(node: RegexNode): number {
  if (node.kind === 'set') return 1
  if (node.kind !== 'repeat') return 1 + sum(node.of.map(programSize))
  const times = node.max === Infinity ? node.min + 1 : node.max
  return 1 + times * (1 + programSize(node.of))
}

/** Maximum length of a match in UTF-16 units, or Infinity. */
export function maxLength(node: RegexNode): number {
  if (node.kind === 'set') return node.negated || node.open || node.ranges.some((code) => code > 0xffff) ? 2 : 1
  if (node.kind === 'sequence') return sum(node.of.map(maxLength))
  if (node.kind === 'choice') return Math.max(0, ...node.of.map(maxLength))
  const once = maxLength(node.of)
  return once === 0 || node.max === 0 ? 0 : once * node.max
}

/** Whether a match may contain a line feed. Over-approximates. */
export function crossesLines(node: RegexNode): boolean {
  if (node.kind === 'repeat') return node.max > 0 && crossesLines(node.of)
  if (node.kind !== 'set') return node.of.some(crossesLines)
  return node.open || holdsLineFeed(node.ranges) !== node.negated
}

function holdsLineFeed(ranges: readonly number[]): boolean {
  for (let i = 0; i + 1 < ranges.length; i += 2) if ((ranges[i] ?? 0) <= 10 && 10 <= (ranges[i + 1] ?? 0)) return true
  return false
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
