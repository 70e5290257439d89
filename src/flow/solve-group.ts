import { BOUNDS } from '../model/bounds.ts'
import { addToGroup } from '../model/group-by.ts'
import type { CallModels } from '../model/call-models.ts'
import type { FlowBudget, FlowGroup, FlowResult, GroupSource } from '../model/flow.ts'
import { analyseFlow, type FlowAnalysis } from './analyse-flow.ts'
import type { ImportEdge } from './frontier/frontier.ts'
import { solveSingleFile } from './solve-single-file.ts'
import { relatedFiles, type ImportGraph, buildImportGraph } from './import-graph/import-graph.ts'
import { joiningModules } from './import-graph/joining-modules.ts'
import { createAccessQuery } from './import-graph/access-control.ts'
import { createImportsMoreTest } from './import-graph/import-names-test.ts'
import { createLoadedFiles, type LoadedFiles } from './frontier/loaded-files.ts'
import { submodule } from './points-to/imported-values.ts'
import { reportAtCallers } from './report/report-at-callers.ts'

/**
 * Once the sum of the files of all rounds exceeds this multiple of the group, the next round loads all files: a chain of files would load one in each
 * round and solve all earlier ones again.
 */
const MAX_LOOKS = BOUNDS.groupFrontierFactor.value

/**
 * Up to this many files are loaded before all others are searched for sinks. Most data reaches fewer files, and the search parses files that data
 * does not reach.
 */
const MANY_FILES = 40

/**
 * Steps of linking and solving for all rounds of a group. The largest released application that was measured (2,062 files) takes 12 million. At the
 * bound, findings so far are reported, and a gap names the files whose data could go further.
 */
const MAX_GROUP_STEPS = BOUNDS.groupSteps.value

/**
 * If a round adds fewer than one in this many files, the imports of these are loaded too, up to the same fraction: a round that adds three files
 * costs as much as one that adds half of all.
 */
const FEW_MORE = 6

/**
 * Solves a group of files in rounds. The first round has the files with sources. Each further round adds the frontier: files that data may go on to.
 * Other files are never lowered. Yields after each round, so that the caller can stop or let others work.
 */
export function* solveGroup(group: FlowGroup, source: GroupSource, models: CallModels): Generator<undefined, FlowResult> {
  const budget = withinSteps(source.budget, MAX_GROUP_STEPS)
  const sources = sourcesOf(group, source)
  // Other rules have no source, so no data-flow path.
  const rules = new Set([...sources.values()].flat())
  const links = buildImportGraph(group)
  const reachedBy = createAccessQuery(links, (file) => (budget.left() > 0 ? source.mountsIn(file) : []))
  const opened = createLoadedFiles({ group, source, links, rules, starts: [...sources.keys()] })
  const openMore = createFrontierLoader({ group, source, links, rules, opened, joined: joinedFiles(group, models) })
  const isMissing = (index: number): boolean => !opened.has(index)
  const isFrontierImport = ({ from, specifier, name }: ImportEdge): boolean => {
    const target = links.target(from, specifier)
    return target >= 0 && (isMissing(target) || !opened.hasLoadedExports(target, name) || links.importers[target].some(isMissing))
  }
  const hasMissingImporters = (path: string): boolean => links.importers[links.at(path)].some(isMissing)
  /** If the scan has no steps left, it reports that itself. */
  const gapsOfCut = (): FlowResult['gaps'] =>
    budget.left() > 0 || source.budget.left() <= 0 ? [] : [...sources.keys()].map((index) => ({ file: group.files[index].path, detail: GROUP_CUT }))
  let hasCheckedSinks = false
  let known: FlowResult['findings'] = []
  for (let looks = 0; ; ) {
    const before = opened.count()
    looks += before
    if (before > MANY_FILES && !hasCheckedSinks) {
      hasCheckedSinks = true
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
    // A round that runs out of steps may find less than the previous one: keep the previous findings.
    if (budget.left() <= 0)
      return { findings: reportAtCallers([...analysis.findings, ...known]), gaps: [...analysis.gaps, ...gapsOfCut(), ...opened.gaps] }
    known = analysis.findings
    if (before > 0) openMore(analysis)
    if (before > MANY_FILES && (opened.count() - before) * FEW_MORE < before) openImports(group, links, opened, before)
    if (opened.count() === before) {
      const all: FlowResult[] = [analysis]
      for (const file of opened.starts) {
        all.push(...solveSingleFile(file, { models, rules, links, lowered: opened.lowered, budget, reachedBy }))
        yield
      }
      return {
        findings: reportAtCallers(all.flatMap(({ findings }) => findings)),
        gaps: [...all.flatMap(({ gaps }) => gaps), ...gapsOfCut(), ...opened.gaps],
      }
    }
    if (looks > MAX_LOOKS * group.files.length) for (let index = 0; index < group.files.length; index++) opened.load(index)
  }
}

const MILLIONS = MAX_GROUP_STEPS / 1_000_000
const GROUP_CUT = `Data flow of the files that imports connect with this one was stopped after ${MILLIONS} million steps. The rest is not analysed.`

/** The budget with an additional bound. */
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

/** Loads the imports of newly loaded files, transitively, up to a fraction of the files before. */
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
  /** By file: the files that use the same queue or store. */
  readonly joined: ReadonlyMap<number, readonly (readonly number[])[]>
}

