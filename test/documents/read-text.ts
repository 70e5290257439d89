import { expect, it } from 'vitest'
import type { DocumentNode, DocumentRead } from '../../src/model/document.ts'
import type { Scalar } from '../../src/model/scalar.ts'
import { parsePath } from '../../src/matchers/document/parse-path.ts'
import { type Selected, selectValues } from '../../src/matchers/document/select-values.ts'

/** Values at a path in every document. */
export function selectAll(read: DocumentRead, path: string): Selected[] {
  const parsed = parsePath(path)
  if (parsed.kind === 'fault') throw new Error(`${path}: ${parsed.message}`)
  return read.documents.flatMap((root) => [...selectValues(root, parsed.segments, () => undefined)])
}

/** `line:column`, both from 1. LF, CRLF and CR end lines. */
export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/)
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
}

export type Plain = Scalar | Plain[] | { [key: string]: Plain } | { computed: Scalar }

/** The plain values. Computed scalars are `{computed}`. */
export function toPlain(node: DocumentNode): Plain {
  if (node.kind === 'scalar') return node.computed === true ? { computed: node.value } : node.value
  if (node.kind === 'list') return node.items.map(toPlain)
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, toPlain(value)]))
}

/** Every node, each once. */
export function* listNodes(root: DocumentNode): Generator<DocumentNode> {
  yield root
  if (root.kind === 'list') for (const item of root.items) yield* listNodes(item)
  if (root.kind === 'map') for (const entry of root.entries) yield* listNodes(entry.value)
}

/** An expected value: its position, its source text, and the value. */
export type ExpectedValue = readonly [path: string, place: string, source: string, value: Plain]

export function describeValues(read: DocumentRead, text: string, path: string): ExpectedValue[] {
  return selectAll(read, path).map(({ value }) => [path, placeOf(text, value.start), text.slice(value.start, value.end), toPlain(value)])
}

/** A test for each text: it is read without a fault, and each path selects the expected values in this order. */
export function testValues(
  readDocument: (text: string) => DocumentRead,
  rows: readonly { readonly name: string; readonly text: string; readonly values: readonly ExpectedValue[] }[],
): void {
  it.each(rows)('$name', ({ text, values }) => {
    const read = readDocument(text)
    expect(read.faults).toEqual([])
    for (const path of new Set(values.map(([at]) => at))) {
      expect(describeValues(read, text, path)).toEqual(values.filter(([at]) => at === path))
    }
  })
}
