import type { MatcherCompiler } from '../matchers/compile-matchers.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { NodeMatcher } from '../model/matcher.ts'
import type { DialectPlans, MatcherPlan, RulePlans } from '../model/rule-plans.ts'
import type { Entry } from '../model/ruleset.ts'
import { compileRuleset, type CompilerInput } from './compile-ruleset.ts'
import { planKey } from './planned-compiler.ts'
import { createNeedTable } from './planned-needs.ts'

/** Compiles all rules for all dialects, for a build: their mistakes, and the plans of their matchers. */
export async function recordPlans(input: CompilerInput): Promise<{ readonly diagnostics: readonly Diagnostic[]; readonly plans: RulePlans }> {
  const recorder = createPlanRecorder()
  const { check } = compileRuleset({ ...input, refine: recorder.refine })
  return { diagnostics: await check(), plans: recorder.plans() }
}

/** Records plans while the compilers of all dialects compile matchers. */
export interface PlanRecorder {
  readonly refine: NonNullable<CompilerInput['refine']>
  /** The plans of all matchers compiled so far. */
  plans(): RulePlans
}

/** Goes around the compilers of all dialects, by `refine`, before rules are compiled. */
export function createPlanRecorder(): PlanRecorder {
  const plans = new Map<string, DialectPlans>()
  return {
    plans: () => Object.fromEntries([...plans].map(([id, each]) => [id, JSON.stringify(each)])),
    refine: (compiler, dialect) => {
      const recorder = createRecorder(compiler)
      plans.set(dialect.id, recorder.plans)
      return recorder.compiler
    },
  }
}

function createRecorder(inner: MatcherCompiler): { readonly compiler: MatcherCompiler; readonly plans: DialectPlans } {
  const table = createNeedTable()
  const entries: Record<string, readonly (readonly MatcherPlan[])[]> = {}
  const nodes: Record<string, MatcherPlan | null> = {}
  const toPlan = ({ kind, matcher }: Entry): MatcherPlan => ({ kind, need: table.add(matcher.need), ...(kind === 'node' ? startOf(matcher) : {}) })
  const toPlans = (matcher: NodeMatcher): MatcherPlan => {
    const plan = toPlan({ kind: 'node', matcher })
    return matcher.branches === undefined ? plan : { ...plan, branches: matcher.branches.map(toPlans) }
  }
  const alternativesOf: MatcherCompiler['alternativesOf'] = (spec, path, positions, isPlanned) => {
    const made = inner.alternativesOf(spec, path, positions, isPlanned).map((make) => make())
    if (isPlanned !== true) entries[planKey(path, positions)] = made.map((alternative) => alternative.map(toPlan))
    return made.map((alternative) => () => alternative)
  }
  return {
    plans: { needs: table.needs, entries, nodes },
    compiler: {
      ownTextTest: inner.ownTextTest,
      entriesOf: (...given) => alternativesOf(...given).flatMap((make) => make()),
      alternativesOf,
      nodeMatcher: (spec, path, positions, isPlanned) => {
        const matcher = inner.nodeMatcher(spec, path, positions, isPlanned)
        if (isPlanned !== true) nodes[planKey(path, positions)] = matcher === undefined ? null : toPlans(matcher)
        return matcher
      },
    },
  }
}

const START_KEYS = ['types', 'callees', 'names', 'parents', 'around'] as const

type StartKey = (typeof START_KEYS)[number]

function startOf(matcher: Pick<NodeMatcher, StartKey | 'texts' | 'files'>): Pick<MatcherPlan, StartKey | 'texts' | 'files'> {
  const { texts, files } = matcher
  const starts = START_KEYS.flatMap((key) => (matcher[key] === undefined ? [] : [[key, [...matcher[key]]]]))
  return {
    ...Object.fromEntries(starts),
    ...(texts === undefined ? {} : { texts: texts.map((tests) => tests.map(({ source }) => source)) }),
    ...(files === undefined ? {} : { files }),
  }
}
