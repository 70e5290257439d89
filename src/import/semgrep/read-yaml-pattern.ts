import { isMap, isScalar, isSeq, type ParsedNode, parseYamlDocuments, type YAMLMap, type YAMLSeq } from '../../engines/yaml.ts'
import {
  type DocumentPattern,
  isEverything,
  metavariableIn,
  type PatternPair,
  type ReadDocumentPattern,
  toScalarPattern,
} from './document-pattern.ts'

/** A key that stands for an ellipsis on a line of its own. */
const ELLIPSIS_KEY = '__ellipsis__'

/** Reads a pattern in YAML or JSON. A list of one item that is written with a dash is its item. */
export function readYamlPattern(text: string): ReadDocumentPattern {
  const [document, second] = parseYamlDocuments(replaceEllipses(text)).documents
  if (document === undefined || second !== undefined || document.errors.length > 0) return { reason: 'The pattern cannot be read as YAML.' }
  const root = document.contents
  const item = root !== null && isSeq(root) && root.flow !== true && root.items.length === 1 ? root.items[0] : root
  const pattern = toPattern(item ?? null)
  if (pattern === undefined) return { reason: 'The pattern uses an alias or a tag.' }
  if (isEverything(pattern)) return { reason: 'The pattern is `...` and would match everything.' }
  return { pattern, isPair: pattern.kind === 'map' && pattern.pairs.length === 1 && !pattern.isOpen && !isFlowMap(item) }
}

function isFlowMap(node: unknown): boolean {
  return isMap(node) && node.flow === true
}

/** `...` on a line of its own is the end of a document in YAML. It becomes an item or a pair, as the lines around it have. */
function replaceEllipses(text: string): string {
  const lines = text.trimEnd().split('\n')
  return lines.map((line, index) => (line.trim() === '...' ? toEllipsis(lines, index) : line)).join('\n')
}

function toEllipsis(lines: readonly string[], index: number): string {
  const indent = indentOf(lines[index] ?? '')
  const siblings = [lines.slice(0, index).toReversed(), lines.slice(index + 1)].flatMap((side) => {
    const end = side.findIndex((line) => line.trim() !== '' && indentOf(line).length < indent.length)
    return side.slice(0, end < 0 ? undefined : end).filter((line) => indentOf(line) === indent && line.trim() !== '' && line.trim() !== '...')
  })
  if (siblings.some((line) => /^\s*-(?:\s|$)/.test(line))) return `${indent}- ...`
  const before = lines.slice(0, index).findLast((line) => line.trim() !== '') ?? ''
  const isInItem = indentOf(before).length < indent.length && /^\s*-\s+[^\s#]/.test(before)
  return siblings.length > 0 || isInItem ? `${indent}${ELLIPSIS_KEY}: ` : indent === '' ? `${ELLIPSIS_KEY}: ` : `${indent}...`
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? ''
}

function toPattern(node: ParsedNode | null): DocumentPattern | undefined {
  if (node === null) return { kind: 'scalar', value: null }
  if (isMap(node)) return toMap(node)
  if (isSeq(node)) return toList(node)
  if (!isScalar(node)) return undefined
  const { value, type } = node
  if (value !== null && typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  return toScalarPattern(value, type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE')
}

function toMap({ items }: YAMLMap.Parsed): DocumentPattern | undefined {
  const pairs: PatternPair[] = []
  let isOpen = false
  for (const { key, value } of items) {
    if (!isScalar(key)) return undefined
    const written = String(key.value)
    if (written === ELLIPSIS_KEY || written === '...') {
      isOpen = true
      continue
    }
    const inner = toPattern(value)
    if (inner === undefined) return undefined
    const name = metavariableIn(written)
    pairs.push({ key: name === undefined ? written : `$${name}`, isMetavariable: name !== undefined, value: inner })
  }
  return { kind: 'map', pairs, isOpen }
}

function toList({ items }: YAMLSeq.Parsed): DocumentPattern | undefined {
  const all = items.map((item) => toPattern(item))
  const read = all.filter((item) => item !== undefined)
  if (read.length < all.length) return undefined
  return { kind: 'list', items: read.filter(({ kind }) => kind !== 'anything'), isOpen: read.some(({ kind }) => kind === 'anything') }
}
