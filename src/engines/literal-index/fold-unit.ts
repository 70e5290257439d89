/**
 * A UTF-16 unit as literals are compared: ASCII in lower case, and the two units outside ASCII that case folding makes equal to a letter of it, the
 * Kelvin sign and the long s. All others stay.
 */
export function foldUnit(unit: number): number {
  if (unit >= 65 && unit <= 90) return unit + 32
  if (unit === 0x212a) return 0x6b
  return unit === 0x17f ? 0x73 : unit
}
