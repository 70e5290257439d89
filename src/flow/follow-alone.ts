import type { FlowBudget, FlowFile, FlowResult } from '../model/flow.ts'
import { analyseFlow } from './analyse-flow.ts'
import type { ImportPlace } from './note-spread.ts'
import type { GroupLinks } from './groups/group-links.ts'
import { withSources } from './opened-files.ts'

/** Of one file and the functions that it calls. Programs are followed so one by one, and of those of this project's dependencies each that takes more takes over two million. */
const MOST_STEPS_ALONE = 500_000

/** Follows data that counts in its own file alone, through it and the functions of other files that it is passed to. */
export function followAlone(
  file: FlowFile,
  rules: ReadonlySet<number>,
  links: GroupLinks,
  held: (index: number) => FlowFile | undefined,
  budget: FlowBudget,
): readonly FlowResult[] {
  const isEntry = !links.importers[links.at(file.path)].some((index) => !TEST.test(links.pathOf(index)))
  const own = withSources(file, ({ ownFile, entry }) => ownFile && (isEntry || !entry))
  if (own.sources.length === 0 || budget.left() <= 0) return []
  const leadsOn = ({ from, specifier }: ImportPlace): boolean => links.target(from, specifier) >= 0
  const first = analyseFlow({ files: [own], rules, resolve: links.resolve, leadsOn, isImported: () => false, mostSteps: MOST_STEPS_ALONE, budget })
  const called = new Set(first.needed.map(({ from, specifier }) => links.target(from, specifier)))
  const helpers = [...called].flatMap((index) => held(index) ?? []).map((helper) => withSources(helper, () => false))
  return [
    helpers.length === 0
      ? first
      : analyseFlow({
          files: [own, ...helpers],
          rules,
          resolve: links.resolve,
          leadsOn: () => false,
          isImported: () => false,
          mostSteps: MOST_STEPS_ALONE,
          budget,
        }),
  ]
}

/** Files that try out others. */
const TEST =
  /(?:^|[/\\])(?:tests?|specs?|__tests__|examples?|benchmarks?|bench|demos?)[/\\]|[._-](?:test|spec|bench|stories)\.\w+$|(?:^|[/\\])(?:test|example)\.\w+$/
