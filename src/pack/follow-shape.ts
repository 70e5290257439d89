import type { DocumentShape } from './document-shapes.ts'
import type { PathSegment } from './read-document-path.ts'

/** The shapes that a path selects, or the first segment that selects nothing. */
export type FollowedPath =
  | { readonly kind: 'shapes'; readonly shapes: readonly DocumentShape[] }
  /** `keys` are the possible keys at this position. Empty if there are none, as in a list. */
  | { readonly kind: 'nowhere'; readonly segment: PathSegment; readonly keys: readonly string[]; readonly isList: boolean }

/** Follows a path like the `document` matcher: `[*]`, `[0]` and `[-1]` of a value that is not a list select the value itself. */
export function followShape(starts: readonly DocumentShape[], segments: readonly PathSegment[]): FollowedPath {
  let shapes = starts
  for (const segment of segments) {
    const next = shapes.flatMap((shape) => follow(shape, segment.text))
    if (next.length === 0) return { kind: 'nowhere', segment, keys: [...new Set(shapes.flatMap(keysOf))].toSorted(), isList: shapes.some(isList) }
    shapes = [...new Set(next)]
  }
  return { kind: 'shapes', shapes }
}

function follow(shape: DocumentShape, segment: string): readonly DocumentShape[] {
  if (shape === 'any' || segment === '**') return ['any']
  if (segment.startsWith('[')) return typeof shape === 'object' && 'list' in shape ? [shape.list] : [shape]
  if (shape === 'scalar' || 'list' in shape) return []
  const { keys, others } = shape
  const all = [...Object.values(keys), ...(others === undefined ? [] : [others])]
  if (segment === '*' || segment.startsWith('$')) return all
  const key = segment.startsWith('"') ? String(JSON.parse(segment)) : segment
  if (Object.hasOwn(keys, key)) return [keys[key]]
  return others === undefined ? [] : [others]
}

function isList(shape: DocumentShape): boolean {
  return typeof shape === 'object' && 'list' in shape
}

function keysOf(shape: DocumentShape): readonly string[] {
  return typeof shape === 'object' && 'keys' in shape ? Object.keys(shape.keys) : []
}
