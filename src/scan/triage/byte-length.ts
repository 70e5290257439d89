/** Bytes of UTF-8. Strings that cannot have more than `most` are not measured, and count a byte a unit: no unit takes more than three bytes. */
export function byteLength(content: string | Uint8Array, most = 0): number {
  if (typeof content !== 'string') return content.byteLength
  return 3 * content.length <= most ? content.length : new TextEncoder().encode(content).byteLength
}
