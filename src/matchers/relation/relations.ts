import type { Bindings } from '../../model/bindings.ts'
import { ANYTHING } from '../../model/literal-need.ts'
import type { Accept, NodeContext, NodeMatcher } from '../../model/matcher.ts'
import type { SpecPath } from '../../model/rule-pack.ts'
import type { MatcherSpec, RelationSpec } from '../../model/rule-spec.ts'
import { NODE_NAMED } from '../../model/tree.ts'
import { keepMatch } from '../keep-match.ts'
import { compileLater, type NodeCompiler, type NodeKind } from '../node-compiler.ts'
import { anywhere } from '../node-matchers.ts'
import { rememberFailures } from '../remember-failures.ts'
import { rememberNodes } from '../remember-nodes.ts'
import { nextOfType } from './nodes-by-type.ts'

/** The target of a relation, and where the search stops. */
interface Relation {
  wanted(): NodeMatcher
  readonly immediate: boolean
  /** Nodes at which the search stops. */
  until(): NodeMatcher | undefined
}

/** The state of a search. */
interface Wanted {
  readonly wanted: NodeMatcher
  readonly immediate: boolean
  readonly until: NodeMatcher | undefined
}

type Search = (context: NodeContext, relation: Wanted, node: number, bindings: Bindings, accept: Accept) => boolean

/** `inside`: an ancestor matches. `until` stops the search and is not tested itself. */
export const inside = relationKind('inside', (context, { wanted, immediate, until }, node, bindings, accept) => {
  const { tree } = context
  for (let at = tree.parent[node]; at >= 0; at = tree.parent[at]) {
    context.spend(1)
    if (until !== undefined && holds(context, until, at, bindings)) return false
    if (tries(context, wanted, at, bindings, accept)) return true
    if (immediate) return false
  }
  return false
})

/** `has`: a descendant matches. Nodes of `until` and their descendants are not tested. */
export const has = relationKind('has', (context, relation, node, bindings, accept) => {
  const { tree } = context
  const { wanted, immediate, until } = relation
  const end = tree.next[node]
  if (wanted.types !== undefined && !immediate && until === undefined && end - node > SMALL)
    return hasOfTypes(context, relation, wanted.types, node, bindings, accept)
  for (let at = node + 1; at < end; ) {
    context.spend(1)
    if (until !== undefined && holds(context, until, at, bindings)) {
      at = tree.next[at]
      continue
    }
    if (tries(context, wanted, at, bindings, accept)) return true
    at = immediate ? tree.next[at] : at + 1
  }
  return false
})

/** Below nodes with fewer descendants all are tested in sequence. */
const SMALL = 64

/** Tests only nodes of the wanted types, in order. */
function hasOfTypes(context: NodeContext, { wanted }: Wanted, types: ReadonlySet<number>, node: number, bindings: Bindings, accept: Accept): boolean {
  const { tree } = context
  const end = tree.next[node]
  const ahead = [...types].map((type) => ({ type, at: nextOfType(tree, type, node + 1, end) })).filter(({ at }) => at >= 0)
  context.spend(types.size)
  while (ahead.length > 0) {
    let nearest = ahead[0]
    for (const each of ahead) if (each.at < nearest.at) nearest = each
    context.spend(1)
    if (tries(context, wanted, nearest.at, bindings, accept)) return true
    nearest.at = nextOfType(tree, nearest.type, nearest.at + 1, end)
    if (nearest.at < 0) ahead.splice(ahead.indexOf(nearest), 1)
  }
  return false
}

/** `follows`: an earlier node matches, which ends before this one begins. `until` is an ancestor that limits the search. */
export const follows = relationKind('follows', (context, { wanted, immediate, until }, node, bindings, accept) => {
  const { tree } = context
  if (immediate) {
    const before = previousSibling(context, node)
    return before >= 0 && tries(context, wanted, before, bindings, accept)
  }
  for (let at = scopeOf(context, until, node, bindings) + 1; at < node; at++) {
    context.spend(1)
    if (tree.next[at] <= node && tries(context, wanted, at, bindings, accept)) return true
  }
  return false
})

