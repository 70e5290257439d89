import type { CallModels } from '../../model/call-models.ts'
import type { FlowCandidate, FlowGroup, ProjectConfig } from '../../model/flow.ts'
import { joiningModules } from './joining-modules.ts'
import { createModuleResolver, findPackageEntries } from './module-resolver.ts'
import { groupBy } from '../../model/group-by.ts'

type Links = readonly (readonly [name: string, file: number])[]

/**
 * Sorts files into groups that imports link, directly or not, where some rule has both a source and a sink. Files with the same queue or store are
 * linked, too. Groups come in the order of their first files, and files keep their order.
 */
export function findGroups(files: readonly FlowCandidate[], configs: readonly ProjectConfig[], models: CallModels): readonly FlowGroup[] {
  const find = createModuleResolver(files, configs)
  const links = files.map(
    ({ imports }, index): Links =>
      imports.flatMap((name) => {
        const target = find(index, name)
        return target === undefined ? [] : [[name, target] as const]
      }),
  )
  const entries = findPackageEntries(files, configs)
  const joined = [...joiningModules(files, models).values()]
  return sortByGroup(links, joined).flatMap((members) => {
    const sinks = new Set(members.flatMap((index) => files[index].sinks))
    const rules = new Set(members.flatMap((index) => files[index].sources.filter((rule) => sinks.has(rule))))
    if (rules.size === 0) return []
    const places = new Map(members.map((member, place) => [member, place]))
    const inGroup = (index: number): Links => links[index].flatMap(([name, target]) => [[name, places.get(target) ?? -1] as const])
    return [
      {
        files: members.map((index) => ({ ...files[index], links: inGroup(index), isPackageEntry: entries.has(index) })),
        rules: [...rules].toSorted((left, right) => left - right),
      },
    ]
  })
}

function sortByGroup(links: readonly Links[], joined: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const parents = links.map((_, index) => index)
  const rootOf = (index: number): number => {
    let at = index
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]]
      at = parents[at]
    }
    return at
  }
  for (const [index, targets] of links.entries()) for (const [, target] of targets) parents[rootOf(target)] = rootOf(index)
  for (const [first, ...others] of joined) for (const other of others) parents[rootOf(other)] = rootOf(first)
  return [...groupBy(links.keys(), rootOf).values()]
}
