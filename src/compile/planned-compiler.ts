import type { MatcherCompiler } from '../matchers/compile-matchers.ts'
import type { LiteralNeed } from '../model/literal-need.ts'
import type { Matcher, NodeMatcher, OwnTextTest } from '../model/matcher.ts'
import type { SpecPath, SpecPositions } from '../model/rule-pack.ts'
import type { DialectPlans, MatcherPlan } from '../model/rule-plans.ts'
import type { Entry } from '../model/ruleset.ts'
import { createNeedReader } from './planned-needs.ts'

/** Identifies a matcher of a folder by its file and its path in the file. */
export function planKey(path: SpecPath, { file }: SpecPositions): string {
  return `${file}#${path.join('/')}`
}

/**
 * Wraps a compiler so that matchers with a plan are compiled on first use: compiling 30 rules took half a second of CPU time, and most files need at
 * most three. Matchers without a plan (own rules) are compiled immediately.
 */
export function createPlannedCompiler(inner: MatcherCompiler, plans: DialectPlans): MatcherCompiler {
  const readNeed = createNeedReader(plans.needs)
  const tests = new Map<string, OwnTextTest>()
  const reader: PlanReader = {
    needOf: (plan) => readNeed(plan.need),
    testOf: (source) => {
      const test = tests.get(source) ?? lazyTest(source, inner.ownTextTest)
      tests.set(source, test)
      return test
    },
  }
  const alternativesOf: MatcherCompiler['alternativesOf'] = (spec, path, positions) => {
    const planned = plans.entries[planKey(path, positions)]
    if (planned === undefined) return inner.alternativesOf(spec, path, positions)
    // Most files need one alternative of many.
    const made = once(() => inner.alternativesOf(spec, path, positions, true).map(once))
    return planned.map((alternative, at) => () => alternative.map((plan, index) => toEntry(plan, reader, () => made()[at]?.()[index])))
  }
  return {
    ownTextTest: inner.ownTextTest,
    entriesOf: (...given) => alternativesOf(...given).flatMap((make) => make()),
    alternativesOf,
    nodeMatcher: (spec, path, positions) => {
      const plan = plans.nodes[planKey(path, positions)]
      if (plan === undefined) return inner.nodeMatcher(spec, path, positions)
      return plan === null ? undefined : lazyBranches(plan, reader, () => inner.nodeMatcher(spec, path, positions, true))
    },
  }
}

/** Reads the parts of plans that are shared. */
interface PlanReader {
  needOf(plan: MatcherPlan): LiteralNeed
  testOf(source: string): OwnTextTest
}

/** Hundreds of regexes are named by plans; most are never tested. */
function lazyTest(source: string, make: (source: string) => OwnTextTest): OwnTextTest {
  const made = once(() => make(source))
  return { source, holds: (context, node) => made().holds(context, node), mayHold: (context, node) => made().mayHold(context, node) }
}

function toEntry(plan: MatcherPlan, reader: PlanReader, make: () => Entry | undefined): Entry {
  const need = reader.needOf(plan)
  switch (plan.kind) {
    case 'node':
      return {
        kind: 'node',
        matcher: lazyNodes(plan, reader, () => {
          const entry = make()
          return entry?.kind === 'node' ? entry.matcher : undefined
        }),
      }
    case 'text':
      return {
        kind: 'text',
        matcher: lazy(need, () => {
          const entry = make()
          return entry?.kind === 'text' ? entry.matcher : undefined
        }),
      }
    case 'value':
      return {
        kind: 'value',
        matcher: lazy(need, () => {
          const entry = make()
          return entry?.kind === 'value' ? entry.matcher : undefined
        }),
      }
  }
}

function lazyBranches(plan: MatcherPlan, reader: PlanReader, make: () => NodeMatcher | undefined): NodeMatcher {
  const made = once(make)
  const matcher = lazyNodes(plan, reader, made)
  if (plan.branches === undefined) return matcher
  return { ...matcher, branches: plan.branches.map((branch, index) => lazyBranches(branch, reader, () => made()?.branches?.[index])) }
}

function lazyNodes(plan: MatcherPlan, { needOf, testOf }: PlanReader, make: () => NodeMatcher | undefined): NodeMatcher {
  const { types, callees, names, parents, around, texts, files } = plan
  return {
    ...lazy(needOf(plan), make),
    types: types === undefined ? undefined : new Set(types),
    callees: callees === undefined ? undefined : new Set(callees),
    names: names === undefined ? undefined : new Set(names),
    parents: parents === undefined ? undefined : new Set(parents),
    around: around === undefined ? undefined : new Set(around),
    texts: texts?.map((sources) => sources.map(testOf)),
    ...(files === undefined ? {} : { files }),
  }
}

function lazy<Context, Place>(need: LiteralNeed, make: () => Matcher<Context, Place> | undefined): Matcher<Context, Place> {
  const matcher = once(make)
  return { need, test: (context, place, bindings, accept) => matcher()?.test(context, place, bindings, accept) ?? false }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
