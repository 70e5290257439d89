/**
 * The length in UTF-8 bytes. A string that cannot exceed `most` is not measured and returns its number of units, because a unit has at most three
 * bytes.
 */
export function byteLength(content: string | Uint8Array, most = 0): number {
  if (typeof content !== 'string') return content.byteLength
  return 3 * content.length <= most ? content.length : new TextEncoder().encode(content).byteLength
}
