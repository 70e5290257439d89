import { isUtf8 } from 'node:buffer'

/** Offset of the first byte that is not valid UTF-8, or `undefined`. */
export function findUtf8Fault(bytes: Uint8Array): number | undefined {
  if (isUtf8(bytes)) return undefined
  let good = 0
  let bad = bytes.length
  // A binary search uses the native check. A character has at most four bytes, so a cut may have to move back up to three.
  while (bad - good > 8) {
    const middle = characterStart(bytes, Math.floor((good + bad) / 2), good)
    if (middle > good && isUtf8(bytes.subarray(good, middle))) good = middle
    else if (middle > good) bad = middle
    else break
  }
  while (good < bytes.length) {
    const length = [1, 2, 3, 4].find((size) => good + size <= bytes.length && isUtf8(bytes.subarray(good, good + size)))
    if (length === undefined) return good
    good += length
  }
  return undefined
}

function characterStart(bytes: Uint8Array, at: number, floor: number): number {
  let start = at
  while (start > floor && at - start < 3 && isContinuation(bytes[start])) start -= 1
  return start
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
