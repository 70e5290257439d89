import type { DocumentNode } from '../../model/document.ts'
import { leadsToMany, type PathSegment } from './path-segment.ts'
import { type Selected, selectValues, type Spend } from './select-values.ts'

/**
 * The locations where a path is missing: for each value at its prefix up to the last `*`, `**`, `[*]` or `$NAME`, the deepest existing value of the
 * rest. Empty if the path exists, or if the missing part may come from unknown content. A location starts at its key, so that it is shown on the line
 * with the name.
 */
export function* selectAbsent(root: DocumentNode, path: readonly PathSegment[], spend: Spend): Generator<Selected, void, undefined> {
  const { head, tail } = splitPath(path)
  const descends = head.at(-1)?.kind === 'descend'
  for (const start of selectValues(root, head, spend)) {
    if (descends && !canHold(start.value, tail[0])) continue
    const deepest = findDeepest(start, tail, spend)
    if (deepest !== undefined) yield { ...deepest, keys: start.keys, value: atKey(deepest) }
  }
}

/** Splits a path after the last step that selects several values. If it ends with such steps, splits before them. */
export function splitPath(path: readonly PathSegment[]): { readonly head: readonly PathSegment[]; readonly tail: readonly PathSegment[] } {
  let end = path.length
  while (end > 0 && leadsToMany(path[end - 1])) end -= 1
  while (end > 0 && !leadsToMany(path[end - 1])) end -= 1
  return { head: path.slice(0, end), tail: path.slice(end) }
}

/** `**` selects every value, but only maps can lack keys. */
function canHold(value: DocumentNode, segment: PathSegment): boolean {
  return segment.kind === 'item' || segment.kind === 'items' ? value.kind === 'list' : value.kind === 'map'
}

function findDeepest(start: Selected, tail: readonly PathSegment[], spend: Spend): Selected | undefined {
  let deepest = start
  for (const [index, segment] of tail.entries()) {
    if (leadsToMany(segment)) return isKnown(deepest.value) && isEmpty(deepest.value, tail.slice(index), spend) ? deepest : undefined
    const next = selectValues(deepest.value, [segment], spend).next()
    if (next.done === true) return isKnown(deepest.value) ? deepest : undefined
    deepest = next.value
  }
  return undefined
}

function isEmpty(value: DocumentNode, rest: readonly PathSegment[], spend: Spend): boolean {
  return selectValues(value, rest, spend).next().done === true
}

function isKnown(value: DocumentNode): boolean {
  return value.kind === 'map' ? value.open !== true : value.kind === 'list' || value.computed !== true
}

function atKey({ value, from }: Selected): DocumentNode {
  return from < value.start ? { ...value, start: from } : value
}