/** `precedes`: a later node matches, which begins after this one ends. */
export const precedes = relationKind('precedes', (context, { wanted, immediate, until }, node, bindings, accept) => {
  const { tree } = context
  if (immediate) {
    const after = nextSibling(context, node)
    return after >= 0 && tries(context, wanted, after, bindings, accept)
  }
  const end = tree.next[scopeOf(context, until, node, bindings)]
  for (let at = tree.next[node]; at < end; at++) {
    context.spend(1)
    if (tries(context, wanted, at, bindings, accept)) return true
  }
  return false
})

function relationKind(key: 'inside' | 'has' | 'follows' | 'precedes', search: Search): NodeKind {
  return {
    keys: [key],
    cost: 5,
    compile: (spec, path, compiler) => {
      const relation = compileRelation(spec[key], [...path, key], compiler)
      const metavariables = compiler.metavariablesOf(spec[key] ?? {})
      const bindsNothing = metavariables.size === 0
      // Related nodes are in the same file, so their needs apply.
      const { immediate } = relation
      const matcher = anywhere(
        (context, node, bindings, accept) => {
          const looked = { wanted: relation.wanted(), immediate, until: relation.until() }
          // One that is so is as good as all.
          if (bindsNothing) return search(context, looked, node, bindings, () => true) && accept(bindings)
          return search(context, looked, node, bindings, (next) => accept(keepMatch(bindings, next, node)))
        },
        compiler.isPlanned ? ANYTHING : relation.wanted().need,
      )
      if (key === 'has' && !bindsNothing && compiler.comparesCode(spec[key] ?? {})) return rememberFailures(matcher, metavariables)
      if (key !== 'inside' || compiler.isPlanned) return matcher
      const { types } = relation.wanted()
      return immediate ? { ...matcher, parents: types } : { ...matcher, around: types }
    },
  }
}

function compileRelation(spec: RelationSpec | undefined, path: SpecPath, compiler: NodeCompiler): Relation {
  const { until, ...wanted } = spec ?? {}
  const matcher: MatcherSpec = wanted
  const compile = (part: MatcherSpec, at: SpecPath): NodeMatcher =>
    rememberNodes(compiler.compileRepeated(part, at), compiler.metavariablesOf(part), compiler.isNarrowed(part))
  return {
    wanted: compileLater(compiler, () => compile(matcher, path)),
    immediate: until === 'immediate',
    until: until === undefined || until === 'immediate' ? () => undefined : compileLater(compiler, () => compile(until, [...path, 'until'])),
  }
}

function tries(context: NodeContext, matcher: NodeMatcher, node: number, bindings: Bindings, accept: Accept): boolean {
  if (matcher.types === undefined ? (context.tree.flags[node] & NODE_NAMED) === 0 : !matcher.types.has(context.tree.type[node])) return false
  return matcher.test(context, node, bindings, accept)
}

function holds(context: NodeContext, matcher: NodeMatcher, node: number, bindings: Bindings): boolean {
  return tries(context, matcher, node, bindings, () => true)
}

/** The nearest ancestor that `until` names, or the root. */
function scopeOf(context: NodeContext, until: NodeMatcher | undefined, node: number, bindings: Bindings): number {
  if (until === undefined) return 0
  for (let at = context.tree.parent[node]; at > 0; at = context.tree.parent[at]) {
    context.spend(1)
    if (holds(context, until, at, bindings)) return at
  }
  return 0
}

/** Found from the leaf before the node, because there may be ten thousand siblings. */
function previousSibling({ tree, syntax, spend }: NodeContext, node: number): number {
  const parent = tree.parent[node]
  for (let at = node; at > parent + 1; ) {
    at--
    while (tree.parent[at] !== parent) {
      spend(1)
      at = tree.parent[at]
    }
    if ((tree.flags[at] & NODE_NAMED) !== 0 && !syntax.commentTypes.has(tree.type[at])) return at
  }
  return -1
}

function nextSibling({ tree, syntax, spend }: NodeContext, node: number): number {
  const parent = tree.parent[node]
  const end = parent < 0 ? 0 : tree.next[parent]
  for (let at = tree.next[node]; at < end; at = tree.next[at]) {
    spend(1)
    if ((tree.flags[at] & NODE_NAMED) !== 0 && !syntax.commentTypes.has(tree.type[at])) return at
  }
  return -1
}
