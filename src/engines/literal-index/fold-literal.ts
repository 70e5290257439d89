/**
 * Folds a literal for the index: ASCII letters in lower case, and the Kelvin sign and the long s (which case folding makes equal to ASCII letters) as
 * those letters. Undefined if other non-ASCII characters remain, which the index does not support.
 */
export function foldLiteral(literal: string): string | undefined {
  const folded = literal.replaceAll('\u212a', 'k').replaceAll('\u017f', 's')
  return /^[\x00-\x7f]*$/.test(folded) ? folded.toLowerCase() : undefined
}
