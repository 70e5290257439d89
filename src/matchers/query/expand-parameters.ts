import type { GrammarNames } from '../../model/tree.ts'

/** `(parameter` with the space before its pattern. */
const PARAMETER = /^\(parameter\s/
/** As long as `(parameter `, so that offsets stay those of the source. */
const WITH_PATTERN = '(_ pattern:'

/**
 * Rewrites `(parameter X)`, a parameter with the pattern X, to what the grammar has for it: `X` itself in JavaScript, and in TypeScript the node around X,
 * which may have a type and a default. Offsets stay the same. Grammars that have a node of this name, or no such parameters, keep the source.
 */
export function expandParameters(source: string, names: GrammarNames): string {
  const isNode = names.typeIds('parameter', true).length > 0 || names.supertypeBit('parameter') !== 0
  if (isNode || !source.includes('(parameter') || names.typeIds('formal_parameters', true).length === 0) return source
  const isWrapped = names.typeIds('required_parameter', true).length > 0
  const text = source.split('')
  /** For each open parenthesis whether it is that of a parameter. */
  const open: boolean[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') at = endOfString(text, at)
    else if (text[at] === '(') {
      const isParameter = PARAMETER.test(text.slice(at, at + WITH_PATTERN.length).join(''))
      open.push(isParameter)
      if (isParameter) text.splice(at, WITH_PATTERN.length, ...(isWrapped ? WITH_PATTERN : ' '.repeat(WITH_PATTERN.length)))
    } else if (text[at] === ')' && open.pop() === true && !isWrapped) text[at] = ' '
  }
  return text.join('')
}

/** The offset of the quote that closes a string. */
function endOfString(text: readonly string[], from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
