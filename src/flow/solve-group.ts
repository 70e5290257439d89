import type { CallModels } from '../model/call-models.ts'
import type { FlowBudget, FlowGroup, FlowResult, GroupSource } from '../model/flow.ts'
import { analyseFlow, type FlowAnalysis } from './analyse-flow.ts'
import type { ImportEdge } from './frontier/frontier.ts'
import { solveSingleFile } from './solve-single-file.ts'
import { relatedFiles, type ImportGraph, buildImportGraph } from './import-graph/import-graph.ts'
import { createAccessQuery } from './import-graph/access-control.ts'
import { createImportsMoreTest } from './import-graph/import-names-test.ts'
import { createLoadedFiles, type LoadedFiles } from './frontier/loaded-files.ts'
import { submodule } from './points-to/imported-values.ts'
import { onePerSink } from './report/report-findings.ts'

/**
 * Rounds together look at so many times the files of the group before all of them are opened: of a chain of files each round opens one, and looks
 * again at all before. Six rounds and no more had opened 356 files of a group of which data got to 73.
 */
const MAX_LOOKS = 3

/**
 * So many files are opened before it is asked whether there are sinks at all: most data gets to fewer, and to ask takes parsing files that it does
 * not get to.
 */
const MANY_FILES = 40

/**
 * Steps of linking and solving for all rounds of a group, about fifteen seconds. Of the released applications that were measured the largest, of
 * 2,062 files, takes 12 million. What is found by then is reported, and a gap names the files whose data could go further.
 */
const MAX_GROUP_STEPS = 20_000_000

/**
 * Where a round opens fewer than one in so many more files, what these import is opened with them, up to such a part again: a round that opens three
 * files costs as much as one that opens half of all.
 */
const FEW_MORE = 6

/**
 * Follows data through a group of files. Begins with the files that have sources, and goes on with those that these import or are imported by, as far
 * as data gets: most files of a project never see any, and are never lowered. Pauses after each round, so that whoever asks may stop, or let others
 * work.
 */
export function* solveGroup(group: FlowGroup, source: GroupSource, models: CallModels): Generator<undefined, FlowResult> {
  const budget = withinSteps(source.budget, MAX_GROUP_STEPS)
  const sources = sourcesOf(group, source)
  // What others look for is no part of any flow.
  const rules = new Set([...sources.values()].flat())
  const links = buildImportGraph(group)
  const reachedBy = createAccessQuery(links, (file) => (budget.left() > 0 ? source.mountsIn(file) : []))
  const opened = createLoadedFiles({ group, source, links, rules, starts: [...sources.keys()] })
  const openMore = createFrontierLoader({ group, source, links, rules, opened })
  const isMissing = (index: number): boolean => !opened.has(index)
  const isFrontierImport = ({ from, specifier, name }: ImportEdge): boolean => {
    const target = links.target(from, specifier)
    return target >= 0 && (isMissing(target) || !opened.hasLoadedExports(target, name) || links.importers[target].some(isMissing))
  }
  const hasMissingImporters = (path: string): boolean => links.importers[links.at(path)].some(isMissing)
  /** Where the scan as a whole has no steps left, whoever has set its budget says so. */
  const gapsOfCut = (): FlowResult['gaps'] =>
    budget.left() > 0 || source.budget.left() <= 0 ? [] : [...sources.keys()].map((index) => ({ file: group.files[index].path, detail: GROUP_CUT }))
  let isAsked = false
  let known: FlowResult['findings'] = []
  for (let looks = 0; ; ) {
    const before = opened.count()
    looks += before
    if (before > MANY_FILES && !isAsked) {
      isAsked = true
      if (!hasSinks(group, source, rules, opened)) return { findings: [], gaps: opened.gaps }
    }
    const analysis = analyseFlow({
      files: opened.list(),
      models,
      rules,
      resolve: links.resolve,
      isFrontierImport,
      hasMissingImporters,
      budget,
      reachedBy,
    })
    yield
    // What was found before stays found: no round finds less than the one before, but one that there are no steps for.
    if (budget.left() <= 0)
      return { findings: onePerSink([...analysis.findings, ...known]), gaps: [...analysis.gaps, ...gapsOfCut(), ...opened.gaps] }
    known = analysis.findings
    if (before > 0) openMore(analysis)
    if (before > MANY_FILES && (opened.count() - before) * FEW_MORE < before) openImports(group, links, opened, before)
    if (opened.count() === before) {
      const all: FlowResult[] = [analysis]
      for (const file of opened.starts) {
        all.push(...solveSingleFile(file, { models, rules, links, held: opened.lowered, budget, reachedBy }))
        yield
      }
      return {
        findings: onePerSink(all.flatMap(({ findings }) => findings)),
        gaps: [...all.flatMap(({ gaps }) => gaps), ...gapsOfCut(), ...opened.gaps],
      }
    }
    if (looks > MAX_LOOKS * group.files.length) for (let index = 0; index < group.files.length; index++) opened.load(index)
  }
}

