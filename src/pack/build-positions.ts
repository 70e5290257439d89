import type { DocumentNode } from '../model/document.ts'
import type { LineIndex } from '../model/position.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import { mapScalar } from './map-scalar.ts'
import type { PlacedPositions } from './spec-file.ts'

/** Looks up the positions of values in one file. Positions are computed on demand, because most files have no mistake. */
export function buildPositions(source: PositionSource): PlacedPositions {
  const { file, text, lines } = source
  let known: DocumentNode | undefined
  const root = (): DocumentNode => (known ??= source.readRoot() ?? NOWHERE)
  return {
    file,
    positionOf: (path, offset) => lines.positionAt(offsetOf(follow(root(), path), text, offset)),
    keyPositionOf: (path) => {
      const { keyStart, node } = follow(root(), path)
      return lines.positionAt(keyStart ?? node.start)
    },
  }
}

interface PositionSource {
  readonly file: string
  readonly text: string
  readonly lines: LineIndex
  /** Called once. Returns undefined if the text cannot be parsed. Then every position is the start of the file. */
  readonly readRoot: () => DocumentNode | undefined
}

const NOWHERE: DocumentNode = { kind: 'scalar', start: 0, end: 0, value: null }

interface Place {
  readonly node: DocumentNode
  /** False if the path continues below the last node of the file. */
  readonly whole: boolean
  readonly keyStart?: number
}

function follow(root: DocumentNode, path: SpecPath): Place {
  let place: Place = { node: root, whole: true }
  for (const step of path) {
    const next = stepInto(place.node, step)
    if (next === undefined) return { node: place.node, whole: false }
    place = next
  }
  return place
}

function stepInto(node: DocumentNode, step: string | number): Place | undefined {
  if (node.kind === 'map') {
    const entry = node.entries.find(({ key }) => key === String(step))
    return entry && { node: entry.value, whole: true, keyStart: entry.keyStart }
  }
  const item = node.kind === 'list' && typeof step === 'number' ? node.items[step] : undefined
  return item && { node: item, whole: true }
}

function offsetOf({ node, whole }: Place, text: string, offset: number | undefined): number {
  if (offset === undefined || !whole || node.kind !== 'scalar' || typeof node.value !== 'string') return node.start
  const offsets = mapScalar(text.slice(node.start, node.end), node.value)
  return node.start + (offsets?.[Math.min(Math.max(offset, 0), node.value.length)] ?? 0)
}
