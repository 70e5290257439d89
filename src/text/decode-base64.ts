/**
 * Decodes base64 or base64url (also mixed), with or without padding, ignoring white space. Undefined if the text is empty or not base64, or the bytes
 * are not UTF-8.
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
