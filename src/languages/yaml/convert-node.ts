import { isAlias, isMap, isScalar, type Pair, type ParsedNode, type Scalar as YamlScalar, type YAMLMap, type YAMLSeq } from '../../engines/yaml.ts'
import { type DocumentEntry, type DocumentNode, type DocumentScalar, MAX_ALIAS_NODES, MAX_DOCUMENT_DEPTH } from '../../model/document.ts'
import type { Span } from '../../model/position.ts'
import type { Scalar } from '../../model/scalar.ts'
import type { FaultLog } from '../documents/fault-log.ts'
import { blockContent } from './block-content.ts'
import { createTemplateFinder } from './template-finder.ts'

/** A converted node, how many nodes it has when aliases are followed, and how deep it is. */
interface Converted {
  readonly node: DocumentNode
  readonly size: number
  readonly depth: number
}

type YamlPair = Pair<ParsedNode | null, ParsedNode | null>

/** Turns the trees of the yaml package into document nodes, aliases followed and merge keys merged. Anchors hold within one document. */
export interface Converter {
  convertRoot(root: ParsedNode | null, offset: number): DocumentNode
  /** Some key was a map, as `{{ x }}` is for YAML. */
  hasMapKey(): boolean
}

/** `templates` are stretches of the text, in order, that are unknown. */
export function createConverter(text: string, templates: readonly Span[], faults: FaultLog): Converter {
  const template = createTemplateFinder(text, templates)
  let anchors = new Map<string, Converted>()
  let aliasNodes = 0
  let sawMapKey = false

  const convert = (node: ParsedNode | null, offset: number): Converted => {
    if (node === null) return leaf(nullAt(offset))
    if (isAlias(node)) return followAlias(node.source, node.range)
    const converted = isMap(node) ? convertMap(node) : isScalar(node) ? leaf(convertScalar(node)) : convertList(node)
    if (node.anchor !== undefined) anchors.set(node.anchor, converted)
    return converted
  }

  const convertScalar = (node: YamlScalar.Parsed): DocumentScalar => {
    const [rangeStart, rangeEnd] = node.range
    const isBlock = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED'
    const { start, end } = isBlock ? blockContent(text, rangeStart, rangeEnd) : { start: rangeStart, end: rangeEnd }
    if (template.touches(start, end)) return { kind: 'scalar', start, end, value: unquote(text.slice(start, end), node.type), computed: true }
    const value = scalarValue(node.value, node.source)
    return { kind: 'scalar', start, end, value, ...(isLocalTag(node.tag) ? { computed: true } : {}) }
  }

  const convertMap = (node: YAMLMap.Parsed): Converted => {
    const [start, limit] = node.range
    const entries: DocumentEntry[] = []
    const merged: Converted[] = []
    let size = 1
    let depth = 1
    let last = start
    for (const pair of node.items) {
      const source = convertPair(pair, limit)
      if (isMergeKey(pair.key)) merged.push(source.value)
      else entries.push({ ...source.place, value: source.value.node })
      size += source.value.size
      depth = Math.max(depth, source.value.depth + 1)
      last = Math.max(source.place.keyEnd, source.value.node.end)
    }
    const end = endOf(node, last)
    const all = merged.length === 0 ? entries : mergeEntries(entries, merged)
    const open =
      merged.some(({ node: source }) => source.kind === 'scalar') || (template.outputNextTo(start, end) !== undefined && hasGap(start, end, entries))
    return { node: { kind: 'map', start, end, entries: all, ...(open ? { open: true } : {}) }, size, depth }
  }

  /** A tag stands between the entries, or after them: it may put out more. */
  const hasGap = (start: number, end: number, entries: readonly DocumentEntry[]): boolean => {
    let before: DocumentNode | undefined
    for (const { keyStart, keyEnd, value } of entries) {
      if (template.touches(keyStart, keyEnd) || addsHere(template.outputWithin(before?.end ?? start, keyStart), before)) return true
      before = value
    }
    return addsHere(template.outputNextTo(before?.end ?? start, end), before)
  }

  /** The deepest value that ends before a tag takes what it puts out, unless that is a map further to the right. */
  const addsHere = (tag: Span | undefined, before: DocumentNode | undefined): boolean => {
    if (tag === undefined || before === undefined) return tag !== undefined
    if (before.kind === 'scalar') return before.value !== null || before.computed !== true
    if (before.kind === 'map' && before.open === true && columnOf(text, before.start) <= columnOf(text, tag.start)) return false
    return addsHere(tag, before.kind === 'map' ? before.entries.at(-1)?.value : before.items.at(-1))
  }

  const convertPair = (pair: YamlPair, mapEnd: number) => {
    const place = keyPlace(pair.key, mapEnd)
    const value = convert(pair.value, place.keyEnd)
    const hidden = value.node.kind === 'scalar' && value.node.value === null && template.outputNextTo(value.node.end, value.node.end) !== undefined
    return { place, value: hidden ? leaf({ ...value.node, kind: 'scalar', value: null, computed: true }) : value }
  }

  const keyPlace = (key: ParsedNode | null, mapEnd: number) => {
    if (key === null) return { key: '', keyStart: mapEnd, keyEnd: mapEnd }
    const [keyStart, keyEnd] = key.range
    if (isMap(key)) sawMapKey = true
    if (!isAlias(key) && key.anchor !== undefined) convert(key, keyStart)
    if (!isScalar(key) || template.touches(keyStart, keyEnd)) return { key: text.slice(keyStart, keyEnd), keyStart, keyEnd }
    return { key: typeof key.value === 'string' ? key.value : (key.source ?? ''), keyStart, keyEnd }
  }

  const convertList = (node: YAMLSeq.Parsed): Converted => {
    const [start, limit] = node.range
    const items: DocumentNode[] = []
    let size = 1
    let depth = 1
    for (const item of node.items) {
      const converted = convert(item, limit)
      items.push(converted.node)
      size += converted.size
      depth = Math.max(depth, converted.depth + 1)
    }
    const end = endOf(node, items.at(-1)?.end ?? limit)
    return { node: { kind: 'list', start, end, items }, size, depth }
  }

  const followAlias = (name: string, range: readonly [number, number, number]): Converted => {
    const [start, end] = range
    const unknown = leaf({ kind: 'scalar', start, end, value: text.slice(start, end), computed: true })
    const target = anchors.get(name)
    if (target === undefined) {
      faults.add(start, 'This alias has no anchor before it, or is inside its own anchor.')
      return unknown
    }
    aliasNodes += target.size
    if (aliasNodes > MAX_ALIAS_NODES || target.depth > MAX_DOCUMENT_DEPTH) {
      faults.add(start, `The aliases of this file expand to more than ${MAX_ALIAS_NODES} values. This alias is not expanded.`)
      return unknown
    }
    return { ...target, node: { ...target.node, start, end } }
  }

  return {
    convertRoot: (root, offset) => {
      anchors = new Map()
      return convert(root, offset).node
    },
    hasMapKey: () => sawMapKey,
  }
}

