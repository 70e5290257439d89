/** The value of a string's inside, with the escapes of JSON and JSON5. An escape that neither has stands for its own character. */
export function decodeString(inside: string): string {
  return inside.includes('\\') ? inside.replace(ESCAPE, decodeEscape) : inside
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S])|$)/g
const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', 0: '\0', '\n': '', '\r': '', '\r\n': '' }

function decodeEscape(_escape: string, unicode: string | undefined, hex: string | undefined, letter: string | undefined): string {
  const code = unicode ?? hex
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
  return letter === undefined ? '' : (LETTERS[letter] ?? letter)
}
