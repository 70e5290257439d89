/**
 * A literal as the index compares it: ASCII letters in lower case, and the two units outside ASCII that case folding makes equal to a letter of it, the
 * Kelvin sign and the long s, as that letter. Undefined when anything else outside ASCII is left: the index cannot see it.
 */
export function foldLiteral(literal: string): string | undefined {
  const folded = literal.replaceAll('\u212a', 'k').replaceAll('\u017f', 's')
  return /^[\x00-\x7f]*$/.test(folded) ? folded.toLowerCase() : undefined
}
