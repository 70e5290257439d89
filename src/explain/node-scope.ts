import type { Grammar } from '../engines/syntax/grammar.ts'
import type { MatcherCompiler } from '../matchers/compile-matchers.ts'
import type { Bindings } from '../model/bindings.ts'
import type { LanguageId } from '../model/language.ts'
import type { NodeContext, NodeMatcher } from '../model/matcher.ts'
import type { LoadedMatcher } from '../model/rule-pack.ts'
import type { MatcherSpec } from '../model/rule-spec.ts'
import { NODE_NAMED } from '../model/tree.ts'
import type { WrittenMatcher } from './written-clause.ts'

/** What the evaluation of matchers at the nodes of one file shares. */
export interface NodeScope {
  readonly context: NodeContext
  readonly grammar: Grammar
  readonly language: LanguageId
  readonly shared: ReadonlyMap<string, LoadedMatcher>
  /** The compiled form of some keys of a matcher. Compiled once. Undefined if it does not apply to the language. */
  compile(written: WrittenMatcher, spec: MatcherSpec, key: string): NodeMatcher | undefined
}

/** Ways to match that are followed. Further ones rarely differ. */
const MAX_SOLUTIONS = 24

/** Creates the scope of a file. */
export function createNodeScope(compiler: MatcherCompiler, given: Omit<NodeScope, 'compile'>): NodeScope {
  const known = new Map<string, NodeMatcher | undefined>()
  return {
    ...given,
    compile: ({ path, positions }, spec, key) => {
      const id = `${positions.file}#${path.join('/')}#${key}`
      if (!known.has(id)) known.set(id, compiler.nodeMatcher(spec, path, positions))
      return known.get(id)
    },
  }
}

/** The solutions of a matcher at a node for each of some bindings. Empty if it does not hold. */
export function solve({ context }: NodeScope, matcher: NodeMatcher | undefined, node: number, known: readonly Bindings[]): readonly Bindings[] {
  if (matcher === undefined || !mayTest(context, matcher, node)) return []
  const found: Bindings[] = []
  for (const bindings of known)
    matcher.test(context, node, bindings, (next) => {
      found.push(next)
      return found.length >= MAX_SOLUTIONS
    })
  return found
}

function mayTest({ tree }: NodeContext, { types }: NodeMatcher, node: number): boolean {
  return types === undefined ? (tree.flags[node] & NODE_NAMED) !== 0 : types.has(tree.type[node])
}
