import type { CallSite } from '../../model/language.ts'
import { ANYTHING, type LiteralNeed, needAll, needSome } from '../../model/literal-need.ts'
import { isIndex, isInRange } from '../../model/match-arguments.ts'
import type { NodeContext, NodeMatcher } from '../../model/matcher.ts'
import { isPassedArgument, matcherOfCall, namesOfCall } from '../../model/passed-argument.ts'
import type { SpecPath } from '../../model/rule-pack.ts'
import type { ArgumentSelector, PassedArgumentSpec } from '../../model/rule-spec.ts'
import { keepMatch } from '../keep-match.ts'
import { compileLater, type NodeCompiler, type NodeKind } from '../node-compiler.ts'
import { needOfKey, standsInText } from '../needed-key.ts'
import { ALWAYS } from '../node-matchers.ts'
import { rememberNodes } from '../remember-nodes.ts'
import { compileCallsOf } from './call.ts'
import { findKeyword, selectCertainArguments } from './find-arguments.ts'

/** `argument` with `of` and `at`: the node is an argument of the call around it. Parentheses, casts and `await` around the argument do not count. */
export const passedArgument: NodeKind = {
  keys: ['argument'],
  cost: 3,
  compile: ({ argument }, path, compiler) => {
    if (!isPassedArgument(argument)) return ALWAYS
    const callAround = compileCall(argument, [...path, 'argument', 'of'], compiler)
    const places = (Array.isArray(argument.at) ? argument.at : [argument.at]).map(readPlace)
    const { callTypes } = compiler.syntax
    return {
      need: needAll([compiler.isPlanned ? ANYTHING : callAround().need, needSome(places.map(({ need }) => need))]),
      types: undefined,
      callees: undefined,
      around: callTypes,
      test: (context, node, bindings, accept) => {
        const call = enclosingCall(context, callTypes, node)
        const wanted = callAround()
        if (call < 0 || wanted.types?.has(context.tree.type[call]) === false) return false
        const site = context.syntax.callAt(context.tree, context.file.text, call)
        if (site === undefined || !places.some((place) => place.selects(context, site, node))) return false
        return wanted.test(context, call, bindings, (next) => accept(keepMatch(bindings, next, node)))
      },
    }
  },
}

function compileCall(argument: PassedArgumentSpec, path: SpecPath, compiler: NodeCompiler): () => NodeMatcher {
  const of = matcherOfCall(argument)
  if (of !== undefined)
    return compileLater(compiler, () => rememberNodes(compiler.compileRepeated(of, path), compiler.metavariablesOf(of), compiler.isNarrowed(of)))
  const calls = compileCallsOf(namesOfCall(argument), path, compiler)
  return () => calls
}

/** The nearest call around the node, or -1. */
function enclosingCall({ tree, spend }: NodeContext, callTypes: ReadonlySet<number>, node: number): number {
  let at = tree.parent[node]
  for (; at >= 0 && !callTypes.has(tree.type[at]); at = tree.parent[at]) spend(1)
  return at
}

/** A place among the arguments of a call. */
interface ArgumentPlace {
  readonly need: LiteralNeed
  selects(context: NodeContext, site: CallSite, node: number): boolean
}

function readPlace(selector: ArgumentSelector): ArgumentPlace {
  const range = typeof selector === 'string' ? /^(\d+)\.\.$/.exec(selector) : null
  if (range !== null) return { need: ANYTHING, selects: (context, site, node) => isFrom(context, site, node, Number(range[1])) }
  if (selector === '*' || isIndex(selector)) {
    const index = selector === '*' ? selector : Number(selector)
    return { need: ANYTHING, selects: (context, site, node) => holdsNode(context, selectCertainArguments(site, index), node) }
  }
  const name = String(selector)
  return {
    need: needOfKey(name),
    selects: (context, site, node) => {
      const found = findKeyword(context, site, name)
      return typeof found !== 'string' && standsInText(context, name) && holdsNode(context, found, node)
    },
  }
}

/** A position after a spread is at least the one that is written. */
function isFrom(context: NodeContext, site: CallSite, node: number, first: number): boolean {
  const passed = site.arguments
  return passed.some(
    (argument, at) =>
      argument.kind === 'positional' && isInRange(passed, at, first, Number.POSITIVE_INFINITY) && holdsNode(context, [argument.node], node),
  )
}

function holdsNode({ syntax, tree, spend }: NodeContext, places: readonly number[], node: number): boolean {
  spend(places.length)
  return places.some((place) => syntax.unwrap(tree, place) === node)
}
