/** A random integer from 0 up to (excluding) the limit. */
type Random = (limit: number) => number

const ATOMS = ['a', 'b', 'c', '.', '\\d', '\\w', '\\s', '[ab]', '[^a]', '[a-c1]', '\\W']
const QUANTIFIERS = ['', '', '', '*', '+', '?', '*?', '+?', '{2}', '{1,3}', '{0,2}?', '{2,}']
const ANCHORS = ['^', '$', '\\b', '\\B', '(?=a)', '(?!b)', '(?<=a)', '(?<!b)']

/** A pattern of JavaScript and Python alike. */
export function makePattern(random: Random, depth = 3): string {
  const pick = (list: readonly string[]): string => list[random(list.length)] ?? ''
  const sequence = (): string => Array.from({ length: 1 + random(3) }, () => makePart(random, depth, pick)).join('')
  return Array.from({ length: random(4) === 0 ? 2 : 1 }, sequence).join('|')
}

function makePart(random: Random, depth: number, pick: (list: readonly string[]) => string): string {
  const kind = random(10)
  if (kind === 0) return pick(ANCHORS)
  if (kind < 4 && depth > 0) return `${pick(['(', '(?:'])}${makePattern(random, depth - 1)})${pick(QUANTIFIERS)}`
  return pick(ATOMS) + pick(QUANTIFIERS)
}

/** A text of characters that distinguish the sets of such patterns. */
export function makeText(random: Random): string {
  return Array.from({ length: random(9) }, () => 'aabbc1 !\n'[random(9)]).join('')
}
