const KEPT_CHARACTERS = 4

/** The redacted form of a secret: at most its first four characters and at most a quarter of it, then `…`. It does not reveal the length. */
export function redactSecret(secret: string): string {
  const kept = Math.min(KEPT_CHARACTERS, Math.floor(secret.length / 4))
  return `${secret.slice(0, isHighSurrogate(secret, kept - 1) ? kept - 1 : kept)}…`
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = at < 0 ? 0 : text.charCodeAt(at)
  return code >= 0xd800 && code <= 0xdbff
}