/** Columns further to the right than any indentation are all one, so that a long line is not read again and again. */
function columnOf(text: string, offset: number): number {
  let column = 0
  while (column < 200 && column < offset && text[offset - column - 1] !== '\n' && text[offset - column - 1] !== '\r') column += 1
  return column
}

/** The package ends a block map or list at the start of the next line. */
function endOf(node: { readonly range: readonly [number, number, number]; readonly flow?: boolean }, lastChild: number): number {
  return node.flow === true ? node.range[1] : Math.max(node.range[0], lastChild)
}

function mergeEntries(entries: readonly DocumentEntry[], merged: readonly Converted[]): DocumentEntry[] {
  const all = [...entries]
  const seen = new Set(entries.map((entry) => entry.key))
  for (const source of merged.flatMap(({ node }) => (node.kind === 'list' ? node.items : [node]))) {
    if (source.kind !== 'map') continue
    for (const entry of source.entries) {
      if (seen.has(entry.key)) continue
      seen.add(entry.key)
      all.push(entry)
    }
  }
  return all
}

function isMergeKey(key: ParsedNode | null): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN'
}

/** `!Ref x`, `!vault`: what the value becomes is the reading program's matter. */
function isLocalTag(tag: string | undefined): boolean {
  return tag !== undefined && !tag.startsWith('tag:yaml.org,2002:') && tag !== '!'
}

function unquote(source: string, type: string | undefined): string {
  return type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE' ? source.slice(1, -1) : source
}

function scalarValue(value: unknown, source: string | undefined): Scalar {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return source ?? ''
}

function leaf(node: DocumentScalar): Converted {
  return { node, size: 1, depth: 0 }
}

function nullAt(offset: number): DocumentScalar {
  return { kind: 'scalar', start: offset, end: offset, value: null }
}
