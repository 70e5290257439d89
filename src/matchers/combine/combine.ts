import { needAll, needSome } from '../../model/literal-need.ts'
import type { NodeMatcher } from '../../model/matcher.ts'
import { conjoinTests } from '../conjoin-tests.ts'
import { compileLater, type NodeKind } from '../node-compiler.ts'
import { rememberNodes } from '../remember-nodes.ts'
import { ALWAYS, allTexts, anywhere, fewest, intersect, someTexts, unite } from '../node-matchers.ts'

/** All parts hold for the node, with the metavariables bound by earlier parts. */
export function conjoin(parts: readonly NodeMatcher[]): NodeMatcher {
  const [first, second] = parts
  if (first === undefined) return ALWAYS
  if (second === undefined) return first
  const distributed = distribute(parts)
  const files = parts.flatMap((part) => part.files ?? [])
  return {
    need: needAll(parts.map((part) => part.need)),
    types: parts.map((part) => part.types).reduce(intersect),
    callees: fewest(parts.map((part) => part.callees)),
    names: fewest(parts.map((part) => part.names)),
    parents: parts.map((part) => part.parents).reduce(intersect),
    around: fewest(parts.map((part) => part.around)),
    texts: allTexts(parts),
    ...(files.length === 0 ? {} : { files }),
    ...(distributed === undefined ? {} : { branches: distributed }),
    test: conjoinTests(parts.map(({ test }) => test)),
  }
}

/** Distributes the other keys over the alternatives of `any`: an alternative about calls of `f` is then tried only at those calls. */
function distribute(parts: readonly NodeMatcher[]): readonly NodeMatcher[] | undefined {
  const at = parts.findIndex((part) => part.branches !== undefined)
  const branches = parts[at]?.branches
  return branches?.map((branch) => conjoin([...parts.slice(0, at), branch, ...parts.slice(at + 1).map(undistributed)]))
}

/** Two disjunctions would multiply. */
function undistributed(part: NodeMatcher): NodeMatcher {
  const { branches: _, ...whole } = part
  return whole
}

/** One of the parts holds for the node. Tries each way in which one does. */
function disjoin(parts: readonly NodeMatcher[]): NodeMatcher {
  return {
    need: needSome(parts.map((part) => part.need)),
    types: parts.map((part) => part.types).reduce(unite, new Set()),
    callees: parts.map((part) => part.callees).reduce(unite, new Set()),
    names: parts.map((part) => part.names).reduce(unite, new Set()),
    parents: parts.map((part) => part.parents).reduce(unite, new Set()),
    around: parts.map((part) => part.around).reduce(unite, new Set()),
    texts: someTexts(parts),
    branches: parts.flatMap((part) => part.branches ?? [part]),
    test: (context, node, bindings, accept) =>
      parts.some((part) => (part.types === undefined || part.types.has(context.tree.type[node])) && part.test(context, node, bindings, accept)),
  }
}

/** `all`: each part holds for the node, with the bindings of earlier parts. */
export const all: NodeKind = {
  keys: ['all'],
  cost: 3,
  compile: (spec, path, compiler) =>
    conjoin(
      (spec.all ?? []).map((part, index) => {
        const matcher = compiler.compile(part, [...path, 'all', index])
        // The first part fails at nearly every node, and its result does not depend on the others.
        return index === 0 && compiler.isRepeated ? rememberNodes(matcher, compiler.metavariablesOf(part)) : matcher
      }),
    ),
}

/** `any`: at least one of these holds for the node. */
export const any: NodeKind = {
  keys: ['any'],
  cost: 3,
  compile: (spec, path, { compile }) => disjoin((spec.any ?? []).map((part, index) => compile(part, [...path, 'any', index]))),
}

/** `not`: the matcher does not hold for the node. Binds nothing. */
export const not: NodeKind = {
  keys: ['not'],
  cost: 6,
  compile: (spec, path, compiler) => {
    const innerOf = compileLater(compiler, () => compiler.compile(spec.not ?? {}, [...path, 'not']))
    return anywhere((context, node, bindings, accept) => {
      const inner = innerOf()
      const typed = inner.types === undefined || inner.types.has(context.tree.type[node])
      return !(typed && inner.test(context, node, bindings, () => true)) && accept(bindings)
    })
  },
}

/** `use`: the named matcher of this name. */
export const use: NodeKind = {
  keys: ['use'],
  cost: 3,
  compile: (spec, path, compiler) => compiler.use(spec.use ?? '', [...path, 'use']),
}
