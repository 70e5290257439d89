import type { Bindings } from '../../model/bindings.ts'
import type { Accept, NodeContext } from '../../model/matcher.ts'
import { bindList } from './bind-list.ts'
import type { MatchNode, PatternNode } from './pattern-node.ts'

/** Patterns and the nodes to match them with. */
export interface Siblings {
  readonly context: NodeContext
  readonly patterns: readonly PatternNode[]
  readonly targets: readonly number[]
  /** Compares one pattern with one node. */
  readonly matchNode: MatchNode
}

/** Ordered siblings. Ellipses match any number of them, shortest first. Keyword arguments match by name at any position. */
export function matchOrdered(siblings: Siblings, bindings: Bindings, accept: Accept): boolean {
  const { context, patterns, targets } = siblings
  const { unorderedChildTypes } = context.syntax.pattern
  const isLoose = (target: number): boolean => unorderedChildTypes.has(context.tree.type[target])
  const isUnordered = (pattern: PatternNode): boolean => pattern.kind === 'branch' && unorderedChildTypes.has(pattern.type)
  if (unorderedChildTypes.size === 0 || !(patterns.some(isUnordered) || targets.some(isLoose))) return matchSequence(siblings, bindings, accept)
  const loose = { ...siblings, patterns: patterns.filter(isUnordered), targets: targets.filter(isLoose) }
  const open = patterns.some((pattern) => pattern.kind === 'ellipsis')
  if (!open && loose.targets.length !== loose.patterns.length) return false
  const fixed = {
    ...siblings,
    patterns: patterns.filter((pattern) => !isUnordered(pattern)),
    targets: targets.filter((target) => !isLoose(target)),
  }
  return matchSequence(fixed, bindings, (next) => matchSubset(loose, next, accept))
}

/** Each pattern matches a different target, in any order. Without an ellipsis no target may remain. */
export function matchUnordered(siblings: Siblings, bindings: Bindings, accept: Accept): boolean {
  const { patterns, targets } = siblings
  const required = patterns.filter((pattern) => pattern.kind !== 'ellipsis')
  const open = required.length < patterns.length
  if (required.length > targets.length || (!open && required.length !== targets.length)) return false
  return matchSubset({ ...siblings, patterns: required }, bindings, accept)
}

function matchSequence({ context, patterns, targets, matchNode }: Siblings, bindings: Bindings, accept: Accept): boolean {
  const step = (p: number, t: number, known: Bindings): boolean => {
    const pattern = patterns[p]
    if (pattern === undefined) return t === targets.length && accept(known)
    if (pattern.kind === 'ellipsis') return stretch(pattern.name, p, t, known)
    const target = targets[t]
    return target !== undefined && matchNode(context, pattern, target, known, (next) => step(p + 1, t + 1, next))
  }

  /** Tries the rest of the pattern after each possible length of the ellipsis. */
  const stretch = (name: string | undefined, p: number, t: number, known: Bindings): boolean => {
    const most = targets.length - minimumLength(patterns, p + 1)
    // Only one length is possible if nothing follows the ellipsis.
    for (let end = p === patterns.length - 1 ? targets.length : t; end <= most; end++) {
      // Lists are built only for named ellipses: in a call with ten thousand arguments each list is long.
      context.spend(name === undefined ? 1 : 1 + end - t)
      const bound = name === undefined ? known : bindList(context, name, targets.slice(t, end), known)
      if (bound !== false && step(p + 1, end, bound)) return true
    }
    return false
  }
  return step(0, 0, bindings)
}

function minimumLength(patterns: readonly PatternNode[], from: number): number {
  let length = 0
  for (let index = from; index < patterns.length; index++) if (patterns[index]?.kind !== 'ellipsis') length++
  return length
}

/** Targets of earlier patterns: at most as many as there are patterns, while there may be ten thousand targets. */
type Taken = { readonly target: number; readonly before: Taken } | undefined

function isTaken(taken: Taken, target: number): boolean {
  for (let at = taken; at !== undefined; at = at.before) if (at.target === target) return true
  return false
}

function matchSubset({ context, patterns, targets, matchNode }: Siblings, bindings: Bindings, accept: Accept): boolean {
  const step = (p: number, taken: Taken, known: Bindings): boolean => {
    const pattern = patterns[p]
    if (pattern === undefined) return accept(known)
    return targets.some(
      (target) => !isTaken(taken, target) && matchNode(context, pattern, target, known, (next) => step(p + 1, { target, before: taken }, next)),
    )
  }
  return step(0, undefined, bindings)
}
