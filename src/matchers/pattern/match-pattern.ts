import type { Bindings } from '../../model/bindings.ts'
import type { Accept, NodeContext } from '../../model/matcher.ts'
import { NODE_NAMED } from '../../model/tree.ts'
import { childByField, firstNamedChild } from '../../model/tree-access.ts'
import { bindNode } from '../bind-node.ts'
import { bindList } from './bind-list.ts'
import { matchesLeaf, matchesName, matchesString, sameText } from './match-leaf.ts'
import { matchTemplate } from './match-template.ts'
import type { PatternBranch, PatternNode } from './pattern-node.ts'

/** Compares a pattern with the code at a node, in every way in which ellipses can be filled. */
export function matchNode(context: NodeContext, pattern: PatternNode, node: number, bindings: Bindings, accept: Accept): boolean {
  context.spend(1)
  const { tree } = context
  switch (pattern.kind) {
    case 'any':
      if (pattern.onlyName === true && !context.syntax.pattern.identifierTypes.has(tree.type[node])) return false
      return matchAny(context, pattern.name, node, bindings, accept)
    case 'ellipsis':
      return accept(bindings)
    case 'leaf':
      return matchesLeaf(context, pattern.type, pattern.text, node) && accept(bindings)
    case 'name':
      return matchesName(context, pattern.name, pattern.types, node) && accept(bindings)
    case 'string':
      return matchesString(context, pattern.parts, node) && accept(bindings)
    case 'template':
      return matchWrapped(
        context,
        pattern.type,
        node,
        (target) => isTemplate(context, target) && matchTemplate(context, pattern.parts, target, bindings, accept, matchNode),
      )
    case 'pair':
      return matchPair(context, pattern, node, bindings, accept)
    case 'constant':
      return (
        (context.symbols.constantOf(node) === pattern.value || (tree.type[node] === pattern.type && sameText(context, node, pattern.text))) &&
        accept(bindings)
      )
    case 'branch':
      return matchBranch(context, pattern, node, bindings, accept)
  }
}

/** Tries the node of this type, or what the node wraps. */
function matchWrapped({ tree, syntax }: NodeContext, type: number, node: number, match: (target: number) => boolean): boolean {
  const target = tree.type[node] === type ? node : syntax.unwrap(tree, node)
  return tree.type[target] === type && match(target)
}

function isTemplate({ tree, file, syntax }: NodeContext, node: number): boolean {
  return syntax.pattern.templateStart.test(file.text.slice(tree.start[node], tree.start[node] + 3))
}

/** `a` alone is both key and value. */
function matchPair(context: NodeContext, pattern: Extract<PatternNode, { kind: 'pair' }>, node: number, bindings: Bindings, accept: Accept): boolean {
  const { tree, syntax } = context
  if (!pattern.types.has(tree.type[node])) return false
  const shorthand = syntax.pattern.shorthandTypes.has(tree.type[node])
  const key = shorthand ? node : childByField(tree, node, syntax.names.fieldId('key'))
  const value = shorthand ? node : childByField(tree, node, syntax.names.fieldId('value'))
  if (key < 0 || value < 0) return false
  return matchNode(context, pattern.key, key, bindings, (next) => matchNode(context, pattern.value, value, next, accept))
}

/** A metavariable stands for code, not for punctuation. */
function matchAny(context: NodeContext, name: string | undefined, node: number, bindings: Bindings, accept: Accept): boolean {
  if ((context.tree.flags[node] & NODE_NAMED) === 0) return false
  if (name === undefined) return accept(bindings)
  const bound = bindNode(context, bindings, name, node)
  return bound !== false && accept(bound)
}

function matchBranch(context: NodeContext, pattern: PatternBranch, node: number, bindings: Bindings, accept: Accept): boolean {
  const { tree, syntax } = context
  const type = tree.type[node]
  if (type === pattern.type) {
    const targets = significantChildren(context, node, pattern.wanted)
    if (pattern.shorter !== undefined && !targets.some((target) => syntax.pattern.omittableTypes.has(tree.type[target]))) {
      const bound = bindList(context, pattern.shorter.name, [], bindings)
      return bound !== false && matchOrdered(context, pattern.shorter.children, targets, bound, accept)
    }
    if (pattern.unordered) return matchUnordered(context, pattern.children, targets, bindings, accept)
    return matchOrdered(context, pattern.children, targets, bindings, accept)
  }
  const equivalent = pattern.equivalents.get(type)
  if (equivalent !== undefined) return matchEquivalent(context, pattern, equivalent, node, bindings, accept)
  if (syntax.pattern.parameterListTypes.has(pattern.type) && syntax.pattern.identifierTypes.has(type))
    return matchOrdered(context, pattern.children, [node], bindings, accept)
  const inner = syntax.unwrap(tree, node)
  return inner !== node && matchBranch(context, pattern, inner, bindings, accept)
}

/** Children that count: no comments, no punctuation, nothing that is optional and that the pattern does not name. */
function significantChildren(context: NodeContext, node: number, wanted: ReadonlySet<number>): number[] {
  const { tree, syntax } = context
  const children: number[] = []
  const { ignoredTypes, optionalTypes, omittableTypes } = syntax.pattern
  for (let child = node + 1; child < tree.next[node]; child = tree.next[child]) {
    const type = tree.type[child]
    if (ignoredTypes.has(type) || syntax.commentTypes.has(type) || (optionalTypes.has(type) && !wanted.has(type))) continue
    if (omittableTypes.has(type) && !wanted.has(type) && firstNamedChild(tree, child) < 0) continue
    children.push(child)
  }
  // Asked of what stands around as well, and so for each of ten thousand children again.
  context.spend(children.length)
  return children
}

