import type { FlowGroup, FlowResult, GroupSource } from '../model/flow.ts'
import { analyseFlow, type FlowAnalysis } from './analyse-flow.ts'
import type { ImportPlace } from './note-spread.ts'
import { followAlone } from './follow-alone.ts'
import { besides, type GroupLinks, linksOf } from './groups/group-links.ts'
import { createTakers } from './groups/takers.ts'
import { createOpenedFiles, type OpenedFiles } from './opened-files.ts'
import { innerModule } from './project/imported-values.ts'
import { onePerSink } from './trace/report-flows.ts'

/** After so many rounds all files of the group are looked at: a longer chain of files is rare, and every round costs as much as all before. */
const MAX_ROUNDS = 6

/**
 * Follows data through a group of files. Begins with the files that have sources, and goes on with those that these import or are imported by, as far as data
 * gets: most files of a project never see any, and are never lowered.
 */
export function followGroup(group: FlowGroup, source: GroupSource): FlowResult {
  const sources = sourcesOf(group, source)
  // What others look for is no part of any flow.
  const rules = new Set([...sources.values()].flat())
  const links = linksOf(group)
  const opened = createOpenedFiles({ group, source, links, rules, starts: startsOf(group, source, sources) })
  const openMore = createOpener({ group, source, links, rules, opened })
  const isMissing = (index: number): boolean => !opened.has(index)
  const leadsOn = ({ from, specifier, name }: ImportPlace): boolean => {
    const target = links.target(from, specifier)
    return target >= 0 && (isMissing(target) || !opened.isOpen(target, name) || links.importers[target].some(isMissing))
  }
  const isImported = (path: string): boolean => links.importers[links.at(path)].some(isMissing)
  for (let round = 1; ; round++) {
    const before = opened.count()
    const analysis = analyseFlow({ files: opened.list(), rules, resolve: links.resolve, leadsOn, isImported })
    if (before > 0) openMore(analysis)
    if (opened.count() === before) {
      const alone = opened.starts.flatMap((file) => followAlone(file, rules, links, opened.held))
      const all = [analysis, ...alone]
      return { findings: onePerSink(all.flatMap(({ findings }) => findings)), gaps: [...all.flatMap(({ gaps }) => gaps), ...opened.gaps] }
    }
    if (round === MAX_ROUNDS) for (let index = 0; index < group.files.length; index++) opened.load(index)
  }
}

interface OpenerInput {
  readonly group: FlowGroup
  readonly source: GroupSource
  readonly links: GroupLinks
  readonly rules: ReadonlySet<number>
  readonly opened: OpenedFiles
}

/** Opens the files that data gets to next, as a round has found. */
function createOpener({ group, source, links, rules, opened }: OpenerInput): (analysis: FlowAnalysis) => void {
  const { files } = group
  const takesMore = createTakers(group, source.textOf)
  const isSink = (index: number): boolean => files[index].sinks.some((rule) => rules.has(rule))
  /** Files that a file has as objects, where names do not tell what of them is meant. */
  const modulesOf = (index: number): readonly number[] => {
    const { path, loose } = files[index]
    const imports = loose ? (opened.at(index)?.program.imports ?? []) : []
    return imports.map(({ specifier, name }) => links.target(path, name === '' ? specifier : innerModule(specifier, name)))
  }
  return ({ needed, reached, shared, left, keeping }) => {
    for (const { from, specifier, name } of needed) opened.open(links.target(from, specifier), name)
    for (const path of reached) for (const next of modulesOf(links.at(path))) opened.load(next)
    for (const { from, specifier } of shared) for (const next of links.importers[links.target(from, specifier)] ?? []) opened.load(next)
    for (const { path, hidden } of left) {
      const file = links.at(path)
      for (const next of links.importers[file]) if (!opened.has(next) && takesMore(next, file, hidden)) opened.load(next)
    }
    for (const path of keeping) for (const next of besides(links.at(path), links, isSink)) opened.load(next)
  }
}

/** Rules of which there are sources, by the index of the file. */
function sourcesOf({ files, rules }: FlowGroup, { sourcesIn }: GroupSource): ReadonlyMap<number, readonly number[]> {
  const wanted = new Set(rules)
  const isWanted = (rule: number): boolean => wanted.has(rule)
  const sources = new Map<number, readonly number[]>()
  for (const [index, file] of files.entries()) {
    const found = file.sources.some(isWanted) ? sourcesIn(index).filter(isWanted) : []
    if (found.length > 0) sources.set(index, found)
  }
  return sources
}

/** The files with a source of a rule that has a sink too. Sinks are looked for in as few files as tell that. */
function startsOf({ files }: FlowGroup, { sinksIn }: GroupSource, sources: ReadonlyMap<number, readonly number[]>): readonly number[] {
  const met = new Set<number>()
  const isMet = (rule: number): boolean => met.has(rule)
  let unmet = [...sources.values()]
  // First those that were looked at when they were scanned.
  for (const [index, file] of [...files.entries()].toSorted(([, left], [, right]) => Number(right.exact) - Number(left.exact))) {
    if (unmet.length === 0) break
    if (!unmet.some((begun) => begun.some((rule) => file.sinks.includes(rule)))) continue
    for (const rule of sinksIn(index)) met.add(rule)
    unmet = unmet.filter((begun) => !begun.some(isMet))
  }
  return [...sources].flatMap(([index, found]) => (found.some(isMet) ? [index] : []))
}
