/**
 * The text that base64 or base64url holds, both alphabets mixed or not, with or without padding, white space skipped. Undefined when the characters are no base64,
 * when there are none, and when the bytes are not UTF-8.
 */
export function decodeBase64(encoded: string): string | undefined {
  const digits = encoded
    .replace(/[ \t\r\n\f]+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const body = digits.replace(/={1,2}$/, '')
  if (body.length % 4 === 1 || !/^[A-Za-z0-9+/]+$/.test(body)) return undefined
  return decodeUtf8(Uint8Array.from(atob(body), (char) => char.charCodeAt(0)))
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
