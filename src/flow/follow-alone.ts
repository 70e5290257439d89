import type { CallModels } from '../model/call-models.ts'
import type { FlowBudget, FlowFile, FlowResult } from '../model/flow.ts'
import { isTrial } from '../model/test-code.ts'
import { analyseFlow } from './analyse-flow.ts'
import type { ImportPlace } from './note-spread.ts'
import type { GroupLinks } from './groups/group-links.ts'
import type { ReachedBy } from './groups/reached-by.ts'
import { withSources } from './opened-files.ts'

/** Of one file and the functions that it calls. Programs are followed so one by one, and of those of this project's dependencies each that takes more takes over two million. */
const MOST_STEPS_ALONE = 500_000

export interface AloneInput {
  readonly models: CallModels
  readonly rules: ReadonlySet<number>
  readonly links: GroupLinks
  /** A file of the group lowered; undefined where it is not at hand. */
  held(index: number): FlowFile | undefined
  readonly budget: FlowBudget
  readonly reachedBy: ReachedBy
}

/** Follows data that counts in its own file alone, through it and the functions of other files that it is passed to. */
export function followAlone(file: FlowFile, { models, rules, links, held, budget, reachedBy }: AloneInput): readonly FlowResult[] {
  const isEntry = !links.importers[links.at(file.path)].some((index) => !isTrial(links.pathOf(index)))
  const own = withSources(file, ({ ownFile, entry }) => ownFile && (isEntry || !entry))
  if (own.sources.length === 0 || budget.left() <= 0) return []
  const leadsOn = ({ from, specifier }: ImportPlace): boolean => links.target(from, specifier) >= 0
  const first = analyseFlow({
    files: [own],
    models,
    rules,
    resolve: links.resolve,
    leadsOn,
    isImported: () => false,
    mostSteps: MOST_STEPS_ALONE,
    budget,
    reachedBy,
  })
  const called = new Set(first.needed.map(({ from, specifier }) => links.target(from, specifier)))
  const helpers = [...called].flatMap((index) => held(index) ?? []).map((helper) => withSources(helper, () => false))
  return [
    helpers.length === 0
      ? first
      : analyseFlow({
          files: [own, ...helpers],
          models,
          rules,
          resolve: links.resolve,
          leadsOn: () => false,
          isImported: () => false,
          mostSteps: MOST_STEPS_ALONE,
          budget,
          reachedBy,
        }),
  ]
}
