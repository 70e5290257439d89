import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from 'yaml'
import { locateJsonFault } from '../json/locate-json-fault.ts'

/** A location in a text, from 1. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** The content of a settings file with locations, or the reason why it cannot be read. */
export type SettingsText =
  | { readonly kind: 'value'; readonly value: unknown; readonly placeOf: PlaceOf }
  | { readonly kind: 'faults'; readonly faults: readonly (TextPlace & { readonly message: string })[] }

/** The location of a field: of its name, its value, or its parent. */
export type PlaceOf = (path: readonly string[], ofName: boolean) => TextPlace

/** Reads YAML, or strict JSON if `isYaml` is false. Duplicate names are mistakes. */
export function readSettingsText(text: string, isYaml: boolean): SettingsText {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' })
  const place = (offset: number): TextPlace => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  const fault = isYaml ? undefined : locateJsonFault(text)
  if (fault) return { kind: 'faults', faults: [{ ...place(fault.offset), message: `is not valid JSON here: expected ${fault.expected}.` }] }
  if (document.errors.length > 0)
    return { kind: 'faults', faults: document.errors.map(({ pos, code }) => ({ ...place(pos[0]), message: describeYamlFault(code) })) }
  return { kind: 'value', value: document.toJS({ maxAliasCount: 100 }), placeOf: (path, ofName) => place(offsetOf(document, path, ofName)) }
}

function describeYamlFault(code: string): string {
  return code === 'DUPLICATE_KEY' ? 'has a duplicate key.' : `is not valid YAML here (${code.toLowerCase().replaceAll('_', ' ')}).`
}

function offsetOf(document: Document, path: readonly string[], ofName: boolean): number {
  let node: unknown = document.contents
  let offset = startOf(node)
  for (const [index, step] of path.entries()) {
    const name = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === step) : undefined
    if (name !== undefined && ofName && index === path.length - 1) return startOf(name.key)
    const next: unknown = name?.value ?? (isSeq(node) ? node.items[Number(step)] : undefined)
    if (next === undefined || next === null) return offset
    node = next
    offset = startOf(node)
  }
  return offset
}

function startOf(node: unknown): number {
  const known: Node | undefined = isNode(node) ? node : undefined
  return known?.range?.[0] ?? 0
}
