import { BOUNDS } from '../../model/bounds.ts'
import type { NamedType } from './named-file.ts'

/** Annotations nest as deep as people write them. */
const MAX_LEVELS = BOUNDS.annotationDepth.value

/** Reads a type annotation. `read` reads one level, and asks `inner` for a type within; undefined for none. */
export function readAnnotation(
  node: number,
  read: (node: number, inner: (part: number) => NamedType | undefined) => NamedType | undefined,
  level = 0,
): NamedType | undefined {
  return read(node, (part) => (part < 0 || level > MAX_LEVELS ? undefined : readAnnotation(part, read, level + 1)))
}
