import { InvalidArgumentError } from 'commander'
import { parseSize, SIZE_RANGE } from '../../flags/parse-size.ts'
import { toSlashes } from '../../files/to-slashes.ts'

/** A shell variable that is not set gives an empty text, which would mean the working folder, no file at all, or every address of the machine. */
export function readName(text: string): string {
  if (text === '') throw new InvalidArgumentError('The value is empty. Give a name, or remove the option.')
  return text
}

/** More threads than this wait for each other. */
const MOST_WORKERS = 64

/** A number of threads. */
export function readWorkers(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) > MOST_WORKERS) throw new InvalidArgumentError(`Expected a whole number from 0 to ${MOST_WORKERS}.`)
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

/** Each use of an option that may be repeated; what stands for it without a value is forgotten. */
export function collect(value: string, earlier: readonly string[] | boolean | undefined): readonly string[] {
  return Array.isArray(earlier) ? [...earlier, value] : [value]
}

/** Each glob of an option that may be repeated. */
export function collectGlob(value: string, earlier: readonly string[] | boolean | undefined): readonly string[] {
  return collect(toSlashes(value), earlier)
}

/** The name of a file as it is reported. */
export function readFileName(text: string): string {
  return toSlashes(readName(text))
}
