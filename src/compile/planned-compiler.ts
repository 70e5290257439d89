import type { MatcherCompiler } from '../matchers/compile-matchers.ts'
import { ANYTHING, type LiteralNeed, NOTHING } from '../model/literal-need.ts'
import type { Matcher, NodeMatcher } from '../model/matcher.ts'
import type { SpecPath, SpecPositions } from '../model/rule-pack.ts'
import type { DialectPlans, MatcherPlan, PlannedNeed } from '../model/rule-plans.ts'
import type { Entry } from '../model/ruleset.ts'

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

/** Shared parts become shared objects. What is asked for alone is read: a pack may have half of the rules. */
function createNeedReader(table: readonly PlannedNeed[]): (index: number) => LiteralNeed {
  const needs: LiteralNeed[] = []
  const read = (index: number): LiteralNeed => (needs[index] ??= table[index] === undefined ? ANYTHING : readNeed(table[index], read))
  return read
}

function readNeed(planned: PlannedNeed, partOf: (index: number) => LiteralNeed): LiteralNeed {
  if (typeof planned === 'string') return { kind: 'literal', text: planned }
  if (typeof planned === 'number') return planned === 0 ? NOTHING : ANYTHING
  switch (planned[0]) {
    case 'word':
      return { kind: 'word', text: planned[1] }
    case 'part':
    case 'end':
      return { kind: 'spelled', text: planned[1], ends: planned[0] === 'end' }
    case 'opened-parameter':
      return { kind: planned[0] }
    case 'placed':
      return { kind: 'placed', text: planned[2], place: planned[1] }
    case 'member':
      return { kind: 'member', holder: planned[1], text: planned[2] }
    default: {
      const [kind, ...of] = planned
      return { kind, of: of.map(partOf), reduced: true }
    }
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

function lazyNodes({ types, callees, names, parents }: MatcherPlan, need: LiteralNeed, make: () => NodeMatcher | undefined): NodeMatcher {
  return {
    ...lazy(need, make),
    types: types === undefined ? undefined : new Set(types),
    callees: callees === undefined ? undefined : new Set(callees),
    names: names === undefined ? undefined : new Set(names),
    parents: parents === undefined ? undefined : new Set(parents),
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
