/**
 * Shannon entropy in bits per character (code point), from the frequencies in the text itself. 0 for the empty text, at most log2 of the length. 20
 * characters of English have about 3; random hexadecimal approaches 4 and random base64 approaches 6 in long texts; 20 random characters of base64
 * have about 4.
 */
export function shannonEntropy(text: string): number {
  const counts = new Map<string, number>()
  let length = 0
  for (const char of text) {
    counts.set(char, (counts.get(char) ?? 0) + 1)
    length++
  }
  let bits = 0
  // Adds counts in ascending order, so that another order of the same characters gives exactly the same number.
  for (const count of [...counts.values()].sort((a, b) => a - b)) bits -= (count / length) * Math.log2(count / length)
  return bits
}
