import type { CodeSyntax } from '../../model/language.ts'
import type { Accept, NodeContext } from '../../model/matcher.ts'
import type { Bindings } from '../../model/bindings.ts'
import type { FlatTree } from '../../model/tree.ts'
import { firstNamedChild } from '../../model/tree-access.ts'
import type { MatchNode, PatternNode } from './pattern-node.ts'

/** The range of the content of a string with interpolation, and the interpolated nodes. */
export function templateParts(
  tree: FlatTree,
  { pattern }: CodeSyntax,
  node: number,
): { readonly holes: readonly number[]; readonly start: number; readonly end: number } {
  const holes: number[] = []
  let last = -1
  for (let child = node + 1; child < tree.next[node]; child = tree.next[child]) {
    if (pattern.interpolationTypes.has(tree.type[child])) holes.push(child)
    last = child
  }
  // The first and last children are the quotes.
  return { holes, start: last < 0 ? tree.start[node] : tree.end[node + 1], end: last < 0 ? tree.end[node] : tree.start[last] }
}

interface Template {
  readonly context: NodeContext
  readonly parts: readonly (string | PatternNode)[]
  /** How an expression in the template is compared. */
  readonly matchNode: MatchNode
}

/** Compares a string with interpolation by its source text and its expressions. An ellipsis matches any of both, shortest first. */
export function matchTemplate({ context, parts, matchNode }: Template, node: number, bindings: Bindings, accept: Accept): boolean {
  const { tree, file, syntax } = context
  const { text } = file
  const { holes, start, end } = templateParts(tree, syntax, node)
  context.spend(holes.length)
  /** The end of the text before hole `index`. */
  const limit = (index: number): number => tree.start[holes[index] ?? -1] ?? end

  const step = (p: number, at: number, hole: number, known: Bindings): boolean => {
    context.spend(1)
    const part = parts[p]
    if (part === undefined) return at === end && hole === holes.length && accept(known)
    if (typeof part === 'string') return text.startsWith(part, at) && at + part.length <= limit(hole) && step(p + 1, at + part.length, hole, known)
    if (part.kind !== 'ellipsis') {
      const target = holes[hole] ?? -1
      if (target < 0 || at !== tree.start[target]) return false
      const inner = firstNamedChild(tree, target)
      return inner >= 0 && matchNode(context, part, inner, known, (next) => step(p + 1, tree.end[target], hole + 1, next))
    }
    return skip(p + 1, at, hole, known)
  }

  /** Tries the rest of the pattern at each position from here. */
  const skip = (p: number, from: number, hole: number, known: Bindings): boolean => {
    const next = parts[p]
    if (next === undefined) return step(p, end, holes.length, known)
    let at = from
    // Found once and cached, because the next one may be far away.
    let found = typeof next === 'string' ? text.indexOf(next, at) : -1
    for (let index = hole; index <= holes.length; index++) {
      if (typeof next === 'string') {
        if (found >= 0 && found < at) found = text.indexOf(next, at)
        for (; found >= 0 && found + next.length <= limit(index); found = text.indexOf(next, found + 1)) {
          if (step(p, found, index, known)) return true
        }
        if (found < 0) return false
      } else if (step(p, limit(index), index, known)) return true
      at = tree.end[holes[index] ?? -1] ?? end
    }
    return false
  }
  return step(0, start, 0, bindings)
}
