import { InvalidArgumentError } from 'commander'
import { parseSize, SIZE_RANGE } from '../../flags/parse-size.ts'
import { toSlashes } from '../../files/to-slashes.ts'

/** Refuses an empty text, which is usually an unset shell variable. It would mean the working folder, no file, or every address of the machine. */
export function readName(text: string): string {
  if (text === '') throw new InvalidArgumentError('The value is empty. Give a name, or remove the option.')
  return text
}

/** More threads slow each other down. */
const MAX_WORKERS = 64

/** A number of threads. */
export function readWorkers(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) > MAX_WORKERS) throw new InvalidArgumentError(`Expected a whole number from 0 to ${MAX_WORKERS}.`)
  return Number(text)
}

/** A number of things. */
export function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number, 0 or larger.')
  return Number(text)
}

/** Bytes, of `2m` or `500k`. */
export function readSize(text: string): number {
  const bytes = parseSize(text)
  if (bytes === undefined) throw new InvalidArgumentError(`Expected ${SIZE_RANGE}.`)
  return bytes
}

/** A port; 0 is any free one. */
export function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('Expected a whole number from 0 to 65535.')
  return port
}

/** Collects the values of a repeatable option. The first value replaces the default. */
export function collect(value: string, earlier: readonly string[] | boolean | undefined): readonly string[] {
  return Array.isArray(earlier) ? [...earlier, value] : [value]
}

/** Collects the globs of a repeatable option. */
export function collectGlob(value: string, earlier: readonly string[] | boolean | undefined): readonly string[] {
  return collect(toSlashes(value), earlier)
}

/** A file name for reports. */
export function readFileName(text: string): string {
  return toSlashes(readName(text))
}
