import type { NodeContext } from '../../model/matcher.ts'
import { NODE_NAMED } from '../../model/tree.ts'
import { nodeText } from '../../model/tree-access.ts'

/** `a` as a key is also `'a'` and `['a']`. */
export function matchesLeaf(context: NodeContext, type: number, text: string, node: number): boolean {
  const { tree, syntax } = context
  const { identifierTypes, shorthandTypes } = syntax.pattern
  if (tree.type[node] === type || (shorthandTypes.has(tree.type[node]) && identifierTypes.has(type))) return sameText(context, node, text)
  return (
    identifierTypes.has(type) &&
    !identifierTypes.has(tree.type[node]) &&
    (tree.flags[node] & NODE_NAMED) !== 0 &&
    context.symbols.constantOf(node) === text
  )
}

/** Whether the node is written like this. */
export function sameText({ tree, file }: NodeContext, node: number, text: string): boolean {
  const start = tree.start[node]
  return tree.end[node] - start === text.length && file.text.startsWith(text, start)
}

/** Compares by resolved name. Compares the written name only if it does not resolve to another one. */
export function matchesName(context: NodeContext, name: string, types: ReadonlySet<number>, node: number): boolean {
  const target = context.syntax.unwrap(context.tree, node)
  if (!types.has(context.tree.type[target])) return false
  return sameText(context, target, name) || context.symbols.nameOf(target) === name
}

/** Compares by the value of the constant. The parts are those around ellipses. */
export function matchesString(context: NodeContext, parts: readonly string[], node: number): boolean {
  const value = context.symbols.constantOf(node) ?? keyText(context, node)
  if (typeof value !== 'string') return false
  // Comparing concatenated constants builds their value.
  context.spend(value.length >> 4)
  const [first = '', ...rest] = parts
  if (rest.length === 0) return value === first
  const last = rest.pop() ?? ''
  if (!value.startsWith(first) || !value.endsWith(last) || value.length < first.length + last.length) return false
  let at = first.length
  for (const part of rest) {
    const found = value.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= value.length - last.length
}

/** An unquoted key, which is not an expression. */
function keyText({ tree, syntax, symbols, file }: NodeContext, node: number): string | undefined {
  const isKey =
    syntax.pattern.identifierTypes.has(tree.type[node]) && (syntax.pattern.shorthandTypes.has(tree.type[node]) || symbols.nameOf(node) === undefined)
  return isKey ? nodeText(tree, file.text, node) : undefined
}
