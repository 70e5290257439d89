import type { FlowFile, SinkSite, SourceSite, TaintUse } from '../../model/flow.ts'
import { labelKey } from './label-sets.ts'
import type { Located } from './rule-facts.ts'

export interface LabelClassInput {
  readonly files: readonly FlowFile[]
  readonly sources: readonly Located<SourceSite>[]
  readonly sinks: readonly Located<SinkSite>[]
  /** Rules that are solved. */
  readonly rules: ReadonlySet<number>
  /** Rules that tell paths within a folder from other paths. */
  readonly stateful: ReadonlySet<number>
}

/**
 * Finds rules whose labels hold at the same facts: they have the same sources, sanitizers and propagators in these files. The labels of such rules
 * share their bits, so that one solve serves all of them. By rule: the least rule of its class.
 *
 * Partition refinement: rules start in one class, and each site splits the classes by what the rules say of it.
 */
export function classifyRules({ files, sources, sinks, rules, stateful }: LabelClassInput): ReadonlyMap<number, number> {
  const classes = createPartition(rules)
  for (const rule of stateful) classes.refine(rule, 'stateful')
  for (const [index, { uses }] of sources.entries()) {
    for (const use of uses) {
      classes.refine(use.rule, `source ${index} ${labelKey(use)}`)
      // Labels that depend on other labels are told apart by their names.
      if (use.label !== undefined || use.requires !== undefined) classes.refine(use.rule, `rule ${use.rule}`)
    }
  }
  for (const [file, { sanitizers, propagators }] of files.entries()) {
    for (const [index, { uses }] of sanitizers.entries())
      for (const { rule, label = '' } of uses) classes.refine(rule, `sanitizer ${file} ${index} ${label}`)
    for (const { from, to, use } of propagators) classes.refine(use.rule, `propagator ${file} ${from} ${to}`)
  }
  for (const [index, { uses }] of sinks.entries()) {
    if (!disagree(uses)) continue
    for (const use of uses) classes.refine(use.rule, `sink ${index} ${acceptanceOf(use)}`)
  }
  return classes.representatives()
}

/** Whether rules accept different data at one sink: one bit cannot stand for both there. */
function disagree(uses: readonly TaintUse[]): boolean {
  const [first, ...others] = uses
  return first !== undefined && others.some((use) => acceptanceOf(use) !== acceptanceOf(first))
}

/** What decides which of the data of its rule a sink accepts. */
function acceptanceOf({ exact, ignoresContained, fields }: TaintUse): string {
  return `${exact} ${ignoresContained} ${fields?.join() ?? 'all'}`
}

interface Partition {
  /** Tells something of a rule. Rules stay in one class if the same is told of them in the same order. */
  refine(rule: number, token: string): void
  representatives(): ReadonlyMap<number, number>
}

function createPartition(rules: ReadonlySet<number>): Partition {
  const classOf = new Map([...rules].map((rule) => [rule, 0]))
  const ids = new Map<string, number>()
  return {
    refine: (rule, token) => {
      const before = classOf.get(rule)
      if (before === undefined) return
      const key = `${before} ${token}`
      const id = ids.get(key) ?? ids.size + 1
      ids.set(key, id)
      classOf.set(rule, id)
    },
    representatives: () => {
      const least = new Map<number, number>()
      for (const rule of [...rules].sort((left, right) => left - right)) {
        const id = classOf.get(rule) ?? 0
        if (!least.has(id)) least.set(id, rule)
      }
      return new Map([...classOf].map(([rule, id]) => [rule, least.get(id) ?? rule]))
    },
  }
}
