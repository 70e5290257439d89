import type { NodeContext, NodeMatcher } from '../../model/matcher.ts'
import type { FlatTree, GrammarNames } from '../../model/tree.ts'
import { calleesOfMatch } from './callees-of-match.ts'
import { checkCaptures } from './check-captures.ts'
import { type CompiledPattern, compilePattern } from './compile-pattern.ts'
import { expandParameters } from './expand-parameters.ts'
import { parentsOfMatch } from './parents-of-match.ts'
import { parseQuery } from './parse-query.ts'
import { mayMatch } from './quick-check.ts'
import type { QueryPattern } from './query-ast.ts'
import type { QueryFault } from './query-fault.ts'
import { someOf } from './query-need.ts'
import { type Predicate, readPredicate } from './read-predicates.ts'
import { createPatternRun, type PatternRun, runPattern } from './run-pattern.ts'
import { charge } from './search-state.ts'

/** The grammar information for compiling a query. */
export interface QueryGrammar {
  readonly names: GrammarNames
  /** tree-sitter's own verdict. Undefined if it accepts the query. */
  checkQuery(source: string): { readonly kind: string; readonly message: string; readonly offset: number } | undefined
}

const NO_TYPES: ReadonlySet<number> = new Set()

/**
 * Compiles a query of tree-sitter's language, with `(parameter X)` for a parameter with the pattern X, to a matcher of the nodes captured as `@match`.
 * It finds the same matches as tree-sitter's Query, without its omissions and exponential cases (see the README). Mistakes are in source order.
 * `callTypes`: types of calls, whose callees are dispatched.
 */
export function compileQuery(written: string, grammar: QueryGrammar, callTypes = NO_TYPES): NodeMatcher | readonly QueryFault[] {
  const source = expandParameters(written, grammar.names)
  const { patterns, faults } = parseQuery(source, grammar.names)
  const found = [...faults, ...(faults.some((fault) => fault.code === 'query/syntax') ? [] : patterns.flatMap(checkCaptures))]
  const predicates = patterns.map((pattern) => readPredicates(pattern, found))
  if (found.length > 0) return found.sort((a, b) => a.offset - b.offset)
  const verdict = grammar.checkQuery(source)
  if (verdict !== undefined) return [toFault(verdict, grammar.names.id)]
  return {
    ...createMatcher(patterns.map((pattern, at) => compilePattern(pattern, predicates[at] ?? [], grammar.names))),
    callees: calleesOfMatch(
      patterns.map((pattern, at) => ({ pattern, predicates: predicates[at] ?? [] })),
      callTypes,
      grammar.names,
    ),
    parents: parentsOfMatch(patterns),
  }
}

function readPredicates(pattern: QueryPattern, faults: QueryFault[]): Predicate[] {
  return pattern.predicates.flatMap((element) => {
    const predicate = readPredicate(element)
    if ('kind' in predicate) return [predicate]
    faults.push(predicate)
    return []
  })
}

function toFault(verdict: { readonly kind: string; readonly message: string; readonly offset: number }, grammar: string): QueryFault {
  if (verdict.kind !== 'structure')
    return { code: 'query/syntax', message: `tree-sitter rejects the query: ${verdict.message}.`, offset: verdict.offset }
  return {
    code: 'query/impossible',
    message: `No tree of the ${grammar} grammar can contain this pattern.`,
    hint: 'The node never has such a child, or has it in another order or under another field. Print the tree of a sample with `assay ast` and compare.',
    offset: verdict.offset,
  }
}

function createMatcher(patterns: readonly CompiledPattern[]): NodeMatcher {
  // Runs are stored by tree, so that results at one node help the next. They are released with the tree.
  const runs = new WeakMap<FlatTree, PatternRun[]>()
  const runsOf = (context: NodeContext): PatternRun[] => {
    let own = runs.get(context.tree)
    if (own === undefined) {
      own = patterns.map((pattern) => createPatternRun(pattern, context.tree, context.file.text, () => undefined))
      runs.set(context.tree, own)
    }
    return own
  }
  return {
    need: someOf(patterns.map((pattern) => pattern.need)),
    types: typesOf(patterns),
    callees: undefined,
    test: (context, node, bindings, accept) => {
      let own: PatternRun[] | undefined
      for (let at = 0; at < patterns.length; at++) {
        const meter = { work: 0 }
        const may = mayMatch(patterns[at], context.tree, context.file.text, node, meter)
        if (meter.work > 0) context.spend(meter.work)
        if (!may) continue
        own ??= runsOf(context)
        const run = own[at]
        if (!run.possible) continue
        run.search.spend = (steps) => context.spend(steps)
        const accepted = runPattern(patterns[at], run, context, node, bindings, accept)
        charge(run.search)
        if (accepted) return true
      }
      return false
    },
  }
}

function typesOf(patterns: readonly CompiledPattern[]): ReadonlySet<number> | undefined {
  const types = patterns.map((pattern) => pattern.types)
  return types.includes(undefined) ? undefined : new Set(types.flatMap((of) => of ?? []))
}
