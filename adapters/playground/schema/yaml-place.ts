import type { SyntaxNode, Tree } from '@lezer/common'
import type { SchemaPath } from './schema-guide.ts'

/** A place in a YAML text: the value that contains it, and the word at it. */
export interface YamlPlace {
  /** The path of the map, list or value that contains the place. */
  readonly path: SchemaPath
  /** Whether a key stands or can stand here. Otherwise a value. */
  readonly isKey: boolean
  /** The word at the place, and its range. */
  readonly word: string
  readonly from: number
  readonly to: number
}

/** A key, with its column from 0. */
interface KeyAt {
  readonly key: string
  readonly column: number
}

/**
 * Finds the place of an offset. Works on unfinished texts, on which a YAML parser gives up: nesting comes from indentation, and only within braces and brackets from the parser's `tree`.
 */
export function readYamlPlace(text: string, tree: Tree, offset: number, readsFlow = true): YamlPlace {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  let from = offset
  while (from > lineStart && /[\w$*-]/.test(text[from - 1] ?? '')) from--
  const to = offset + (/^[\w$*-]*/.exec(text.slice(offset))?.[0].length ?? 0)
  const word = text.slice(from, to)
  const flow = readsFlow ? readFlow(text, tree, from) : undefined
  const followed = /^["']?\s*:(?:\s|$)/.test(text.slice(to))
  if (flow) {
    const isKey = flow.isMap && (followed || flow.key === undefined)
    const inner = flow.isMap ? (isKey || flow.key === undefined ? flow.path : [...flow.path, flow.key]) : [...flow.path, '[]']
    return { path: inner, isKey, word, from, to }
  }
  const lines = text.slice(0, lineStart).split('\n').slice(0, -1)
  const start = text.slice(lineStart, from)
  const own = /^(?<indent>(?:\s|- )*)(?:(?<key>"[^"]*"|'[^']*'|[^\s#:'"{[][^:]*?)\s*:\s+)?/.exec(start)
  const column = own?.groups?.indent?.length ?? 0
  const parents = [...readBlock(lines, start, column)]
  const key = own?.groups?.key
  if (key !== undefined) return { path: [...parents, unquote(key)], isKey: false, word, from, to }
  const isKey = followed || text.slice(to, to + 1) === '\n' || to === text.length
  return { path: parents, isKey, word, from, to }
}

/** The steps to the map or list whose entries begin at a column. `line` is the beginning of the current line. */
function readBlock(lines: readonly string[], line: string, column: number): readonly string[] {
  const steps: string[] = []
  let current = column
  let isItem = false
  const readDashes = (indent: string): void => {
    for (let at = indent.lastIndexOf('-', current - 1); at >= 0; at = indent.lastIndexOf('-', at - 1)) {
      steps.push('[]')
      current = at
      isItem = true
    }
  }
  readDashes(/^(?:\s|- )*/.exec(line)?.[0] ?? '')
  for (const previous of lines.toReversed()) {
    if (/^\s*(?:#|$)/.test(previous)) continue
    const found = readKey(previous)
    // A list may begin at the column of its key.
    if (found && (found.column < current || (isItem && found.column === current))) {
      steps.push(found.key)
      current = found.column
      isItem = false
    }
    const indent = /^(?:\s|- )*/.exec(previous)?.[0] ?? ''
    if (!isItem && indent.includes('-') && indent.indexOf('-') < current) readDashes(indent)
    if (current === 0 && !isItem) break
  }
  return steps.toReversed()
}

function readKey(line: string): KeyAt | undefined {
  const indent = /^(?:\s|- )*/.exec(line)?.[0] ?? ''
  const found = /^(?:("[^"]*"|'[^']*')\s*|([^\s#:'"{[][^:]*)):(?:\s|$)/.exec(line.slice(indent.length))
  const key = found?.[1] ?? found?.[2]?.trim()
  return key === undefined ? undefined : { key: unquote(key), column: indent.length }
}

/** The innermost map or list in braces or brackets around an offset. */
interface FlowPlace {
  readonly path: SchemaPath
  readonly isMap: boolean
  /** The key whose value contains the offset. */
  readonly key: string | undefined
}

function readFlow(text: string, tree: Tree, offset: number): FlowPlace | undefined {
  const around: SyntaxNode[] = []
  for (let node: SyntaxNode | null = tree.resolveInner(offset, -1); node; node = node.parent) {
    const { name, from, to } = node
    const isOpen = from < offset && (to > offset || (to === offset && !/[}\]]/.test(text[to - 1] ?? '')))
    if ((name === 'FlowMapping' || name === 'FlowSequence') && isOpen) around.push(node)
  }
  const [innermost] = around
  const outer = around.at(-1)
  if (!innermost || !outer) return undefined
  const start = readYamlPlace(text.slice(0, outer.from), tree, outer.from, false)
  const steps = around.slice(1).toReversed()
  const path = steps.map((node) => (node.name === 'FlowMapping' ? (keyAround(text, node, offset) ?? '') : '[]'))
  const isMap = innermost.name === 'FlowMapping'
  return { path: [...start.path, ...path], isMap, key: isMap ? keyAround(text, innermost, offset) : undefined }
}

/** The key of a map in braces whose value contains the offset. */
function keyAround(text: string, map: SyntaxNode, offset: number): string | undefined {
  const pair = map.getChildren('Pair').findLast(({ from }) => from < offset)
  const colon = pair?.getChild(':')
  const key = pair?.getChild('Key')
  if (!pair || !colon || !key || colon.to > offset) return undefined
  const isPast = offset > pair.to && text.slice(pair.to, offset).includes(',')
  return isPast ? undefined : unquote(text.slice(key.from, key.to))
}

function unquote(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text
}
