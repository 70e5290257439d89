import type { Bindings } from '../../model/bindings.ts'
import type { Accept, NodeContext } from '../../model/matcher.ts'
import { bindList } from './bind-list.ts'
import type { MatchNode, PatternNode } from './pattern-node.ts'

/** Patterns and the nodes that they are to be found in. */
export interface Siblings {
  readonly context: NodeContext
  readonly patterns: readonly PatternNode[]
  readonly targets: readonly number[]
  /** How one of the patterns is compared with one of the nodes. */
  readonly matchNode: MatchNode
}

/** Siblings in order; ellipses take any number of them, the fewest first. Keyword arguments match by name wherever they stand. */
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

/** Each pattern takes a target of its own, in any order; without an ellipsis none may be left over. */
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

  /** The rest of the pattern behind each number of targets that the ellipsis may take. */
  const stretch = (name: string | undefined, p: number, t: number, known: Bindings): boolean => {
    const most = targets.length - minimumLength(patterns, p + 1)
    // Nothing after the ellipsis: only one length fits.
    for (let end = p === patterns.length - 1 ? targets.length : t; end <= most; end++) {
      // Lists are made for those that have a name alone: in a call with ten thousand arguments each is as long.
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

/** Targets that earlier patterns have taken: as many as there are patterns, where targets may be ten thousand. */
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