/** Another kind of node that means the same: its children are found by their fields. */
function matchEquivalent(
  context: NodeContext,
  pattern: PatternBranch,
  children: readonly PatternNode[],
  node: number,
  bindings: Bindings,
  accept: Accept,
): boolean {
  if (children === pattern.children) return matchOrdered(context, children, significantChildren(context, node, pattern.wanted), bindings, accept)
  const { tree } = context
  const step = (index: number, known: Bindings): boolean => {
    const child = children[index]
    if (child === undefined) return accept(known)
    const field = child.kind === 'ellipsis' ? 0 : child.field
    for (let target = node + 1; target < tree.next[node]; target = tree.next[target]) {
      if (tree.field[target] === field) return matchNode(context, child, target, known, (next) => step(index + 1, next))
    }
    return false
  }
  return step(0, bindings)
}

/** Siblings in order; ellipses take any number of them, the fewest first. Keyword arguments match by name wherever they stand. */
function matchOrdered(
  context: NodeContext,
  patterns: readonly PatternNode[],
  targets: readonly number[],
  bindings: Bindings,
  accept: Accept,
): boolean {
  const { unorderedChildTypes } = context.syntax.pattern
  const isUnordered = (pattern: PatternNode): boolean => pattern.kind === 'branch' && unorderedChildTypes.has(pattern.type)
  if (
    unorderedChildTypes.size === 0 ||
    !(patterns.some(isUnordered) || targets.some((target) => unorderedChildTypes.has(context.tree.type[target])))
  ) {
    return matchSequence(context, patterns, 0, targets, 0, bindings, accept)
  }
  const open = patterns.some((pattern) => pattern.kind === 'ellipsis')
  const loose = targets.filter((target) => unorderedChildTypes.has(context.tree.type[target]))
  const fixed = targets.filter((target) => !unorderedChildTypes.has(context.tree.type[target]))
  const named = patterns.filter(isUnordered)
  const rest = patterns.filter((pattern) => !isUnordered(pattern))
  if (!open && loose.length !== named.length) return false
  return matchSequence(context, rest, 0, fixed, 0, bindings, (next) => matchSubset(context, named, 0, loose, undefined, next, accept))
}

function matchSequence(
  context: NodeContext,
  patterns: readonly PatternNode[],
  p: number,
  targets: readonly number[],
  t: number,
  bindings: Bindings,
  accept: Accept,
): boolean {
  const pattern = patterns[p]
  if (pattern === undefined) return t === targets.length && accept(bindings)
  if (pattern.kind !== 'ellipsis') {
    const target = targets[t]
    return (
      target !== undefined &&
      matchNode(context, pattern, target, bindings, (next) => matchSequence(context, patterns, p + 1, targets, t + 1, next, accept))
    )
  }
  const most = targets.length - minimumLength(patterns, p + 1)
  // Nothing after the ellipsis: only one length fits.
  for (let end = p === patterns.length - 1 ? targets.length : t; end <= most; end++) {
    // Lists are made for those that have a name alone: in a call with ten thousand arguments each is as long.
    context.spend(pattern.name === undefined ? 1 : 1 + end - t)
    const bound = pattern.name === undefined ? bindings : bindList(context, pattern.name, targets.slice(t, end), bindings)
    if (bound !== false && matchSequence(context, patterns, p + 1, targets, end, bound, accept)) return true
  }
  return false
}

function minimumLength(patterns: readonly PatternNode[], from: number): number {
  let length = 0
  for (let index = from; index < patterns.length; index++) if (patterns[index]?.kind !== 'ellipsis') length++
  return length
}

/** Each pattern takes a target of its own, in any order; without an ellipsis none may be left over. */
function matchUnordered(
  context: NodeContext,
  patterns: readonly PatternNode[],
  targets: readonly number[],
  bindings: Bindings,
  accept: Accept,
): boolean {
  const required = patterns.filter((pattern) => pattern.kind !== 'ellipsis')
  const open = required.length < patterns.length
  if (required.length > targets.length || (!open && required.length !== targets.length)) return false
  return matchSubset(context, required, 0, targets, undefined, bindings, accept)
}

/** Targets that earlier patterns have taken: as many as there are patterns, where targets may be ten thousand. */
type Taken = { readonly target: number; readonly before: Taken } | undefined

function isTaken(taken: Taken, target: number): boolean {
  for (let at = taken; at !== undefined; at = at.before) if (at.target === target) return true
  return false
}

function matchSubset(
  context: NodeContext,
  patterns: readonly PatternNode[],
  p: number,
  targets: readonly number[],
  taken: Taken,
  bindings: Bindings,
  accept: Accept,
): boolean {
  const pattern = patterns[p]
  if (pattern === undefined) return accept(bindings)
  return targets.some(
    (target) =>
      !isTaken(taken, target) &&
      matchNode(context, pattern, target, bindings, (next) =>
        matchSubset(context, patterns, p + 1, targets, { target, before: taken }, next, accept),
      ),
  )
}
