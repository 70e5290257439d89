import type { MatcherCompiler } from '../matchers/compile-matchers.ts'
import type { LiteralNeed } from '../model/literal-need.ts'
import type { Matcher, NodeMatcher } from '../model/matcher.ts'
import type { SpecPath, SpecPositions } from '../model/rule-pack.ts'
import type { DialectPlans, MatcherPlan } from '../model/rule-plans.ts'
import type { Entry } from '../model/ruleset.ts'
import { createNeedReader } from './planned-needs.ts'

/** Names a matcher of a folder: its file, and where its spec lies in it. */
export function planKey(path: SpecPath, { file }: SpecPositions): string {
  return `${file}#${path.join('/')}`
}

/**
 * The same compiler, but a matcher with a plan is compiled when it is first tried: 30 rules took half a second of CPU, and most files are for none to three of
 * them. Matchers without a plan, those of own rules, are compiled at once.
 */
export function createPlannedCompiler(inner: MatcherCompiler, plans: DialectPlans): MatcherCompiler {
  const readNeed = createNeedReader(plans.needs)
  const needOf = (plan: MatcherPlan): LiteralNeed => readNeed(plan.need)
  return {
    entriesOf: (spec, path, positions) => {
      const planned = plans.entries[planKey(path, positions)]
      if (planned === undefined) return inner.entriesOf(spec, path, positions)
      const made = once(() => inner.entriesOf(spec, path, positions, true))
      return planned.map((plan, index) => toEntry(plan, needOf(plan), () => made()[index]))
    },
    nodeMatcher: (spec, path, positions) => {
      const plan = plans.nodes[planKey(path, positions)]
      if (plan === undefined) return inner.nodeMatcher(spec, path, positions)
      return plan === null ? undefined : lazyBranches(plan, needOf, () => inner.nodeMatcher(spec, path, positions, true))
    },
  }
}

function toEntry(plan: MatcherPlan, need: LiteralNeed, make: () => Entry | undefined): Entry {
  switch (plan.kind) {
    case 'node':
      return {
        kind: 'node',
        matcher: lazyNodes(plan, need, () => {
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

function lazyBranches(plan: MatcherPlan, needOf: (plan: MatcherPlan) => LiteralNeed, make: () => NodeMatcher | undefined): NodeMatcher {
  const made = once(make)
  const matcher = lazyNodes(plan, needOf(plan), made)
  if (plan.branches === undefined) return matcher
  return { ...matcher, branches: plan.branches.map((branch, index) => lazyBranches(branch, needOf, () => made()?.branches?.[index])) }
}

function lazyNodes({ types, callees, names, parents, files }: MatcherPlan, need: LiteralNeed, make: () => NodeMatcher | undefined): NodeMatcher {
  return {
    ...lazy(need, make),
    types: types === undefined ? undefined : new Set(types),
    callees: callees === undefined ? undefined : new Set(callees),
    names: names === undefined ? undefined : new Set(names),
    parents: parents === undefined ? undefined : new Set(parents),
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