const GROUP_CUT = `Data flow through the files that are linked with this one takes more than ${MAX_GROUP_STEPS / 1_000_000} million steps; what lies beyond is left out.`

/** The budget, and no more than so many steps of it. */
function withinSteps(budget: FlowBudget, most: number): FlowBudget {
  let spent = 0
  return {
    left: () => Math.min(budget.left(), most - spent),
    spend: (steps) => {
      spent += steps
      budget.spend(steps)
    },
  }
}

/** Opens what newly opened files import, and what that imports, up to a part of what was open before. */
function openImports({ files }: FlowGroup, links: ImportGraph, opened: LoadedFiles, before: number): void {
  const most = opened.count() + Math.floor(before / FEW_MORE)
  for (let seen = before; seen < opened.count() && opened.count() < most; ) {
    const fresh = opened.since(seen)
    seen = opened.count()
    for (const index of fresh) {
      const { path } = files[index]
      for (const { specifier, name } of opened.at(index)?.program.imports ?? []) {
        if (opened.count() >= most) return
        opened.loadExports(links.target(path, specifier), name)
        if (name !== '') opened.loadExports(links.target(path, submodule(specifier, name)), '')
      }
    }
  }
}

interface OpenerInput {
  readonly group: FlowGroup
  readonly source: GroupSource
  readonly links: ImportGraph
  readonly rules: ReadonlySet<number>
  readonly opened: LoadedFiles
}

/** Opens the files that data gets to next, as a round has found. */
function createFrontierLoader({ group, source, links, rules, opened }: OpenerInput): (analysis: FlowAnalysis) => void {
  const { files } = group
  const takesMore = createImportsMoreTest(group, source.textOf)
  const isSink = (index: number): boolean => files[index].sinks.some((rule) => rules.has(rule))
  /** Files that a file has as objects, where names do not tell what of them is meant. */
  const modulesOf = (index: number): readonly number[] => {
    const { path, isAmbiguous: loose } = files[index]
    const imports = loose ? (opened.at(index)?.program.imports ?? []) : []
    return imports.map(({ specifier, name }) => links.target(path, name === '' ? specifier : submodule(specifier, name)))
  }
  return ({ neededImports, taintedFiles, sharedImports, escapes, heapWriters }) => {
    for (const { from, specifier, name } of neededImports) opened.loadExports(links.target(from, specifier), name)
    for (const path of taintedFiles) for (const next of modulesOf(links.at(path))) opened.load(next)
    for (const { from, specifier } of sharedImports) for (const next of links.importers[links.target(from, specifier)] ?? []) opened.load(next)
    for (const { path, unaffectedExports } of escapes) {
      const file = links.at(path)
      for (const next of links.importers[file]) if (!opened.has(next) && takesMore(next, file, unaffectedExports)) opened.load(next)
    }
    for (const path of heapWriters) for (const next of relatedFiles(links.at(path), links, isSink)) opened.load(next)
  }
}

/** Rules of which there are sources, by the index of the file. */
function sourcesOf({ files, rules }: FlowGroup, { sourcesIn, budget }: GroupSource): ReadonlyMap<number, readonly number[]> {
  const wanted = new Set(rules)
  const isWanted = (rule: number): boolean => wanted.has(rule)
  const sources = new Map<number, readonly number[]>()
  for (const [index, file] of files.entries()) {
    if (budget.left() <= 0) break
    const found = file.sources.some(isWanted) ? sourcesIn(index).filter(isWanted) : []
    if (found.length > 0) sources.set(index, found)
  }
  return sources
}

/** Whether there is a sink of one of these rules: first in the files that are opened, then in as few of the others as tell that. */
function hasSinks({ files }: FlowGroup, { sinksIn, budget }: GroupSource, rules: ReadonlySet<number>, opened: LoadedFiles): boolean {
  if (opened.list().some(({ sinks }) => sinks.some(({ uses }) => uses.some(({ rule }) => rules.has(rule))))) return true
  const isWanted = (rule: number): boolean => rules.has(rule)
  const others = [...files.entries()].filter(([index, { sinks }]) => !opened.has(index) && sinks.some(isWanted))
  // First those that were looked at when they were scanned.
  const ordered = others.toSorted(([, left], [, right]) => Number(right.exact) - Number(left.exact))
  return ordered.some(([index]) => budget.left() > 0 && sinksIn(index).some(isWanted))
}
