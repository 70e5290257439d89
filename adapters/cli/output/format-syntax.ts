import type { createColors } from 'picocolors'
import type { SyntaxNode } from '../../../src/node/index.ts'
import { cutToWidth, showText } from './show-text.ts'

export interface MarkedNode extends SyntaxNode {
  /** Set if the matcher of the command line matches this node. */
  readonly matches?: true
}

/** Longer code, names and constants are cut. */
const CELLS = 60

/** One line per node: field and type, range, code of leaves, then what names, types and constants resolve to. */
export function formatSyntax(nodes: readonly MarkedNode[], colors: ReturnType<typeof createColors>): string {
  return nodes.map((node) => `${formatNode(node, colors)}\n`).join('')
}

function formatNode(
  { type, named, field, depth, start, end, text, name, typeName, constant, matches }: MarkedNode,
  colors: ReturnType<typeof createColors>,
): string {
  const label = named ? type : JSON.stringify(type)
  const facts = [
    ...(text === undefined || !named ? [] : [colors.green(JSON.stringify(shorten(text)))]),
    ...(name === undefined || name === text ? [] : [`name=${shorten(name)}`]),
    ...(typeName === undefined ? [] : [`type=${shorten(typeName)}`]),
    ...(constant === undefined || text === String(constant) ? [] : [`constant=${shorten(JSON.stringify(constant))}`]),
    ...(matches === true ? [colors.bold(colors.yellow('← match'))] : []),
  ]
  const range = colors.dim(`${start.line}:${start.column}-${end.line}:${end.column}`)
  const head = `${'  '.repeat(depth)}${field === undefined ? '' : `${colors.cyan(field)}: `}${matches === true ? colors.yellow(label) : label}`
  return [head, range, ...facts].join('  ')
}

function shorten(text: string): string {
  return cutToWidth(showText(text), CELLS)
}
