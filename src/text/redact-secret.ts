const KEPT_CHARACTERS = 4

/**
 * A secret as it may be shown: its first four characters at most, never more than a quarter of it, then `…`. Says nothing of its length, and
 * since the result is shorter than six characters, no longer run of the secret survives.
 */
export function redactSecret(secret: string): string {
  const kept = Math.min(KEPT_CHARACTERS, Math.floor(secret.length / 4))
  return `${secret.slice(0, isHighSurrogate(secret, kept - 1) ? kept - 1 : kept)}…`
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = at < 0 ? 0 : text.charCodeAt(at)
  return code >= 0xd800 && code <= 0xdbff
}
