import { sep } from 'node:path'

/**
 * A path or glob with forward slashes, as in reports. On systems where a backslash does not separate folders it stays: it is part of a name or an
 * escape.
 */
export function toSlashes(text: string, separator: string = sep): string {
  return separator === '\\' ? text.replaceAll('\\', '/') : text
}
