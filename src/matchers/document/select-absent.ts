import type { DocumentNode } from '../../model/document.ts'
import { leadsToMany, type PathSegment } from './path-segment.ts'
import { type Selected, selectValues, type Spend } from './select-values.ts'

/**
 * The places where a path ends too early: for each value that its steps up to the last `*`, `**`, `[*]` or `$NAME` lead to, the deepest value that
 * is there of what follows. None where the path is there, or where what is missing may come from parts that are not known here. A place
 * begins at its key, so that it is shown on the line that names it.
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

/** Splits a path after the last step that leads to many values; when it ends with such steps, after the last before these. */
export function splitPath(path: readonly PathSegment[]): { readonly head: readonly PathSegment[]; readonly tail: readonly PathSegment[] } {
  let end = path.length
  while (end > 0 && leadsToMany(path[end - 1])) end -= 1
  while (end > 0 && !leadsToMany(path[end - 1])) end -= 1
  return { head: path.slice(0, end), tail: path.slice(end) }
}

/** `**` leads to every value, and only maps lack keys. */
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
