/**
 * Shannon entropy in bits a character (code point), by how often each occurs in the text itself; 0 for the empty text, at most log2 of the length. English words
 * have about 3 in 20 characters, random hexadecimal nears 4 and random base64 6 as texts get longer; 20 random characters of base64 have about 4.
 */
export function shannonEntropy(text: string): number {
  const counts = new Map<string, number>()
  let length = 0
  for (const char of text) {
    counts.set(char, (counts.get(char) ?? 0) + 1)
    length++
  }
  let bits = 0
  // Counts are added in ascending order, so that the same characters in another order give the same number to the last bit.
  for (const count of [...counts.values()].sort((a, b) => a - b)) bits -= (count / length) * Math.log2(count / length)
  return bits
}
