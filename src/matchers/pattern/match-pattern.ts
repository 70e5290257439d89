import type { Bindings } from '../../model/bindings.ts'
import type { Accept, NodeContext } from '../../model/matcher.ts'
import { NODE_NAMED } from '../../model/tree.ts'
import { childByField, firstNamedChild } from '../../model/tree-access.ts'
import { bindNode } from '../bind-node.ts'
import { bindList } from './bind-list.ts'
import { matchesLeaf, matchesName, matchesString, sameText } from './match-leaf.ts'
import { matchOrdered, matchUnordered, type Siblings } from './match-siblings.ts'
import { matchTemplate } from './match-template.ts'
import type { PatternBranch, PatternNode } from './pattern-node.ts'

type PatternPair = Extract<PatternNode, { kind: 'pair' }>
type PatternTemplate = Extract<PatternNode, { kind: 'template' }>

/** Compares a pattern with the code at a node, for every assignment of its ellipses. */
export function matchNode(context: NodeContext, pattern: PatternNode, node: number, bindings: Bindings, accept: Accept): boolean {
  context.spend(1)
  const { tree } = context
  switch (pattern.kind) {
    case 'any':
      if (pattern.onlyName === true && !context.syntax.pattern.identifierTypes.has(tree.type[node])) return false
      return matchAny(context, pattern.name, node, bindings, accept)
    case 'ellipsis':
      return accept(bindings)
    case 'either':
      return pattern.alternatives.some((each) => matchNode(context, each, node, bindings, accept))
    case 'leaf':
      return matchesLeaf(context, pattern.type, pattern.text, node) && accept(bindings)
    case 'name':
      return matchesName(context, pattern.name, pattern.types, node) && accept(bindings)
    case 'string':
      return matchesString(context, pattern.parts, node) && accept(bindings)
    case 'template':
      return matchTemplateAt(context, pattern, node, bindings, accept)
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

/** Tries the node, and the node that it wraps. */
function matchTemplateAt(context: NodeContext, { type, parts }: PatternTemplate, node: number, bindings: Bindings, accept: Accept): boolean {
  const { tree, file, syntax } = context
  const target = tree.type[node] === type ? node : syntax.unwrap(tree, node)
  const start = tree.start[target]
  if (tree.type[target] !== type || !syntax.pattern.templateStart.test(file.text.slice(start, start + 3))) return false
  return matchTemplate({ context, parts, matchNode }, target, bindings, accept)
}

/** A shorthand property `a` is both key and value. */
function matchPair(context: NodeContext, pattern: PatternPair, node: number, bindings: Bindings, accept: Accept): boolean {
  const { tree, syntax } = context
  if (!pattern.types.has(tree.type[node])) return false
  const shorthand = syntax.pattern.shorthandTypes.has(tree.type[node])
  const key = shorthand ? node : childByField(tree, node, syntax.names.fieldId('key'))
  const value = shorthand ? node : childByField(tree, node, syntax.names.fieldId('value'))
  if (key < 0 || value < 0) return false
  return matchNode(context, pattern.key, key, bindings, (next) => matchNode(context, pattern.value, value, next, accept))
}

/** A metavariable matches code, not punctuation. */
function matchAny(context: NodeContext, name: string | undefined, node: number, bindings: Bindings, accept: Accept): boolean {
  if ((context.tree.flags[node] & NODE_NAMED) === 0) return false
  if (name === undefined) return accept(bindings)
  const bound = bindNode(context, bindings, name, node)
  return bound !== false && accept(bound)
}

function matchBranch(context: NodeContext, pattern: PatternBranch, node: number, bindings: Bindings, accept: Accept): boolean {
  const { tree, syntax } = context
  const { children, shorter } = pattern
  const type = tree.type[node]
  if (type === pattern.type) {
    const targets = significantChildren(context, node, pattern)
    if (shorter !== undefined && !targets.some((target) => syntax.pattern.omittableTypes.has(tree.type[target]))) {
      const bound = bindList(context, shorter.name, [], bindings)
      return bound !== false && matchOrdered({ context, patterns: shorter.children, targets, matchNode }, bound, accept)
    }
    const siblings: Siblings = { context, patterns: children, targets, matchNode }
    return pattern.unordered ? matchUnordered(siblings, bindings, accept) : matchOrdered(siblings, bindings, accept)
  }
  const equivalent = pattern.equivalents.get(type)
  if (equivalent === children)
    return matchOrdered({ context, patterns: children, targets: significantChildren(context, node, pattern), matchNode }, bindings, accept)
  if (equivalent !== undefined) return matchFields(context, equivalent, node, bindings, accept)
  if (syntax.pattern.parameterListTypes.has(pattern.type) && syntax.pattern.identifierTypes.has(type))
    return matchOrdered({ context, patterns: children, targets: [node], matchNode }, bindings, accept)
  const inner = syntax.unwrap(tree, node)
  return inner !== node && matchBranch(context, pattern, inner, bindings, accept)
}

/** The relevant children: no comments, no punctuation, and no optional parts that the pattern lacks. */
export function significantChildren(context: NodeContext, node: number, { wanted, unnamed }: PatternBranch): number[] {
  const { tree, syntax } = context
  const children: number[] = []
  const { ignoredTypes, optionalTypes, omittableTypes } = syntax.pattern
  for (let child = node + 1; child < tree.next[node]; child = tree.next[child]) {
    const type = tree.type[child]
    if (ignoredTypes.has(type) || syntax.commentTypes.has(type) || (optionalTypes.has(type) && !wanted.has(type))) continue
    if (unnamed !== 0 && tree.field[child] === unnamed) continue
    if (omittableTypes.has(type) && !wanted.has(type) && firstNamedChild(tree, child) < 0) continue
    children.push(child)
  }
  // Charged, because surrounding nodes query it too, possibly for each of ten thousand children.
  context.spend(children.length)
  return children
}

/** Another node type with the same meaning. Its children are found by their fields. */
function matchFields(context: NodeContext, children: readonly PatternNode[], node: number, bindings: Bindings, accept: Accept): boolean {
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
