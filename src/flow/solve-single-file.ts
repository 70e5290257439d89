import { BOUNDS } from '../model/bounds.ts'
import type { CallModels } from '../model/call-models.ts'
import type { FlowBudget, FlowFile, FlowResult } from '../model/flow.ts'
import { isTrial } from '../model/test-code.ts'
import { analyseFlow } from './analyse-flow.ts'
import type { ImportEdge } from './frontier/frontier.ts'
import type { ImportGraph } from './import-graph/import-graph.ts'
import type { AccessOf } from './import-graph/access-control.ts'
import { withSources } from './frontier/loaded-files.ts'

/** Bound for one file and the functions that it calls. */
const MAX_STEPS_ALONE = BOUNDS.singleFileSteps.value

/** Length of a chain of re-exports. */
const MAX_HANDS = BOUNDS.singleFileReExports.value

export interface SingleFileInput {
  readonly models: CallModels
  readonly rules: ReadonlySet<number>
  readonly links: ImportGraph
  /** A lowered file of the group; undefined if it cannot be read. */
  lowered(index: number): FlowFile | undefined
  readonly budget: FlowBudget
  readonly reachedBy: AccessOf
}

/**
 * Solves the sources of a file whose data counts at sinks of the same file only. Functions of other files that the data is passed to are included.
 */
export function solveSingleFile(file: FlowFile, { models, rules, links, lowered, budget, reachedBy }: SingleFileInput): readonly FlowResult[] {
  const isEntry = isEntryFile(links.at(file.path), links)
  const own = withSources(file, ({ sameFileOnly: ownFile, entryPointOnly: entry }) => ownFile && (isEntry || !entry))
  if (own.sources.length === 0 || budget.left() <= 0) return []
  const isFrontierImport = ({ from, specifier }: ImportEdge): boolean => links.target(from, specifier) >= 0
  const first = analyseFlow({
    files: [own],
    models,
    rules,
    resolve: links.resolve,
    isFrontierImport,
    hasMissingImporters: () => false,
    mostSteps: MAX_STEPS_ALONE,
    budget,
    reachedBy,
  })
  const called = new Set(first.neededImports.map(({ from, specifier }) => links.target(from, specifier)))
  const helpers = [...called].flatMap((index) => lowered(index) ?? []).map((helper) => withSources(helper, () => false))
  return [
    helpers.length === 0
      ? first
      : analyseFlow({
          files: [own, ...helpers],
          models,
          rules,
          resolve: links.resolve,
          isFrontierImport: () => false,
          hasMissingImporters: () => false,
          mostSteps: MAX_STEPS_ALONE,
          budget,
          reachedBy,
        }),
  ]
}

/** Whether programs outside the scan call its functions: a package publishes it, or no file imports it, except tests and files that re-export it. */
function isEntryFile(file: number, links: ImportGraph, seen: readonly number[] = []): boolean {
  return (
    isPublished(file, links) ||
    links.importers[file].every(
      (index) =>
        isTrial(links.pathOf(index)) ||
        (seen.length < MAX_HANDS && !seen.includes(index) && links.onlyReExports(index, file) && isEntryFile(index, links, [...seen, file])),
    )
  )
}

/** Whether a published package states it as what others import, or re-exports it there. */
function isPublished(file: number, links: ImportGraph, seen: readonly number[] = []): boolean {
  return (
    links.isPackageEntry(file) ||
    (seen.length < MAX_HANDS &&
      links.importers[file].some((index) => !seen.includes(index) && links.onlyReExports(index, file) && isPublished(index, links, [...seen, file])))
  )
}