function joinedFiles({ files }: FlowGroup, models: CallModels): OpenerInput['joined'] {
  const joined = new Map<number, (readonly number[])[]>()
  for (const together of joiningModules(files, models).values()) for (const file of together) addToGroup(joined, file, together)
  return joined
}

/** Loads the frontier of a round. */
function createFrontierLoader({ group, source, links, rules, opened, joined }: OpenerInput): (analysis: FlowAnalysis) => void {
  const { files } = group
  const takesMore = createImportsMoreTest(group, source.textOf)
  const isSink = (index: number): boolean => files[index].sinks.some((rule) => rules.has(rule))
  /** Modules that a file uses as objects, so that names do not show which exports it uses. */
  const modulesOf = (index: number): readonly number[] => {
    const { path, isAmbiguous: loose } = files[index]
    const imports = loose ? (opened.at(index)?.program.imports ?? []) : []
    return imports.map(({ specifier, name }) => links.target(path, name === '' ? specifier : submodule(specifier, name)))
  }
  return ({ neededImports, taintedFiles, sharedImports, escapes, heapWriters }) => {
    for (const { from, specifier, name } of neededImports) opened.loadExports(links.target(from, specifier), name)
    for (const path of taintedFiles)
      for (const next of [...modulesOf(links.at(path)), ...(joined.get(links.at(path)) ?? []).flat()]) opened.load(next)
    for (const { from, specifier } of sharedImports) for (const next of links.importers[links.target(from, specifier)] ?? []) opened.load(next)
    for (const { path, unaffectedExports } of escapes) {
      const file = links.at(path)
      for (const next of links.importers[file]) if (!opened.has(next) && takesMore(next, file, unaffectedExports)) opened.load(next)
    }
    for (const path of heapWriters) for (const next of relatedFiles(links.at(path), links, isSink)) opened.load(next)
  }
}

/** Rules with a source, by index of the file. */
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

/** Whether any of these rules has a sink. Searches the loaded files first, then other files until one is found. */
function hasSinks({ files }: FlowGroup, { sinksIn, budget }: GroupSource, rules: ReadonlySet<number>, opened: LoadedFiles): boolean {
  if (opened.list().some(({ sinks }) => sinks.some(({ uses }) => uses.some(({ rule }) => rules.has(rule))))) return true
  const isWanted = (rule: number): boolean => rules.has(rule)
  const others = [...files.entries()].filter(([index, { sinks }]) => !opened.has(index) && sinks.some(isWanted))
  // Files that the scan has matched already cost nothing here.
  const ordered = others.toSorted(([, left], [, right]) => Number(right.exact) - Number(left.exact))
  return ordered.some(([index]) => budget.left() > 0 && sinksIn(index).some(isWanted))
}
