import { sep } from 'node:path'

/** A path or glob of this system with forward slashes, as paths are reported and globs are written. Where backslashes part no folders they stay: they are in a name, or keep the next character as it is. */
export function toSlashes(text: string, separator: string = sep): string {
  return separator === '\\' ? text.replaceAll('\\', '/') : text
}
